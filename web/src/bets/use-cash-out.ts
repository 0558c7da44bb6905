import { betEndpoints, type CashOutAnswer } from '@touchline/core/contract';
import { msg } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { useLayoutEffect, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import { call } from '../api/call.ts';
import type { Answer } from '../api/client.ts';
import { attemptMachine, unsureState } from '../attempt/attempt-machine.ts';
import { sendWithStoredKey } from '../payments/stored-key.ts';
import type { CashOutPart } from './cash-out-part.ts';

/** With the version of the bet on screen: once the bet has changed, the same amounts are another cash-out. */
type CashOutRequest = CashOutPart & { readonly id: string; readonly betVersion: number };

const cashOutMachine = attemptMachine<CashOutRequest, CashOutAnswer>(
  msg('The answer is missing. Your bet and your balance show whether it was cashed out.'),
).provide({
  actors: {
    send: fromPromise(({ input }) =>
      sendWithStoredKey('cash-out', input, ({ id, amount, stake }, key) =>
        untilConfirmed(() => call(betEndpoints.cashOut, { params: { id }, body: { amount, stake }, key })),
      ),
    ),
  },
});

/** One cash-out, paid at most once: until there is an answer, it is the same one that is sent again. */
export function useCashOut(onPaid: (answer: CashOutAnswer) => void) {
  const latest = useRef(onPaid);
  useLayoutEffect(() => {
    latest.current = onPaid;
  });
  const [machine] = useState(() =>
    cashOutMachine.provide({
      actions: { succeed: ({ context: { answer } }) => answer && latest.current(answer) },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  const isSending = snapshot.matches('submitting') || snapshot.matches('unsure');
  const { message, attempt } = snapshot.context;
  return {
    /** What was asked for, until that is decided. */
    sent: isSending ? attempt?.request : undefined,
    unsure: unsureState(snapshot),
    isRefused: snapshot.matches('refused'),
    message,
    submit: (request: CashOutRequest) => {
      send({ type: 'reset' });
      send({ type: 'submit', attempt: { key: crypto.randomUUID(), request } });
    },
    retry: () => send({ type: 'retry' }),
    dismiss: () => send({ type: 'dismiss' }),
  };
}

/** In play the value is confirmed after a delay that may be longer than a request: until then it is sent again with its key. */
async function untilConfirmed<Value>(send: () => Answer<Value>): Answer<Value> {
  for (let times = 1; ; times += 1) {
    const answer = await send();
    const isWaiting = !answer.ok && answer.refusal.kind === 'refused' && answer.refusal.view.code === 'cash-out-waits';
    if (!isWaiting || times === mostRequests) return answer;
  }
}
/** Longer than the longest delay, and the time that prices have to be confirmed after it. */
const mostRequests = 20;

import type { AdminTransactionView, DecideAnswer } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { orThrow } from '../../api/call.ts';
import type { ApiFailure } from '../../api/client.ts';
import { adminDeposit, adminTransaction } from '../../payments/samples.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { pends } from '../../testing/remote-actors.ts';
import { decisionMachine } from './decision-machine.ts';

type Decided = Result<DecideAnswer, ApiFailure>;
const paid: AdminTransactionView = { ...adminTransaction, version: 2, status: 'completed' };
const no: Decided = refused({
  kind: 'refused',
  status: 409,
  view: { code: 'x', error: 'Bo has rejected it already.' },
});
const silent = {
  publish: () => {},
  'reload list': () => {},
};
const waiting = decisionMachine.provide({
  actors: { decide: pends() },
  actions: silent,
});
const samples = [
  { type: 'open', decision: 'process', transaction: adminTransaction },
  { type: 'change', fields: { text: 'x', amount: '1' } },
  { type: 'transaction changed', transaction: paid },
  { type: 'xstate.done.actor.decide', output: { transaction: paid } },
  { type: 'xstate.error.actor.decide', error: new Error('broken') },
];
const reached = reachableStates(waiting, { samples });
test.each(allStates(decisionMachine))('a decision can reach "%s"', (state) => expect(reached).toContain(state));

function begin(reply: Decided) {
  const sent: unknown[] = [];
  const published: unknown[] = [];
  const actor = createActor(
    decisionMachine.provide({
      actors: {
        decide: fromPromise(({ input }) => {
          sent.push(input);
          return orThrow(Promise.resolve(reply));
        }),
      },
      actions: { ...silent, publish: (_, transaction) => published.push(transaction) },
    }),
  ).start();
  return { actor, sent, published };
}

test('sends one request with the text, only after confirmation', async () => {
  const { actor, sent, published } = begin(ok({ transaction: paid }));
  actor.send({ type: 'open', decision: 'process', transaction: adminTransaction });
  actor.send({ type: 'change', fields: { text: ' bank-77 ' } });
  expect(sent).toEqual([]);
  actor.send({ type: 'confirm' });
  actor.send({ type: 'confirm' });
  await waitFor(actor, (snapshot) => snapshot.matches('closed'));
  expect(sent).toEqual([
    { decision: 'process', id: adminTransaction._id, text: 'bank-77', reference: '', amount: 0, despite: undefined },
  ]);
  expect(published).toEqual([paid]);
});
test.each([
  ['process', 'Failed to process withdrawal: Bo has rejected it already.'],
  ['cancel', 'Failed to cancel withdrawal: Bo has rejected it already.'],
] as const)('a refused %s shows: %s', async (decision, text) => {
  const { actor } = begin(no);
  actor.send({ type: 'open', decision, transaction: adminTransaction });
  actor.send({ type: 'confirm' });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('refused'));
  expect(context.message).toBe(text);
});
test('another admin’s decision overtakes this one; changes of other transactions do not', () => {
  const { actor } = begin(no);
  actor.send({ type: 'open', decision: 'process', transaction: adminTransaction });
  actor.send({ type: 'transaction changed', transaction: adminDeposit });
  expect(actor.getSnapshot().value).toBe('confirming');
  actor.send({ type: 'transaction changed', transaction: paid });
  expect(actor.getSnapshot().value).toBe('overtaken');
});

const rejected: AdminTransactionView = { ...paid, status: 'canceled', decidedBy: 'Cleo' };
test('a decision that another admin made first cannot be sent again, also if it came to light by the refusal', async () => {
  const view = { code: 'withdrawal-decided', error: 'Cleo rejected it.', details: { transaction: rejected } };
  const { actor } = begin(refused({ kind: 'refused', status: 409, view }));
  actor.send({ type: 'open', decision: 'process', transaction: adminTransaction });
  actor.send({ type: 'confirm' });
  const { context } = await waitFor(actor, (now) => !now.matches('submitting'));
  expect([actor.getSnapshot().value, context.message]).toEqual([
    'overtaken',
    'Failed to process withdrawal: Cleo rejected it.',
  ]);
});
test('a decision after a request without an answer cannot be sent again', async () => {
  const { actor } = begin(refused({ kind: 'network' }));
  actor.send({ type: 'open', decision: 'process', transaction: adminTransaction });
  actor.send({ type: 'confirm' });
  await waitFor(actor, (now) => now.matches('refused'));
  actor.send({ type: 'transaction changed', transaction: { ...adminTransaction, version: 2 } });
  expect(actor.getSnapshot().value).toBe('refused');
  actor.send({ type: 'transaction changed', transaction: rejected });
  const { value, context } = actor.getSnapshot();
  expect([value, context.message]).toEqual(['overtaken', 'Cleo has decided: it is canceled.']);
});
test('nor can one that was pushed before the answer was lost', async () => {
  const { actor } = begin(refused({ kind: 'timeout' }));
  actor.send({ type: 'open', decision: 'process', transaction: adminTransaction });
  actor.send({ type: 'confirm' });
  actor.send({ type: 'transaction changed', transaction: rejected });
  actor.send({ type: 'transaction changed', transaction: { ...rejected, _id: 'another' } });
  const { context } = await waitFor(actor, (now) => now.matches('overtaken'));
  expect(context.message).toBe('Cleo has decided: it is canceled.');
});

const waitingDeposit: AdminTransactionView = {
  ...adminDeposit,
  status: 'canceled',
  flags: ['paid-after-close'],
  metadata: { Paid: '€13.80', Worth: '$15.00' },
};
test('a credit starts with the paid amount, sends amount and reason, and is overtaken once the deposit is decided', async () => {
  const { actor, sent } = begin(no);
  actor.send({ type: 'open', decision: 'credit', transaction: waitingDeposit });
  expect(actor.getSnapshot().context.amount).toBe('15.00');
  actor.send({ type: 'transaction changed', transaction: { ...waitingDeposit, version: 9 } });
  actor.send({ type: 'change', fields: { amount: '12.5' } });
  actor.send({ type: 'change', fields: { text: 'Late.' } });
  actor.send({ type: 'confirm' });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('refused'));
  expect(sent).toEqual([{ decision: 'credit', id: waitingDeposit._id, text: 'Late.', reference: '', amount: 12.5 }]);
  expect(context.message).toBe('Failed to credit deposit: Bo has rejected it already.');
  actor.send({ type: 'close' });
  actor.send({ type: 'open', decision: 'returned', transaction: waitingDeposit });
  actor.send({ type: 'transaction changed', transaction: { ...waitingDeposit, flags: [] } });
  expect(actor.getSnapshot().value).toBe('overtaken');
});

test('ledger findings refuse a payment until the admin accepts them', async () => {
  const view = { code: 'ledger-in-doubt', error: 'The ledger has faults.', details: { verification: 'v-1' } };
  const { actor, sent } = begin(refused({ kind: 'refused', status: 409, view }));
  actor.send({ type: 'open', decision: 'process', transaction: adminTransaction });
  actor.send({ type: 'confirm' });
  await waitFor(actor, (now) => now.matches('refused'));
  actor.send({ type: 'confirm' });
  await waitFor(actor, (now) => now.matches('refused'));
  actor.send({ type: 'close' });
  actor.send({ type: 'open', decision: 'process', transaction: adminTransaction });
  actor.send({ type: 'confirm' });
  expect(sent).toMatchObject([{ despite: undefined }, { despite: 'v-1' }, { despite: undefined }]);
});

import type {
  MessageAnswer,
  NewRecoveryCodesRequest,
  OwnerProof,
  RecoveryCodesView,
  SettingsView,
  TotpDisableRequest,
  TotpEnrolment,
} from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { secondFactorMachine } from './second-factor-machine.ts';

type Answered<Value> = Result<Value, ApiFailure>;
const settings = (isOn: boolean): SettingsView => ({
  oddsFormat: 'decimal',
  oddsPolicy: 'better',
  secondFactor: { isOn, recoveryCodes: isOn ? 8 : 0 },
});
const enrolment: TotpEnrolment = { secret: 'ABCD', url: 'otpauth://totp/x', qrSvg: '<svg/>' };
const wrong = refused({
  kind: 'refused',
  status: 422,
  view: { code: 'totp-wrong', error: 'This code is not right. Please try again.' },
} as const);
const lost = refused({ kind: 'network' } as const);
const samples = [
  { type: 'code sent', code: '123456' },
  { type: 'proof sent', proof: { password: 'p', code: '123456' } },
  { type: 'xstate.done.actor.load', output: ok(settings(true)) },
  { type: 'xstate.done.actor.load', output: ok(settings(false)) },
  { type: 'xstate.done.actor.load', output: lost },
  { type: 'xstate.done.actor.enrol', output: ok(enrolment) },
  { type: 'xstate.done.actor.enrol', output: lost },
  { type: 'xstate.done.actor.confirm', output: ok({ recoveryCodes: ['a-b'] }) },
  { type: 'xstate.done.actor.confirm', output: wrong },
  { type: 'xstate.done.actor.renew', output: ok({ recoveryCodes: ['a-b'] }) },
  { type: 'xstate.done.actor.renew', output: wrong },
  { type: 'xstate.done.actor.turnOff', output: ok({ message: 'off' }) },
  { type: 'xstate.done.actor.turnOff', output: wrong },
];
const never = secondFactorMachine.provide({
  actors: {
    load: fromPromise<Answered<SettingsView>>(() => new Promise(() => {})),
    enrol: fromPromise<Answered<TotpEnrolment>, OwnerProof>(() => new Promise(() => {})),
    renew: fromPromise<Answered<RecoveryCodesView>, NewRecoveryCodesRequest>(() => new Promise(() => {})),
    confirm: fromPromise<Answered<RecoveryCodesView>, { readonly code: string }>(() => new Promise(() => {})),
    turnOff: fromPromise<Answered<MessageAnswer>, TotpDisableRequest>(() => new Promise(() => {})),
  },
});
const reached = reachableStates(never, { samples });
test.each(allStates(secondFactorMachine))('the second factor can reach "%s"', (state) =>
  expect(reached).toContain(state),
);

test('a code that is wrong keeps the secret on the screen; the right one shows the recovery codes and forgets the secret', async () => {
  const asked: OwnerProof[] = [];
  const answers: Answered<RecoveryCodesView>[] = [wrong, ok({ recoveryCodes: ['a-b', 'c-d'] })];
  const actor = createActor(
    never.provide({
      actors: {
        load: fromPromise<Answered<SettingsView>>(async () => ok(settings(false))),
        enrol: fromPromise<Answered<TotpEnrolment>, OwnerProof>(async ({ input }) => {
          asked.push(input);
          return ok(enrolment);
        }),
        confirm: fromPromise<Answered<RecoveryCodesView>, { readonly code: string }>(
          async () => answers.shift() ?? lost,
        ),
      },
    }),
  ).start();
  await waitFor(actor, (snapshot) => snapshot.matches('off'));
  actor.send({ type: 'enrol pressed' });
  actor.send({ type: 'proof sent', proof: { password: 'p', code: '' } });
  await waitFor(actor, (snapshot) => snapshot.matches('scanning'));
  actor.send({ type: 'code sent', code: '1' });
  const again = await waitFor(actor, (snapshot) => snapshot.matches('scanning'));
  expect([again.context.message, again.context.enrolment]).toEqual([
    'This code is not right. Please try again.',
    enrolment,
  ]);
  actor.send({ type: 'code sent', code: '2' });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('keeping'));
  expect(asked).toEqual([{ password: 'p' }]);
  expect([context.recoveryCodes, context.enrolment]).toEqual([['a-b', 'c-d'], undefined]);
});

import type { credentialEndpoints, InputOf, SettingsView, TotpEnrolment } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { CallFailed } from '../../api/call.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { pends, resolves } from '../../testing/remote-actors.ts';
import { secondFactorMachine } from './second-factor-machine.ts';

const settings = (isOn: boolean): SettingsView => ({
  oddsFormat: 'decimal',
  oddsPolicy: 'better',
  language: null,
  favourites: [],
  secondFactor: { isOn, recoveryCodes: isOn ? 8 : 0 },
});
const enrolment: TotpEnrolment = { secret: 'ABCD', url: 'otpauth://totp/x', qrSvg: '<svg/>' };
const wrong = new CallFailed({
  kind: 'refused',
  status: 422,
  view: { code: 'totp-wrong', error: 'This code is wrong. Please try again.' },
});
const samples = [
  { type: 'submit code', code: '123456' },
  { type: 'submit proof', proof: { password: 'p', code: '123456' } },
  { type: 'xstate.done.actor.load', output: settings(true) },
  { type: 'xstate.done.actor.load', output: settings(false) },
  { type: 'xstate.error.actor.load', error: wrong },
  { type: 'xstate.done.actor.enrol', output: enrolment },
  { type: 'xstate.error.actor.enrol', error: wrong },
  { type: 'xstate.done.actor.confirm', output: { recoveryCodes: ['a-b'] } },
  { type: 'xstate.error.actor.confirm', error: wrong },
  { type: 'xstate.done.actor.renew', output: { recoveryCodes: ['a-b'] } },
  { type: 'xstate.error.actor.renew', error: wrong },
  { type: 'xstate.done.actor.turnOff', output: { message: 'off' } },
  { type: 'xstate.error.actor.turnOff', error: wrong },
];
const pending = secondFactorMachine.provide({
  actors: { load: pends(), enrol: pends(), renew: pends(), confirm: pends(), turnOff: pends() },
});
const reached = reachableStates(pending, { samples });
test.each(allStates(secondFactorMachine))('the second factor can reach "%s"', (state) =>
  expect(reached).toContain(state),
);

test('a wrong code keeps the secret on the screen; the right one shows the recovery codes and clears the secret', async () => {
  type EnrolInput = InputOf<typeof credentialEndpoints.enrolTotp>;
  type ConfirmInput = InputOf<typeof credentialEndpoints.confirmTotp>;
  const inputs: EnrolInput[] = [];
  const actor = createActor(
    secondFactorMachine.provide({
      actors: {
        load: resolves(settings(false)),
        enrol: fromPromise<TotpEnrolment, EnrolInput>(async ({ input }) => {
          inputs.push(input);
          return enrolment;
        }),
        confirm: fromPromise<{ recoveryCodes: string[] }, ConfirmInput>(async ({ input }) => {
          if (input.body.code !== '2') throw wrong;
          return { recoveryCodes: ['a-b', 'c-d'] };
        }),
      },
    }),
  ).start();
  await waitFor(actor, (snapshot) => snapshot.matches('off'));
  actor.send({ type: 'enrol' });
  actor.send({ type: 'submit proof', proof: { password: 'p', code: '' } });
  await waitFor(actor, (snapshot) => snapshot.matches('scanning'));
  actor.send({ type: 'submit code', code: '1' });
  const again = await waitFor(actor, (snapshot) => snapshot.matches('scanning'));
  expect([again.context.message, again.context.enrolment]).toEqual([
    'This code is wrong. Please try again.',
    enrolment,
  ]);
  actor.send({ type: 'submit code', code: '2' });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('showing codes'));
  expect(inputs).toEqual([{ body: { password: 'p' } }]);
  expect([context.isOn, context.recoveryCodes, context.enrolment]).toEqual([true, ['a-b', 'c-d'], undefined]);
});

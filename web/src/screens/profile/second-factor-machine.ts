import type {
  MessageAnswer,
  NewRecoveryCodesRequest,
  OwnerProof,
  RecoveryCodesView,
  SettingsView,
  TotpDisableRequest,
  TotpEnrolment,
} from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';

type Answered<Value> = Result<Value, ApiFailure>;
/** What is asked for before a change: the password, and a code where there is an app already. */
export type Proof = { readonly password: string; readonly code: string };
type Context = {
  /** The log-in asks for a code already: a new app replaces the one in use. */
  readonly isOn: boolean;
  readonly enrolment: TotpEnrolment | undefined;
  readonly code: string;
  readonly proof: Proof;
  readonly recoveryCodes: readonly string[];
  /** How many recovery codes are left. */
  readonly left: number;
  readonly message: string;
};
type SecondFactorEvent =
  | { type: 'again pressed' }
  | { type: 'enrol pressed' }
  | { type: 'code sent'; code: string }
  | { type: 'codes kept' }
  | { type: 'new codes pressed' }
  | { type: 'turn off pressed' }
  | { type: 'proof sent'; proof: Proof }
  | { type: 'cancelled' };

const unexplained = 'That did not work. Please try again.';
const nothing: Omit<Context, 'isOn' | 'left'> = {
  enrolment: undefined,
  code: '',
  proof: { password: '', code: '' },
  recoveryCodes: [],
  message: '',
};

/**
 * The second factor of an account. `loading`, or `unknown` with the reason. `off`: the log-in asks for a password alone. `on`: it
 * asks for a code as well. `asking to enrol` asks for the password, and for a code when there is an app to replace; `enrolling`
 * fetches a secret, `scanning` shows it until a code of the app proves that it is there, which `confirming` sends. `keeping` shows
 * the recovery codes, this once. `asking for new codes` and `renewing` replace them. `proving` asks for password and code, with
 * which `turning off` ends it.
 */
export const secondFactorMachine = setup({
  types: { context: {} as Context, events: {} as SecondFactorEvent },
  actors: {
    load: fromPromise<Answered<SettingsView>>(() => Promise.reject(new Error('loading is provided by the screen'))),
    enrol: fromPromise<Answered<TotpEnrolment>, OwnerProof>(() =>
      Promise.reject(new Error('enrolling is provided by the screen')),
    ),
    renew: fromPromise<Answered<RecoveryCodesView>, NewRecoveryCodesRequest>(() =>
      Promise.reject(new Error('renewing is provided by the screen')),
    ),
    confirm: fromPromise<Answered<RecoveryCodesView>, { readonly code: string }>(() =>
      Promise.reject(new Error('confirming is provided by the screen')),
    ),
    turnOff: fromPromise<Answered<MessageAnswer>, TotpDisableRequest>(() =>
      Promise.reject(new Error('turning off is provided by the screen')),
    ),
  },
  guards: {
    'it is on': (_, answer: Answered<SettingsView>) => answer.ok && answer.value.secondFactor.isOn,
    'the app is in use': ({ context }) => context.isOn,
    'it was answered': (_, answer: Answered<unknown>) => answer.ok,
  },
  actions: {
    'note why not': assign((_, answer: Answered<unknown>) => ({
      message: answer.ok ? '' : failureText(answer.refusal, unexplained),
    })),
    'say that it broke': assign({ message: unexplained }),
    'forget the secret': assign({ ...nothing }),
    'note that it is set up': () => {},
  },
}).createMachine({
  id: 'second factor',
  context: { ...nothing, isOn: false, left: 0 },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'load',
        src: 'load',
        onDone: [
          {
            guard: { type: 'it is on', params: ({ event }) => event.output },
            target: 'on',
            actions: assign(({ event }) => ({ isOn: true, left: leftIn(event.output) })),
          },
          { guard: { type: 'it was answered', params: ({ event }) => event.output }, target: 'off' },
          { target: 'unknown', actions: { type: 'note why not', params: ({ event }) => event.output } },
        ],
        onError: { target: 'unknown', actions: 'say that it broke' },
      },
    },
    unknown: { on: { 'again pressed': 'loading' } },
    off: { on: { 'enrol pressed': { target: 'asking to enrol', actions: 'forget the secret' } } },
    on: {
      on: {
        'enrol pressed': { target: 'asking to enrol', actions: 'forget the secret' },
        'new codes pressed': { target: 'asking for new codes', actions: 'forget the secret' },
        'turn off pressed': { target: 'proving', actions: 'forget the secret' },
      },
    },
    'asking to enrol': {
      on: {
        'proof sent': { target: 'enrolling', actions: assign(({ event }) => ({ proof: event.proof, message: '' })) },
        cancelled: [
          { guard: 'the app is in use', target: 'on', actions: 'forget the secret' },
          { target: 'off', actions: 'forget the secret' },
        ],
      },
    },
    enrolling: {
      invoke: {
        id: 'enrol',
        src: 'enrol',
        input: ({ context: { isOn, proof } }) => ({ password: proof.password, ...(isOn && { code: proof.code }) }),
        onDone: [
          {
            guard: { type: 'it was answered', params: ({ event }) => event.output },
            target: 'scanning',
            actions: assign(({ event }) => ({
              ...nothing,
              enrolment: event.output.ok ? event.output.value : undefined,
            })),
          },
          { target: 'asking to enrol', actions: { type: 'note why not', params: ({ event }) => event.output } },
        ],
        onError: { target: 'asking to enrol', actions: 'say that it broke' },
      },
    },
    scanning: {
      on: {
        'code sent': { target: 'confirming', actions: assign(({ event }) => ({ code: event.code, message: '' })) },
        cancelled: [
          { guard: 'the app is in use', target: 'on', actions: 'forget the secret' },
          { target: 'off', actions: 'forget the secret' },
        ],
      },
    },
    confirming: {
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: ({ context }) => ({ code: context.code }),
        onDone: [
          {
            guard: { type: 'it was answered', params: ({ event }) => event.output },
            target: 'keeping',
            actions: assign(({ event }) => ({ ...nothing, recoveryCodes: codesIn(event.output) })),
          },
          { target: 'scanning', actions: { type: 'note why not', params: ({ event }) => event.output } },
        ],
        onError: { target: 'scanning', actions: 'say that it broke' },
      },
    },
    keeping: {
      on: {
        'codes kept': {
          target: 'on',
          actions: [
            assign(({ context }) => ({ ...nothing, isOn: true, left: context.recoveryCodes.length })),
            'note that it is set up',
          ],
        },
      },
    },
    'asking for new codes': {
      on: {
        'proof sent': { target: 'renewing', actions: assign(({ event }) => ({ proof: event.proof, message: '' })) },
        cancelled: { target: 'on', actions: 'forget the secret' },
      },
    },
    renewing: {
      invoke: {
        id: 'renew',
        src: 'renew',
        input: ({ context }) => ({ password: context.proof.password }),
        onDone: [
          {
            guard: { type: 'it was answered', params: ({ event }) => event.output },
            target: 'keeping',
            actions: assign(({ event }) => ({ ...nothing, recoveryCodes: codesIn(event.output) })),
          },
          { target: 'asking for new codes', actions: { type: 'note why not', params: ({ event }) => event.output } },
        ],
        onError: { target: 'asking for new codes', actions: 'say that it broke' },
      },
    },
    proving: {
      on: {
        'proof sent': { target: 'turning off', actions: assign(({ event }) => ({ proof: event.proof, message: '' })) },
        cancelled: { target: 'on', actions: 'forget the secret' },
      },
    },
    'turning off': {
      invoke: {
        id: 'turnOff',
        src: 'turnOff',
        input: ({ context }) => context.proof,
        onDone: [
          {
            guard: { type: 'it was answered', params: ({ event }) => event.output },
            target: 'off',
            actions: assign({ ...nothing, isOn: false, left: 0 }),
          },
          { target: 'proving', actions: { type: 'note why not', params: ({ event }) => event.output } },
        ],
        onError: { target: 'proving', actions: 'say that it broke' },
      },
    },
  },
});

const leftIn = (answer: Answered<SettingsView>) => (answer.ok ? answer.value.secondFactor.recoveryCodes : 0);
const codesIn = (answer: Answered<RecoveryCodesView>) => (answer.ok ? answer.value.recoveryCodes : []);

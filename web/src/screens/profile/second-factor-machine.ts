import type {
  MessageAnswer,
  RecoveryCodesView,
  SettingsView,
  TotpDisableRequest,
  TotpEnrolment,
} from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';

type Answered<Value> = Result<Value, ApiFailure>;
type Context = {
  readonly enrolment: TotpEnrolment | undefined;
  readonly code: string;
  readonly proof: TotpDisableRequest;
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
  | { type: 'turn off pressed' }
  | { type: 'proof sent'; proof: TotpDisableRequest }
  | { type: 'cancelled' };

const unexplained = 'That did not work. Please try again.';
const nothing: Context = {
  enrolment: undefined,
  code: '',
  proof: { password: '', code: '' },
  recoveryCodes: [],
  left: 0,
  message: '',
};

/**
 * The authentication app of an admin. `loading`, or `unknown` with the reason. `off`: the log-in asks for a password alone.
 * `enrolling` fetches a secret, `scanning` shows it until a code of the app proves that it is there, which `confirming` sends.
 * `keeping` shows the recovery codes, this once. `on`: the log-in asks for a code. `proving` asks for password and code, with which
 * `turning off` ends it.
 */
export const secondFactorMachine = setup({
  types: { context: {} as Context, events: {} as SecondFactorEvent },
  actors: {
    load: fromPromise<Answered<SettingsView>>(() => Promise.reject(new Error('loading is provided by the screen'))),
    enrol: fromPromise<Answered<TotpEnrolment>>(() => Promise.reject(new Error('enrolling is provided by the screen'))),
    confirm: fromPromise<Answered<RecoveryCodesView>, { readonly code: string }>(() =>
      Promise.reject(new Error('confirming is provided by the screen')),
    ),
    turnOff: fromPromise<Answered<MessageAnswer>, TotpDisableRequest>(() =>
      Promise.reject(new Error('turning off is provided by the screen')),
    ),
  },
  guards: {
    'it is on': (_, answer: Answered<SettingsView>) => answer.ok && answer.value.secondFactor.isOn,
    'it was answered': (_, answer: Answered<unknown>) => answer.ok,
  },
  actions: {
    'note why not': assign((_, answer: Answered<unknown>) => ({
      message: answer.ok ? '' : failureText(answer.refusal, unexplained),
    })),
    'say that it broke': assign({ message: unexplained }),
    'forget the secret': assign({ ...nothing }),
  },
}).createMachine({
  id: 'second factor',
  context: nothing,
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
            actions: assign(({ event }) => ({ left: leftIn(event.output) })),
          },
          { guard: { type: 'it was answered', params: ({ event }) => event.output }, target: 'off' },
          { target: 'unknown', actions: { type: 'note why not', params: ({ event }) => event.output } },
        ],
        onError: { target: 'unknown', actions: 'say that it broke' },
      },
    },
    unknown: { on: { 'again pressed': 'loading' } },
    off: { on: { 'enrol pressed': { target: 'enrolling', actions: 'forget the secret' } } },
    enrolling: {
      invoke: {
        id: 'enrol',
        src: 'enrol',
        onDone: [
          {
            guard: { type: 'it was answered', params: ({ event }) => event.output },
            target: 'scanning',
            actions: assign(({ event }) => ({ enrolment: event.output.ok ? event.output.value : undefined })),
          },
          { target: 'off', actions: { type: 'note why not', params: ({ event }) => event.output } },
        ],
        onError: { target: 'off', actions: 'say that it broke' },
      },
    },
    scanning: {
      on: {
        'code sent': { target: 'confirming', actions: assign(({ event }) => ({ code: event.code, message: '' })) },
        cancelled: { target: 'off', actions: 'forget the secret' },
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
          actions: assign(({ context }) => ({ ...nothing, left: context.recoveryCodes.length })),
        },
      },
    },
    on: { on: { 'turn off pressed': { target: 'proving', actions: assign({ message: '' }) } } },
    proving: {
      on: {
        'proof sent': { target: 'turning off', actions: assign(({ event }) => ({ proof: event.proof, message: '' })) },
        cancelled: { target: 'on', actions: assign({ message: '' }) },
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
            actions: 'forget the secret',
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

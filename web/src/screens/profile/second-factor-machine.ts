import {
  credentialEndpoints,
  ownAccountEndpoints,
  type RecoveryCodesView,
  type TotpDisableRequest,
  type TotpEnrolment,
} from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { assign, setup } from 'xstate';
import { errorText, remote } from '../../api/call.ts';

/** What a change requires: the password, and a code if there is an app already. */
export type Proof = TotpDisableRequest;
type Context = {
  /** Two-factor login is on: a new app replaces the one in use. */
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
  | { type: 'retry' }
  | { type: 'enrol' }
  | { type: 'submit code'; code: string }
  | { type: 'finish' }
  | { type: 'renew codes' }
  | { type: 'turn off' }
  | { type: 'submit proof'; proof: Proof }
  | { type: 'cancel' };

const nothing: Omit<Context, 'isOn' | 'left'> = {
  enrolment: undefined,
  code: '',
  proof: { password: '', code: '' },
  recoveryCodes: [],
  message: '',
};

/**
 * Two-factor login of an account. `loading`, or `failed` with the reason; then `off` or `on`. To set up an app, `proving for app`
 * asks for the password, and for a code if there is an app to replace; `enrolling` fetches a secret; `scanning` shows it until a code
 * is typed, which `confirming` sends; `showing codes` shows the recovery codes, this once. `proving for codes` and `renewing` replace
 * the recovery codes. `proving for off` and `turning off` end two-factor login.
 */
export const secondFactorMachine = setup({
  types: { context: {} as Context, events: {} as SecondFactorEvent },
  actors: {
    load: remote(ownAccountEndpoints.settings),
    enrol: remote(credentialEndpoints.enrolTotp),
    confirm: remote(credentialEndpoints.confirmTotp),
    renew: remote(credentialEndpoints.renewRecoveryCodes),
    turnOff: remote(credentialEndpoints.disableTotp),
  },
  guards: { 'is on': ({ context }) => context.isOn },
  actions: {
    explain: assign((_, { error }: { readonly error: unknown }) => ({
      message: errorText(error, t('That did not work. Please try again.')),
    })),
    clear: assign({ ...nothing }),
    'set proof': assign((_, proof: Proof) => ({ proof, message: '' })),
    'show codes': assign((_, { recoveryCodes }: RecoveryCodesView) => ({ ...nothing, isOn: true, recoveryCodes })),
    'notify the screen': () => {},
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
        input: {},
        onDone: [
          {
            guard: ({ event }) => event.output.secondFactor.isOn,
            target: 'on',
            actions: assign(({ event }) => ({ isOn: true, left: event.output.secondFactor.recoveryCodes })),
          },
          { target: 'off' },
        ],
        onError: { target: 'failed', actions: { type: 'explain', params: ({ event }) => event } },
      },
    },
    failed: { on: { retry: 'loading' } },
    off: { on: { enrol: { target: 'proving for app', actions: 'clear' } } },
    on: {
      on: {
        enrol: { target: 'proving for app', actions: 'clear' },
        'renew codes': { target: 'proving for codes', actions: 'clear' },
        'turn off': { target: 'proving for off', actions: 'clear' },
      },
    },
    'proving for app': {
      on: {
        'submit proof': { target: 'enrolling', actions: { type: 'set proof', params: ({ event }) => event.proof } },
        cancel: [
          { guard: 'is on', target: 'on', actions: 'clear' },
          { target: 'off', actions: 'clear' },
        ],
      },
    },
    enrolling: {
      invoke: {
        id: 'enrol',
        src: 'enrol',
        input: ({ context: { isOn, proof } }) => ({
          body: { password: proof.password, ...(isOn && { code: proof.code }) },
        }),
        onDone: { target: 'scanning', actions: assign(({ event }) => ({ ...nothing, enrolment: event.output })) },
        onError: { target: 'proving for app', actions: { type: 'explain', params: ({ event }) => event } },
      },
    },
    scanning: {
      on: {
        'submit code': { target: 'confirming', actions: assign(({ event }) => ({ code: event.code, message: '' })) },
        cancel: [
          { guard: 'is on', target: 'on', actions: 'clear' },
          { target: 'off', actions: 'clear' },
        ],
      },
    },
    confirming: {
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: ({ context }) => ({ body: { code: context.code } }),
        onDone: { target: 'showing codes', actions: { type: 'show codes', params: ({ event }) => event.output } },
        onError: { target: 'scanning', actions: { type: 'explain', params: ({ event }) => event } },
      },
    },
    'showing codes': {
      on: {
        finish: {
          target: 'on',
          actions: [assign(({ context }) => ({ ...nothing, left: context.recoveryCodes.length })), 'notify the screen'],
        },
      },
    },
    'proving for codes': {
      on: {
        'submit proof': { target: 'renewing', actions: { type: 'set proof', params: ({ event }) => event.proof } },
        cancel: { target: 'on', actions: 'clear' },
      },
    },
    renewing: {
      invoke: {
        id: 'renew',
        src: 'renew',
        input: ({ context }) => ({ body: context.proof }),
        onDone: { target: 'showing codes', actions: { type: 'show codes', params: ({ event }) => event.output } },
        onError: { target: 'proving for codes', actions: { type: 'explain', params: ({ event }) => event } },
      },
    },
    'proving for off': {
      on: {
        'submit proof': { target: 'turning off', actions: { type: 'set proof', params: ({ event }) => event.proof } },
        cancel: { target: 'on', actions: 'clear' },
      },
    },
    'turning off': {
      invoke: {
        id: 'turnOff',
        src: 'turnOff',
        input: ({ context }) => ({ body: context.proof }),
        onDone: { target: 'off', actions: assign({ ...nothing, isOn: false, left: 0 }) },
        onError: { target: 'proving for off', actions: { type: 'explain', params: ({ event }) => event } },
      },
    },
  },
});

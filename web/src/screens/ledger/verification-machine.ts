import { ledgerEndpoints, type VerificationsView, type VerificationView } from '@touchline/core/contract';
import { msg } from '@touchline/core/language';
import { assign, setup } from 'xstate';
import { messageOf, remote } from '../../api/call.ts';
import { isUnderWay, type Sample, sampleOf, withRun } from './run-progress.ts';

export type VerificationEvent =
  | { readonly type: 'verify' }
  /** `atMs`: when it arrived, by this clock. */
  | { readonly type: 'run pushed'; readonly run: VerificationView; readonly atMs: number }
  | { readonly type: 'reconnected' }
  | { readonly type: 'retry' };
type Context = {
  readonly runs: readonly VerificationView[];
  readonly checkpoint: VerificationsView['checkpoint'];
  readonly firstSample: Sample | undefined;
  readonly lastSample: Sample | undefined;
  readonly message: string;
};

const fallback = {
  list: msg('The verifications could not be loaded.'),
  start: msg('The verification could not be started.'),
};

/**
 * Verifications of the ledger: `loading`, `failed`, then `idle` while none is running, `starting` one, `refused` with the reason, or
 * `following` one as its progress is pushed. The list is fetched again after a silence, and when a run has ended (`refreshing`).
 */
export const verificationMachine = setup({
  types: { context: {} as Context, events: {} as VerificationEvent },
  actors: {
    fetchVerifications: remote(ledgerEndpoints.verifications),
    startVerification: remote(ledgerEndpoints.verify),
  },
  guards: { 'is running': ({ context }) => isUnderWay(context.runs[0]) },
  actions: {
    'set list': assign(({ context }, list: VerificationsView) => withList(context, list)),
    'set progress': assign(({ context }, { run, atMs }: { readonly run: VerificationView; readonly atMs: number }) => ({
      runs: withRun(context.runs, run),
      ...sampled(context, run, atMs),
    })),
  },
  delays: { silence: 4_000 },
}).createMachine({
  id: 'verification',
  context: { runs: [], checkpoint: null, firstSample: undefined, lastSample: undefined, message: '' },
  initial: 'loading',
  on: {
    'run pushed': { actions: { type: 'set progress', params: ({ event }) => event } },
    reconnected: '.refreshing',
  },
  states: {
    loading: {
      on: { reconnected: { target: 'loading', reenter: true } },
      invoke: {
        id: 'firstList',
        src: 'fetchVerifications',
        input: {},
        onDone: { target: 'idle', actions: { type: 'set list', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: assign(messageOf(fallback.list)) },
      },
    },
    failed: { on: { retry: 'loading', reconnected: 'loading' } },
    idle: {
      always: { guard: 'is running', target: 'following' },
      on: { verify: 'starting' },
    },
    starting: {
      on: { reconnected: {} },
      invoke: {
        id: 'startVerification',
        src: 'startVerification',
        input: {},
        onDone: {
          target: 'idle',
          actions: assign(({ context, event }) => ({
            runs: withRun(context.runs, event.output),
            firstSample: undefined,
          })),
        },
        onError: { target: 'refused', actions: assign(messageOf(fallback.start)) },
      },
    },
    refused: { on: { verify: 'starting' } },
    following: {
      on: {
        'run pushed': { target: 'updated', actions: { type: 'set progress', params: ({ event }) => event } },
      },
      after: { silence: 'refreshing' },
    },
    /** The run continues, or it has ended and there may be a new checkpoint. */
    updated: { always: [{ guard: 'is running', target: 'following' }, { target: 'refreshing' }] },
    refreshing: {
      invoke: {
        id: 'laterList',
        src: 'fetchVerifications',
        input: {},
        onDone: { target: 'idle', actions: { type: 'set list', params: ({ event }) => event.output } },
        onError: 'idle',
      },
    },
  },
});

function withList(context: Context, { runs, checkpoint }: VerificationsView): Partial<Context> {
  return { checkpoint, runs: runs.map((run) => withRun(context.runs, run).find(({ id }) => id === run.id) ?? run) };
}

function sampled(context: Context, run: VerificationView, atMs: number): Partial<Context> {
  if (run.state !== 'running') return {};
  const sample = sampleOf(run, atMs);
  const isSame = context.firstSample?.id === run.id;
  return { lastSample: sample, ...(!isSame && { firstSample: sample }) };
}

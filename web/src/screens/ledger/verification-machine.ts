import type { VerificationsView, VerificationView } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';
import { isUnderWay, type Sample, sampleOf, withRun } from './run-progress.ts';

export type VerificationEvent =
  | { readonly type: 'verify pressed' }
  /** `atMs`: when it was heard, by this clock. */
  | { readonly type: 'run pushed'; readonly run: VerificationView; readonly atMs: number }
  | { readonly type: 'line joined' }
  | { readonly type: 'try again pressed' };
type Context = {
  readonly runs: readonly VerificationView[];
  readonly checkpoint: VerificationsView['checkpoint'];
  readonly firstSample: Sample | undefined;
  readonly lastSample: Sample | undefined;
  readonly message: string;
};
type Listed = Result<VerificationsView, ApiFailure>;
type Started = Result<VerificationView, ApiFailure>;

const unexplained = { list: 'The verifications could not be loaded.', start: 'The verification could not be started.' };

/**
 * Verifications of the ledger. `loading`, `failed`, then `resting` while none is under way, `starting` one, `refused` with the
 * reason, or `following` one as it is pushed. When nothing is pushed for a while, or a run has ended, the list is read again.
 */
export const verificationMachine = setup({
  types: { context: {} as Context, events: {} as VerificationEvent },
  actors: {
    fetchVerifications: fromPromise<Listed>(() => Promise.reject(new Error('it is provided by the screen'))),
    startVerification: fromPromise<Started>(() => Promise.reject(new Error('it is provided by the screen'))),
  },
  guards: {
    'it came': (_, answer: Listed | Started) => answer.ok,
    'one is under way': ({ context }) => isUnderWay(context.runs[0]),
  },
  actions: {
    'take the list': assign(({ context }, answer: Listed) => (answer.ok ? followed(context, answer.value) : {})),
    'take the run': assign(({ context }, started: Started) =>
      started.ok ? { runs: withRun(context.runs, started.value), firstSample: undefined } : {},
    ),
    'take the push': assign(
      ({ context }, { run, atMs }: { readonly run: VerificationView; readonly atMs: number }) => ({
        runs: withRun(context.runs, run),
        ...sampled(context, run, atMs),
      }),
    ),
    'note why there is no list': assign((_, answer: Listed) => ({
      message: answer.ok ? unexplained.list : failureText(answer.refusal, unexplained.list),
    })),
    'note why it was not started': assign((_, answer: Started) => ({
      message: answer.ok ? unexplained.start : failureText(answer.refusal, unexplained.start),
    })),
  },
  delays: { silence: 4_000 },
}).createMachine({
  id: 'verification',
  context: { runs: [], checkpoint: null, firstSample: undefined, lastSample: undefined, message: '' },
  initial: 'loading',
  on: { 'run pushed': { actions: { type: 'take the push', params: ({ event }) => event } } },
  states: {
    loading: {
      invoke: {
        id: 'firstList',
        src: 'fetchVerifications',
        onDone: [
          {
            guard: { type: 'it came', params: ({ event }) => event.output },
            target: 'resting',
            actions: { type: 'take the list', params: ({ event }) => event.output },
          },
          { target: 'failed', actions: { type: 'note why there is no list', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: assign({ message: unexplained.list }) },
      },
    },
    failed: { on: { 'try again pressed': 'loading', 'line joined': 'loading' } },
    resting: {
      always: { guard: 'one is under way', target: 'following' },
      on: { 'verify pressed': 'starting', 'line joined': 'reading' },
    },
    starting: {
      invoke: {
        id: 'startVerification',
        src: 'startVerification',
        onDone: [
          {
            guard: { type: 'it came', params: ({ event }) => event.output },
            target: 'resting',
            actions: { type: 'take the run', params: ({ event }) => event.output },
          },
          { target: 'refused', actions: { type: 'note why it was not started', params: ({ event }) => event.output } },
        ],
        onError: { target: 'refused', actions: assign({ message: unexplained.start }) },
      },
    },
    refused: { on: { 'verify pressed': 'starting', 'try again pressed': 'starting' } },
    following: {
      on: {
        'run pushed': {
          target: 'hearing',
          actions: { type: 'take the push', params: ({ event }) => event },
        },
        'line joined': 'reading',
      },
      after: { silence: 'reading' },
    },
    /** A push came: the run goes on, or it has ended and a new checkpoint may be there. */
    hearing: { always: [{ guard: 'one is under way', target: 'following' }, { target: 'reading' }] },
    reading: {
      invoke: {
        id: 'laterList',
        src: 'fetchVerifications',
        onDone: {
          target: 'resting',
          actions: { type: 'take the list', params: ({ event }) => event.output },
        },
        onError: 'resting',
      },
    },
  },
});

function followed(context: Context, { runs, checkpoint }: VerificationsView): Partial<Context> {
  return { checkpoint, runs: runs.map((run) => withRun(context.runs, run).find(({ id }) => id === run.id) ?? run) };
}

function sampled(context: Context, run: VerificationView, atMs: number): Partial<Context> {
  if (run.state !== 'running') return {};
  const sample = sampleOf(run, atMs);
  const isSame = context.firstSample?.id === run.id;
  return { lastSample: sample, ...(!isSame && { firstSample: sample }) };
}

import type { VerificationView } from '@touchline/core/contract';

/** A run's progress and when it arrived, in ms by this clock. */
export type Sample = { readonly id: string; readonly done: number; readonly atMs: number };
export type Progress = {
  readonly share: number;
  /** Events per second and seconds left; `undefined` until two samples are far enough apart. */
  readonly perSecond: number | undefined;
  readonly secondsLeft: number | undefined;
};

export const sampleOf = (run: VerificationView, atMs: number): Sample => ({ id: run.id, done: run.eventsDone, atMs });
export const isUnderWay = (run: VerificationView | undefined): boolean =>
  run?.state === 'waiting' || run?.state === 'running';

/** Samples closer than a second measure the network rather than the verification. */
const leastMs = 900;

export function progressOf(run: VerificationView, first: Sample | undefined, last: Sample | undefined): Progress {
  const share = run.eventsTotal === 0 ? 0 : Math.min(run.eventsDone / run.eventsTotal, 1);
  const elapsedMs = first && last && first.id === last.id ? last.atMs - first.atMs : 0;
  if (!first || !last || elapsedMs < leastMs || last.done <= first.done) {
    return { share, perSecond: undefined, secondsLeft: undefined };
  }
  const perSecond = ((last.done - first.done) / elapsedMs) * 1_000;
  return { share, perSecond, secondsLeft: Math.max(run.eventsTotal - run.eventsDone, 0) / perSecond };
}

/** Returns the runs with one updated, newest first. A late push does not reopen a run that has ended. */
export function withRun(runs: readonly VerificationView[], pushed: VerificationView): readonly VerificationView[] {
  const mine = runs.find(({ id }) => id === pushed.id);
  if (!mine) return [pushed, ...runs].sort((a, b) => Date.parse(b.requestedAt) - Date.parse(a.requestedAt));
  const isLate = isUnderWay(pushed) && (!isUnderWay(mine) || pushed.eventsDone < mine.eventsDone);
  return isLate ? runs : runs.map((run) => (run.id === pushed.id ? pushed : run));
}

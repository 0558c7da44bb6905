import type { VerificationView } from '@touchline/core/contract';

/** How far a run was, and when that was seen (ms by this clock). */
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

/** A second or more apart: closer, the rate is that of the line and not of the verification. */
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

/** The runs with one of them as it is now, newest first. A run that ended is not put back by a push that was late. */
export function withRun(runs: readonly VerificationView[], pushed: VerificationView): readonly VerificationView[] {
  const mine = runs.find(({ id }) => id === pushed.id);
  if (!mine) return [pushed, ...runs].sort((a, b) => Date.parse(b.requestedAt) - Date.parse(a.requestedAt));
  const isLate = isUnderWay(pushed) && (!isUnderWay(mine) || pushed.eventsDone < mine.eventsDone);
  return isLate ? runs : runs.map((run) => (run.id === pushed.id ? pushed : run));
}

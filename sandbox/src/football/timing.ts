/** The clock of one match. Minutes are minutes of the match; `minuteMs` says how long one lasts on the wall. */
export type Timing = {
  readonly minuteMs: number;
  readonly firstStoppage: number;
  readonly halfTime: number;
  readonly secondStoppage: number;
};

/** Minutes from kick-off to the final whistle, half-time included. */
const fullLength = (timing: Timing): number => secondHalfAt(timing) + 45 + timing.secondStoppage;
export const lengthMs = (timing: Timing): number => fullLength(timing) * timing.minuteMs;

/** What a scoreboard shows: `12'`, `45+1'`, `HT`, `90+3'`. */
export function scoreboardClock(timing: Timing, elapsed: number): string {
  if (elapsed < 45) return `${Math.floor(elapsed) + 1}'`;
  if (elapsed < 45 + timing.firstStoppage) return `45+${Math.floor(elapsed - 45) + 1}'`;
  if (elapsed < secondHalfAt(timing)) return 'HT';
  const second = elapsed - secondHalfAt(timing);
  return second < 45 ? `${46 + Math.floor(second)}'` : `90+${Math.floor(second - 45) + 1}'`;
}

/** Share of a match's goals that is due after so many minutes. */
export function shareDue(timing: Timing, elapsed: number): number {
  let due = 0;
  for (const { from, to, share } of stretches(timing)) {
    if (elapsed >= to) due += share;
    else if (elapsed > from) due += (share * (elapsed - from)) / (to - from);
  }
  return Math.min(1, due);
}

/** The minute by which that share of the goals is due: the inverse of `shareDue`, used to place goals. */
export function minuteOfShare(timing: Timing, share: number): number {
  let left = share;
  for (const stretch of stretches(timing)) {
    if (left < stretch.share) return stretch.from + (left / stretch.share) * (stretch.to - stretch.from);
    left -= stretch.share;
  }
  return fullLength(timing);
}

/** Share of goals that falls before half-time. */
export const FIRST_HALF_SHARE = 0.442;

// Shares of 15,829 goals per quarter of an hour, 2023/24–2025/26, stoppage time on its own.
function stretches(timing: Timing): { from: number; to: number; share: number }[] {
  const stopped = 45 + timing.firstStoppage;
  const restart = secondHalfAt(timing);
  return [
    { from: 0, to: 15, share: 0.1255 },
    { from: 15, to: 30, share: 0.1392 },
    { from: 30, to: 45, share: 0.1431 },
    { from: 45, to: stopped, share: 0.0342 },
    { from: restart, to: restart + 15, share: 0.1607 },
    { from: restart + 15, to: restart + 30, share: 0.1646 },
    { from: restart + 30, to: restart + 45, share: 0.1599 },
    { from: restart + 45, to: restart + 45 + timing.secondStoppage, share: 0.0728 },
  ];
}

const secondHalfAt = (timing: Timing): number => 45 + timing.firstStoppage + timing.halfTime;

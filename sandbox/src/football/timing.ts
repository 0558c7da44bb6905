/** The clock of one match. Minutes are minutes of the match; `minuteMs` is the wall time of one. */
export type Timing = {
  readonly minuteMs: number;
  readonly firstStoppage: number;
  readonly halfTime: number;
  readonly secondStoppage: number;
  /** When the league's goals are scored; by default as in all leagues. */
  readonly shape?: GoalShape;
};

/** Shares of all goals: before half-time, and of those in its stoppage time. */
export type GoalShape = { readonly firstHalf: number; readonly firstStoppage: number };

/** Minutes from kick-off to the final whistle, half-time included. */
export const fullLength = (timing: Timing): number => secondHalfAt(timing) + 45 + timing.secondStoppage;
export const lengthMs = (timing: Timing): number => fullLength(timing) * timing.minuteMs;
/** Minutes from kick-off to the kick-off of the second half. */
export const secondHalfAt = (timing: Timing): number => 45 + timing.firstStoppage + timing.halfTime;

/** Returns the scoreboard's clock: `12'`, `45+1'`, `HT`, `90+3'`. */
export function scoreboardClock(timing: Timing, elapsed: number): string {
  if (elapsed < 45) return `${Math.floor(elapsed) + 1}'`;
  if (elapsed < 45 + timing.firstStoppage) return `45+${Math.floor(elapsed - 45) + 1}'`;
  if (elapsed < secondHalfAt(timing)) return 'HT';
  const second = elapsed - secondHalfAt(timing);
  return second < 45 ? `${46 + Math.floor(second)}'` : `90+${Math.floor(second - 45) + 1}'`;
}

/** Returns the share of a match's goals that is due by a minute. */
export function shareDue(timing: Timing, elapsed: number): number {
  let due = 0;
  for (const { from, to, share } of stretches(timing, goalShares(timing))) {
    if (elapsed >= to) due += share;
    else if (elapsed > from) due += (share * (elapsed - from)) / (to - from);
  }
  return Math.min(1, due);
}

/** Returns the minute by which a share of the goals is due: the inverse of `shareDue`, used to place goals. */
export const minuteOfShare = (timing: Timing, share: number): number => placed(timing, goalShares(timing), share);
/** The same for red cards, which come late in a half. */
export const minuteOfRed = (timing: Timing, share: number): number => placed(timing, RED_SHARES, share);

/** The share of goals scored before half-time. */
export const FIRST_HALF_SHARE = 0.442;
const FIRST_STOPPAGE_SHARE = 0.0342;

/** Shares up to a minute of the half; the last of a half is its stoppage time. Each table adds up to 1. */
type Shares = { readonly first: readonly Band[]; readonly second: readonly Band[] };
type Band = readonly [upTo: number | 'whistle', share: number];

// 15,829 goals, 2023/24–2025/26, per quarter of an hour; there are fewer goals in the first minutes of a half.
const GOAL_SHARES: Shares = {
  first: [
    [1, 0.0047],
    [3, 0.0143],
    [15, 0.1065],
    [30, 0.1392],
    [45, 0.1431],
    ['whistle', 0.0342],
  ],
  second: [
    [1, 0.0046],
    [15, 0.1561],
    [30, 0.1646],
    [45, 0.1599],
    ['whistle', 0.0728],
  ],
};

// 332 red cards of 2017/18: 27 % before half-time, half of them by the 68th minute.
const RED_SHARES: Shares = {
  first: [
    [15, 0.02],
    [30, 0.08],
    [45, 0.144],
    ['whistle', 0.03],
  ],
  second: [
    [15, 0.126],
    [23, 0.1],
    [35, 0.2],
    [45, 0.22],
    ['whistle', 0.08],
  ],
};

function goalShares({ shape }: Timing): Shares {
  if (!shape) return GOAL_SHARES;
  const open = (shape.firstHalf - shape.firstStoppage) / (FIRST_HALF_SHARE - FIRST_STOPPAGE_SHARE);
  const second = (1 - shape.firstHalf) / (1 - FIRST_HALF_SHARE);
  return {
    first: GOAL_SHARES.first.map(
      ([upTo, share]): Band => [upTo, upTo === 'whistle' ? shape.firstStoppage : share * open],
    ),
    second: GOAL_SHARES.second.map(([upTo, share]): Band => [upTo, share * second]),
  };
}

function placed(timing: Timing, shares: Shares, share: number): number {
  let left = share;
  for (const stretch of stretches(timing, shares)) {
    if (left < stretch.share) return stretch.from + (left / stretch.share) * (stretch.to - stretch.from);
    left -= stretch.share;
  }
  return fullLength(timing);
}

function stretches(timing: Timing, { first, second }: Shares): { from: number; to: number; share: number }[] {
  return [
    ...halfStretches(first, 0, timing.firstStoppage),
    ...halfStretches(second, secondHalfAt(timing), timing.secondStoppage),
  ];
}

function halfStretches(bands: readonly Band[], startsAt: number, stoppage: number) {
  let from = startsAt;
  return bands.map(([upTo, share]) => {
    const stretch = { from, to: startsAt + (upTo === 'whistle' ? 45 + stoppage : upTo), share };
    from = stretch.to;
    return stretch;
  });
}

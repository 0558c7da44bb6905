/** How long to wait before restarting a crashed process. */
export type RestartPace = {
  readonly firstMs: number;
  readonly longestMs: number;
  /** After a run of this length, the next crash counts as the first again. */
  readonly healthyAfterMs: number;
};

export const usualPace: RestartPace = { firstMs: 500, longestMs: 10_000, healthyAfterMs: 10_000 };

export type NextStart = { readonly crashesInARow: number; readonly pauseMs: number };

/** Returns a function that counts crashes and returns the pause before the next start, doubling up to the longest. */
export function pacedRestarts(pace: RestartPace): (ranForMs: number) => NextStart {
  let crashesInARow = 0;
  return (ranForMs) => {
    crashesInARow = ranForMs >= pace.healthyAfterMs ? 1 : crashesInARow + 1;
    return { crashesInARow, pauseMs: Math.min(pace.longestMs, pace.firstMs * 2 ** Math.min(crashesInARow - 1, 30)) };
  };
}

/** `api ended with exit code 1, crash 3 in a row. Next start in 2 seconds, at 2026-11-22T16:40:12Z.` */
export function crashText(what: string, { crashesInARow, pauseMs }: NextStart, now = new Date()): string {
  const count = crashesInARow > 1 ? `, crash ${crashesInARow} in a row` : '';
  const at = new Date(now.getTime() + pauseMs).toISOString().replace(/\.\d+Z$/, 'Z');
  return `${what}${count}. Next start in ${pauseMs / 1000} seconds, at ${at}.`;
}

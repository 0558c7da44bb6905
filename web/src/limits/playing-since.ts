/** How long somebody has been playing is kept for all tabs, and over a reload; a pause of a quarter of an hour ends it. */
const key = 'playing';
const pauseMs = 15 * 60_000;

type Playing = { readonly user: string; readonly since: number; readonly seen: number };

/** Since when this bettor plays without a longer pause (ms since the epoch); it begins now when they did not. To be called now and then. */
export function playingSince(user: string, now: number): number {
  const kept = read();
  const goesOn = kept?.user === user && now - kept.seen < pauseMs && kept.since <= now;
  const playing: Playing = { user, since: goesOn ? kept.since : now, seen: now };
  localStorage.setItem(key, JSON.stringify(playing));
  return playing.since;
}

function read(): Playing | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isPlaying(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

const isPlaying = (kept: unknown): kept is Playing =>
  typeof kept === 'object' &&
  kept !== null &&
  'user' in kept &&
  'since' in kept &&
  'seen' in kept &&
  typeof kept.since === 'number' &&
  typeof kept.seen === 'number';

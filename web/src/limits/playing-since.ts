// Shared by all tabs, and survives a reload; 15 minutes without activity end the session.
const key = 'playing';
const pauseMs = 15 * 60_000;

type Playing = { readonly user: string; readonly since: number; readonly seen: number };

/** When the bettor's current session began, in ms since the epoch; now if there is none. Call it regularly: a call counts as activity. */
export function playingSince(user: string, now: number): number {
  const stored = read();
  const isSame = stored?.user === user && now - stored.seen < pauseMs && stored.since <= now;
  const playing: Playing = { user, since: isSame ? stored.since : now, seen: now };
  localStorage.setItem(key, JSON.stringify(playing));
  return playing.since;
}

function read(): Playing | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isPlaying(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

const isPlaying = (value: unknown): value is Playing =>
  typeof value === 'object' &&
  value !== null &&
  'user' in value &&
  'since' in value &&
  'seen' in value &&
  typeof value.since === 'number' &&
  typeof value.seen === 'number';

// Shared by all tabs, and survives a reload; 15 minutes without activity end the session.
const key = 'playing';
const pauseMs = 15 * 60_000;

type Playing = {
  readonly user: string;
  readonly since: number;
  readonly seen: number;
  /** When the last reality check was dismissed; missing until the first one. */
  readonly checkedAt?: unknown;
};

/** When the session began, and when its last reality check was dismissed, at first also the beginning; in ms since the epoch. */
export type PlaySession = { readonly since: number; readonly checkedAt: number };

/** Returns the bettor's current session, which begins now if there is none. Call it regularly: a call counts as activity. */
export function playSession(user: string, now: number): PlaySession {
  const stored = read();
  const isSame = stored?.user === user && now - stored.seen < pauseMs && stored.since <= now;
  const playing = isSame ? { ...stored, seen: now } : { user, since: now, seen: now };
  localStorage.setItem(key, JSON.stringify(playing));
  const { since } = playing;
  const checkedAt = isSame && typeof stored.checkedAt === 'number' ? stored.checkedAt : since;
  return { since, checkedAt };
}

/** Remembers that the bettor has dismissed a reality check, for all tabs and over reloads. */
export function recordRealityCheck(user: string, now: number): void {
  const stored = read();
  if (stored?.user === user) localStorage.setItem(key, JSON.stringify({ ...stored, checkedAt: now }));
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

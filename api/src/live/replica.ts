import { isUrgent, type LogoOf, type MatchRow, viewMatchRow } from '@touchline/core/contract';
import { hours, type Instant, minutes, seconds } from '@touchline/core/instant';
import type { Closure } from '@touchline/core/matches';
import type { Db } from '@touchline/store/connect';
import {
  type LeagueFeedRecord,
  type MatchRecord,
  matchesChannel,
  matchesSince,
  readClosures,
  readFeeds,
  replicaSnapshot,
  shownAfterEndMs,
} from '@touchline/store/matches';
import { type FeedStatus, feedStatus } from './feed-status.ts';
import { listenForWakeUps } from './wake-up.ts';

/** All matches on offer, as of the version `n`, read from the database as it changes. */
export type Replica = {
  readonly isLoaded: () => boolean;
  readonly n: () => number;
  /** The rows that screens show now. */
  readonly rows: () => readonly MatchRow[];
  readonly row: (id: string) => MatchRow | undefined;
  /** Rows with a version above `n`, removed ones included; all rows for 0, or if too many removals were forgotten. */
  readonly since: (n: number) => { readonly rows: readonly MatchRow[]; readonly isAll: boolean };
  readonly feed: () => FeedStatus;
  /** Where betting was closed last, also what was opened since. */
  readonly closures: () => readonly Closure[];
  /** When the database was last read; `undefined` before the first time. */
  readonly readAt: () => Instant | undefined;
  /** Reads the database now. Returns whether that succeeded. */
  readonly catchUp: () => Promise<boolean>;
  readonly onChange: (listener: (change: ReplicaChange) => void) => void;
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
};
export type ReplicaChange = {
  readonly rows: readonly MatchRow[];
  readonly urgency: 'at once' | 'with the next tick';
  /** When the database first notified of it, or when it was read if the notification was lost. */
  readonly since: Instant;
};

export type ReplicaOptions = {
  readonly db: Db;
  readonly databaseUrl: string;
  readonly now: () => Instant;
  readonly onError: (error: unknown) => void;
  readonly logoOf?: LogoOf;
};

const readEveryMs = seconds(1);
/** How long before kick-off a match is listed. */
export const shownAheadMs = hours(60 * 24);
/** The most matches listed; those that kick off first. */
export const mostShown = 1_000;
/** How long a removed match is remembered. */
const tombstoneMs = minutes(5);

type Known = {
  readonly row: MatchRow;
  readonly kickoffAt: Instant;
  /** Too far ahead to be listed yet; once listed, a match stays. */
  readonly isFar: boolean;
  readonly goneAt: Instant | null;
  readonly endedAt: Instant | null;
};

/** The matches that were read so far, and which of them are listed. */
type MatchList = {
  readonly n: () => number;
  readonly shown: () => readonly MatchRow[];
  readonly row: (id: string) => MatchRow | undefined;
  readonly since: Replica['since'];
  readonly load: (records: readonly MatchRecord[], seq: number, closures: readonly Closure[]) => void;
  /** Takes changed records in; returns every row that changes on screens, and whether one of them cannot wait. */
  readonly apply: (
    records: readonly MatchRecord[],
    closures: readonly Closure[],
  ) => { readonly rows: readonly MatchRow[]; readonly isUrgent: boolean };
};

function createMatchList({ now, logoOf }: Pick<ReplicaOptions, 'now' | 'logoOf'>): MatchList {
  const known = new Map<string, Known>();
  let n = 0;
  /** A reader below this version may have missed a removed row that was forgotten. */
  let horizon = 0;

  const knownFrom = ({ match, seq, endedAt }: MatchRecord, closures: readonly Closure[]): Known => {
    const isFar = (known.get(match.id)?.isFar ?? true) && match.kickoffAt - now() > shownAheadMs;
    const row = viewMatchRow(match, seq, closures, logoOf);
    return { row, kickoffAt: match.kickoffAt, isFar, goneAt: null, endedAt };
  };

  /** Lists matches whose kick-off has come near, with the version of the change they are sent with. */
  const listNear = (): readonly MatchRow[] => {
    const near: MatchRow[] = [];
    for (const [id, match] of known) {
      if (!match.isFar || match.kickoffAt - now() > shownAheadMs) continue;
      const row = { ...match.row, s: n };
      known.set(id, { ...match, row, isFar: false });
      near.push(row);
    }
    return near;
  };

  /**
   * Removes matches that ended long enough ago. Nothing changes in the database, so their last row takes the higher version of the
   * change it is sent with.
   */
  const removeEnded = (): readonly MatchRow[] => {
    const time = now();
    const removed: MatchRow[] = [];
    for (const [id, match] of known) {
      const { row, goneAt, endedAt } = match;
      if (goneAt !== null) {
        if (time - goneAt < tombstoneMs) continue;
        known.delete(id);
        horizon = Math.max(horizon, row.s);
      } else if (endedAt !== null && time - endedAt > shownAfterEndMs && row.s < n) {
        const last = { ...row, s: n, gone: true };
        known.set(id, { ...match, row: last, goneAt: time });
        removed.push(last);
      }
    }
    return removed;
  };

  const isShown = ({ goneAt, endedAt, isFar }: Known): boolean =>
    !isFar && goneAt === null && (endedAt === null || now() - endedAt <= shownAfterEndMs);
  const shown = (): readonly MatchRow[] => {
    const listed = [...known.values()].filter(isShown);
    if (listed.length > mostShown) listed.sort((a, b) => a.kickoffAt - b.kickoffAt);
    return listed.slice(0, mostShown).map(({ row }) => row);
  };

  return {
    n: () => n,
    shown,
    row: (id) => {
      const match = known.get(id);
      return match && isShown(match) ? match.row : undefined;
    },
    since: (from) => {
      if (from === 0 || from < horizon || from > n) return { rows: shown(), isAll: true };
      const rows = [...known.values()].filter(({ isFar, row }) => !isFar && row.s > from).map(({ row }) => row);
      return { rows: rows.sort((a, b) => a.s - b.s), isAll: false };
    },
    load: (records, seq, closures) => {
      for (const record of records) known.set(record.match.id, knownFrom(record, closures));
      n = seq;
      horizon = seq;
    },
    apply: (records, closures) => {
      const rows: MatchRow[] = [];
      let isAnyUrgent = false;
      for (const record of records) {
        const match = knownFrom(record, closures);
        const { row, isFar } = match;
        if (!isFar) isAnyUrgent ||= isUrgent(known.get(row.id)?.row, row);
        known.set(row.id, match);
        if (!isFar) rows.push(row);
        n = Math.max(n, record.seq);
      }
      return { rows: [...rows, ...listNear(), ...removeEnded()], isUrgent: isAnyUrgent };
    },
  };
}

export function createReplica(options: ReplicaOptions): Replica {
  const { db, databaseUrl, now, onError } = options;
  const list = createMatchList(options);
  const listeners: ((change: ReplicaChange) => void)[] = [];
  let isLoaded = false;
  let feeds: readonly LeagueFeedRecord[] = [];
  let closures: readonly Closure[] = [];
  let areFeedsDue = true;
  let wokenAt: Instant | undefined;
  let readAt: Instant | undefined;
  let timer: NodeJS.Timeout | undefined;
  let wakeUp: { close: () => Promise<void> } | undefined;

  const load = async (): Promise<void> => {
    const snapshot = await replicaSnapshot(db, now());
    closures = await readClosures(db);
    list.load(snapshot.matches, snapshot.seq, closures);
    isLoaded = true;
  };

  const readChanges = async (since: Instant): Promise<void> => {
    const records = await matchesSince(db, list.n());
    // A closure changes its matches too: read after them, it is never older than they are.
    if (records.length > 0 || areFeedsDue) closures = await readClosures(db);
    if (records.length === 0) return;
    const { rows, isUrgent: isAnyUrgent } = list.apply(records, closures);
    if (rows.length === 0) return;
    const change = { rows, urgency: isAnyUrgent ? 'at once' : 'with the next tick', since } as const;
    for (const listener of listeners) listener(change);
  };

  const readOnce = async (): Promise<void> => {
    const begunAt = now();
    const since = wokenAt ?? begunAt;
    wokenAt = undefined;
    try {
      await (isLoaded ? readChanges(since) : load());
    } catch (error) {
      wokenAt = since;
      throw error;
    }
    readAt = begunAt;
    if (!areFeedsDue) return;
    areFeedsDue = false;
    feeds = await readFeeds(db);
  };

  const reader = oneAtATime(() => readOnce().catch(onError));

  return {
    isLoaded: () => isLoaded,
    n: list.n,
    rows: list.shown,
    row: list.row,
    since: list.since,
    feed: () => feedStatus(feeds, new Set(list.shown().map((row) => row.league.key)), now()),
    closures: () => closures,
    readAt: () => readAt,
    catchUp: async () => {
      const askedAt = now();
      await reader.read();
      return readAt !== undefined && readAt >= askedAt;
    },
    onChange: (listener) => {
      listeners.push(listener);
    },
    start: async () => {
      const onWake = () => {
        wokenAt ??= now();
        void reader.read();
      };
      wakeUp = listenForWakeUps({ databaseUrl, channel: matchesChannel, onWake, onError });
      timer = setInterval(() => {
        areFeedsDue = true;
        void reader.read();
      }, readEveryMs);
      await reader.read();
    },
    close: async () => {
      clearInterval(timer);
      await wakeUp?.close();
      await reader.ended();
    },
  };
}

/** A call during a reading leads to one more after it. */
function oneAtATime(readOnce: () => Promise<void>) {
  let reading: Promise<void> | undefined;
  let isDue = false;
  return {
    read: (): Promise<void> => {
      isDue = true;
      reading ??= (async () => {
        while (isDue) {
          isDue = false;
          await readOnce();
        }
        reading = undefined;
      })();
      return reading;
    },
    ended: async (): Promise<void> => reading,
  };
}

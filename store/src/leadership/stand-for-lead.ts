import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { openClient } from '../database-client.ts';
import { leadLock, termLock, writesLock } from './lead-locks.ts';

/** A period of leading, until the session that holds the lock ends. */
export type Term = {
  /** Identifies the term for `fencedDb`. */
  readonly token: number;
};

export type StandForLeadOptions = {
  /** Must be a direct connection; a pooler that shares sessions between transactions does not work. */
  readonly databaseUrl: string;
  /**
   * Called when this process leads. Returns how to stop, which is called as soon as the lead is lost; from then on it must not act
   * as leader.
   */
  readonly onLead: (term: Term) => () => Promise<void>;
  /** Called for a broken connection, which is opened again. */
  readonly onError: (error: unknown) => void;
  /** How long a silent leader keeps the lead before the database ends its session. */
  readonly silenceMs?: number;
};

export type Candidacy = {
  /** Stops leading in order and releases the lead, so that another process takes it at once. */
  readonly close: () => Promise<void>;
};

const askEveryMs = 1_000;

/**
 * Stands for leader until closed: of all processes that do so on one database, at most one leads. The lead is a session lock. It
 * ends with the process or the connection, and also when the process hangs or is cut off, because the leader must be heard
 * regularly. A leader stops as soon as it notices; until then `fencedDb` refuses its writes.
 */
export function standForLead(options: StandForLeadOptions): Candidacy {
  const closing = new AbortController();
  const standing = stand(options, closing.signal);
  return {
    close: async () => {
      closing.abort();
      await standing;
    },
  };
}

async function stand(options: StandForLeadOptions, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    await standOnce(options, closing).catch(options.onError);
    await untilNext(closing);
  }
}

/** Runs one connection from start to end. */
async function standOnce(options: StandForLeadOptions, closing: AbortSignal): Promise<void> {
  const { databaseUrl, onLead, silenceMs = 4_000 } = options;
  const client = openClient(databaseUrl, {
    application_name: 'touchline-leader',
    connectionTimeoutMillis: silenceMs,
  });
  const lost = new AbortController();
  client.on('error', (error) => lost.abort(error));
  client.on('end', () => lost.abort());
  const ends = AbortSignal.any([closing, lost.signal]);
  try {
    await client.connect();
    // Only the login role itself may terminate sessions of its kind.
    await client.query(`set role none; set idle_session_timeout = ${silenceMs}`);
    const token = await termOf(client, ends, silenceMs);
    if (token === undefined) return;
    const stop = onLead({ token });
    await hold(client, ends, silenceMs).catch(options.onError);
    const stopped = new AbortController();
    const stopping = stop().finally(() => stopped.abort());
    // When asked to end, it leads until its work has ended.
    await hold(client, AbortSignal.any([stopped.signal, lost.signal]), silenceMs).catch(options.onError);
    await stopping;
  } finally {
    await end(client, silenceMs);
  }
}

/** Waits for the lead and ends the former leader's transactions. Returns the term's token. */
async function termOf(client: Client, ends: AbortSignal, silenceMs: number): Promise<number | undefined> {
  const token = randomInt(1, 2 ** 31);
  await ask(client, `select pg_advisory_lock(${termLock}, ${token})`, silenceMs);
  for (; !ends.aborted; await untilNext(ends)) {
    const { rows } = await ask(client, `select pg_try_advisory_lock(${leadLock}) as leads`, silenceMs);
    if (rows[0]?.['leads'] !== true) continue;
    // A hanging transaction would keep its locks, and those queued behind it would get them one by one.
    await ask(client, endWrites, silenceMs);
    await ask(client, `begin; select pg_advisory_xact_lock(${writesLock}); commit`, silenceMs);
    return token;
  }
  return undefined;
}

const endWrites = `select pg_terminate_backend(pid) from pg_locks
  where locktype = 'advisory' and objsubid = 1 and pid <> pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32 | objid::bigint) = ${writesLock}::bigint`;

/** Signals the database regularly until stopped or unanswered. */
async function hold(client: Client, ends: AbortSignal, silenceMs: number): Promise<void> {
  for (; !ends.aborted; await untilNext(ends)) await ask(client, 'select 1', silenceMs);
}

/** An unanswered query counts as a lost connection; the socket is destroyed, because the other end may still live. */
async function ask(client: Client, statement: string, withinMs: number) {
  const late = setTimeout(() => destroy(client), withinMs);
  try {
    return await client.query<Record<string, unknown>>(statement);
  } finally {
    clearTimeout(late);
  }
}

async function end(client: Client, withinMs: number): Promise<void> {
  const late = setTimeout(() => destroy(client), withinMs);
  await client.end().catch(() => {});
  clearTimeout(late);
}

const destroy = (client: Client): void => {
  client.connection.stream.destroy();
};

const untilNext = (ends: AbortSignal): Promise<void> => pause(askEveryMs, undefined, { signal: ends }).catch(() => {});

import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { leadLock, termLock, writesLock } from './lead-locks.ts';

/** The time from election to the end of the session that holds the lock. */
export type Term = {
  /** What `fencedDb` knows it by. */
  readonly token: number;
};

export type StandForLeadOptions = {
  /** Of a connection that is one session from end to end: a pooler that shares sessions between transactions will not do. */
  readonly databaseUrl: string;
  /**
   * This process leads from now on. Gives how to stop, which is called as soon as the lead is lost: from then on it must do
   * nothing of what only a leader does.
   */
  readonly onLead: (term: Term) => () => Promise<void>;
  /** Told of a broken connection; it is made again. */
  readonly onError: (error: unknown) => void;
  /** After a leader was not heard of for so long, the database ends its session and another leads. */
  readonly silenceMs?: number;
};

export type Candidacy = {
  /** Stops leading in order, and then gives the lead back, so that another takes it at once. */
  readonly close: () => Promise<void>;
};

const askEveryMs = 1_000;

/**
 * Stands for leader until it is closed: of all processes that do so on one database, at most one leads. The lead is a lock of a
 * session of its own. It ends with the process, with the connection, and, since the leader has to be heard of every so often,
 * also when the process hangs or its machine is cut off. A leader stops as soon as it knows, and at the latest when it wakes up;
 * what it would write meanwhile is refused by `fencedDb`.
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

/** From connect to the end of the connection. */
async function standOnce(options: StandForLeadOptions, closing: AbortSignal): Promise<void> {
  const { databaseUrl, onLead, silenceMs = 4_000 } = options;
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'touchline-leader',
    keepAlive: true,
    connectionTimeoutMillis: silenceMs,
  });
  const lost = new AbortController();
  client.on('error', (error) => lost.abort(error));
  client.on('end', () => lost.abort());
  const ends = AbortSignal.any([closing, lost.signal]);
  try {
    await client.connect();
    // As who it logged in, not in a role of that: only so it may end sessions of its kind.
    await client.query(`set role none; set idle_session_timeout = ${silenceMs}`);
    const token = await termOf(client, ends, silenceMs);
    if (token === undefined) return;
    const stop = onLead({ token });
    await hold(client, ends, silenceMs).catch(options.onError);
    const stopped = new AbortController();
    const stopping = stop().finally(() => stopped.abort());
    // Told to end, it still leads until what it does has ended.
    await hold(client, AbortSignal.any([stopped.signal, lost.signal]), silenceMs).catch(options.onError);
    await stopping;
  } finally {
    await end(client, silenceMs);
  }
}

/** Waits for the lead, and ends what the leader before was about to write. Gives the term's token. */
async function termOf(client: Client, ends: AbortSignal, silenceMs: number): Promise<number | undefined> {
  const token = randomInt(1, 2 ** 31);
  await ask(client, `select pg_advisory_lock(${termLock}, ${token})`, silenceMs);
  for (; !ends.aborted; await untilNext(ends)) {
    const { rows } = await ask(client, `select pg_try_advisory_lock(${leadLock}) as leads`, silenceMs);
    if (rows[0]?.['leads'] !== true) continue;
    // One that hangs would keep its locks, and those that wait in line for them would get them one after the other.
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

/** Lets the database hear of this process until it is told to stop or is not answered in time. */
async function hold(client: Client, ends: AbortSignal, silenceMs: number): Promise<void> {
  for (; !ends.aborted; await untilNext(ends)) await ask(client, 'select 1', silenceMs);
}

/** What is not answered in time counts as lost; the socket is closed, as its other end may live. */
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

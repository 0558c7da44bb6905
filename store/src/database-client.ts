import type { Socket } from 'node:net';
import { Client, type ClientConfig, DatabaseError } from 'pg';
import { readDatabaseUrl } from './database-url.ts';
import { isRefusedAfterFailure } from './failures.ts';

/** Why we ended a connection: its server does not answer, or accepts no writes. */
export type DropReason = 'silent' | 'read-only';

export type WatchOptions = {
  /**
   * How long a statement may be unanswered before its server is asked over another connection. If that is not answered within the
   * same time (or the URL's `connect_timeout`) either, all silent connections are dropped. Default: 2 seconds.
   */
  readonly silenceMs?: number | undefined;
  /** How long a statement may be unanswered even if its server answers others; default: no limit. */
  readonly unansweredMs?: number | undefined;
  readonly onDropped?: ((reason: DropReason) => void) | undefined;
};

const lastFailures = new WeakMap<object, DatabaseError>();

/**
 * Returns why a transaction failed. Statements are sent together, and after the one that failed PostgreSQL refuses the others: the
 * caller may see such a refusal first.
 */
export const causeOf = (error: unknown, client: object): unknown =>
  isRefusedAfterFailure(error) ? (lastFailures.get(client) ?? error) : error;

export type ClientClass = new (config?: ClientConfig) => Client;

/** How often silence is measured within `silenceMs`. */
const ticksOfSilence = 4;
/** How long the server may take to close a connection that we end. */
const goodbyeMs = 500;
/** How long connecting may take, unless the URL says otherwise. */
const usualConnectMs = 3_000;

/**
 * Returns a class of clients for a database URL with one or several servers. Each client connects to the server that last worked and
 * accepts writes, and a failed attempt makes the next client use the next one. A connection ends with an error as soon as its server
 * is silent, a standby or read-only. TCP alone would take up to a quarter of an hour to notice a server that has vanished.
 */
export function clientClass(databaseUrl: string, options: WatchOptions = {}): ClientClass {
  const known = readDatabaseUrl(databaseUrl);
  if (!known) throw new TypeError('not a URL of PostgreSQL');
  const { urls, mustAcceptWrites } = known;
  const { silenceMs = 2_000, unansweredMs, onDropped } = options;
  const { connectWithinMs = usualConnectMs } = known;
  // The check of a silent server opens a connection.
  const answersWithinMs = known.connectWithinMs ?? silenceMs;
  let chosen = 0;

  class WatchedClient extends Client {
    readonly server: string;

    constructor(config: ClientConfig = {}) {
      const server = urls[chosen] ?? urls[0];
      super({
        ...config,
        connectionTimeoutMillis: Math.min(config.connectionTimeoutMillis ?? connectWithinMs, connectWithinMs),
        connectionString: server,
        keepAlive: true,
        keepAliveInitialDelayMillis: 5_000,
      });
      this.server = server;
      if (config.pipeline) sendTogether(this);
      const { connection } = this;
      // PostgreSQL reports both settings when a session begins and whenever they change.
      connection.on('parameterStatus', ({ parameterName: name, parameterValue: value }: ParameterStatus) => {
        const isReadOnly = name === 'in_hot_standby' || name === 'default_transaction_read_only';
        if (mustAcceptWrites && isReadOnly && value === 'on') dropServer(server);
      });
      connection.on('errorMessage', (error: DatabaseError) => {
        if (!isRefusedAfterFailure(error)) lastFailures.set(this, error);
        if (isConnecting(this)) useAnotherServer(server);
        // The caller gets this error first, and no other connection to this server is worth keeping.
        if (error.code === readOnlyTransaction && mustAcceptWrites) setImmediate(() => dropServer(server));
      });
      connection.once('connect', () => watch.add(this));
      connection.once('error', () => useAnotherServer(server));
      connection.once('end', () => {
        if (!isEnding(this)) useAnotherServer(server);
        watch.remove(this);
      });
    }

    // A server that does not close its end would keep the process alive.
    override end(): Promise<void>;
    override end(callback: (error: Error) => void): void;
    override end(callback?: (error: Error) => void): Promise<void> | void {
      const late = setTimeout(() => this.connection.stream.destroy(), goodbyeMs).unref();
      this.connection.once('end', () => clearTimeout(late));
      return callback ? super.end(callback) : super.end();
    }
  }

  const useAnotherServer = (failed: string): void => {
    if (urls[chosen] === failed) chosen = (chosen + 1) % urls.length;
  };
  const drop = (client: Watched, reason: DropReason): void => {
    watch.remove(client);
    useAnotherServer(client.server);
    onDropped?.(reason);
    // The rest of the greeting may have arrived with the setting that refuses it.
    if (isConnecting(client)) client.connection.removeAllListeners('readyForQuery');
    client.connection.stream.destroy(dropError(reason));
  };
  const dropServer = (server: string): void => {
    for (const client of watch.open()) if (client.server === server) drop(client, 'read-only');
  };
  const watch = watchSilence({
    silenceMs,
    answersWithinMs,
    unansweredMs,
    onSilent: (client) => drop(client, 'silent'),
  });
  return WatchedClient;
}

/** Makes a client send the statements of one turn of the event loop with one system call. */
function sendTogether(client: Client): void {
  const query: (...args: readonly unknown[]) => unknown = client.query.bind(client);
  let isCorked = false;
  Reflect.set(client, 'query', (...args: readonly unknown[]) => {
    const { stream } = client.connection;
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      process.nextTick(() => {
        isCorked = false;
        stream.uncork();
      });
    }
    return query(...args);
  });
}

type Watched = Client & { readonly server: string };
/** Ticks in a row without an answer; `sinceCheck` starts over when the server answers a check. `bytes`: read so far. */
type Silence = { ticks: number; sinceCheck: number; bytes: number };
type SilenceOptions = Pick<WatchOptions, 'unansweredMs'> & {
  readonly silenceMs: number;
  readonly answersWithinMs: number;
  readonly onSilent: (client: Watched) => void;
};

/** Finds the open connections whose server does not answer. */
function watchSilence({ silenceMs, answersWithinMs, unansweredMs, onSilent }: SilenceOptions) {
  const everyMs = silenceMs / ticksOfSilence;
  const open = new Map<Watched, Silence>();
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;

  // Counts ticks, not time: a process that was suspended has not been waiting.
  const measure = (): void => {
    for (const [client, silence] of open) {
      const { bytesRead } = client.connection.stream as Socket;
      const isSilent = awaitsAnswer(client) && bytesRead === silence.bytes;
      silence.bytes = bytesRead;
      silence.ticks = isSilent ? silence.ticks + 1 : 0;
      silence.sinceCheck = isSilent ? silence.sinceCheck + 1 : 0;
      if (unansweredMs !== undefined && silence.ticks * everyMs > unansweredMs) onSilent(client);
    }
    const silent = [...open].find(([, { sinceCheck }]) => sinceCheck > ticksOfSilence);
    if (silent && !isChecking) void check(silent[0].server);
  };
  const check = async (server: string): Promise<void> => {
    isChecking = true;
    const answers = await isAnswering(server, answersWithinMs);
    isChecking = false;
    for (const [client, silence] of open) {
      if (client.server !== server || silence.sinceCheck <= ticksOfSilence) continue;
      if (answers) silence.sinceCheck = 0;
      else onSilent(client);
    }
  };

  return {
    open: (): Iterable<Watched> => open.keys(),
    add: (client: Watched): void => {
      open.set(client, { ticks: 0, sinceCheck: 0, bytes: 0 });
      timer ??= setInterval(measure, everyMs).unref();
    },
    remove: (client: Watched): void => {
      open.delete(client);
      if (open.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** Opens a client of its own, for what needs a session. */
export const openClient = (databaseUrl: string, config: ClientConfig & WatchOptions = {}): Client =>
  new (clientClass(databaseUrl, config))(config);

/** Connects a client of its own to the first server that accepts it. */
export async function connectClient(databaseUrl: string, config: ClientConfig & WatchOptions = {}): Promise<Client> {
  const Clients = clientClass(databaseUrl, config);
  const servers = readDatabaseUrl(databaseUrl)?.urls.length ?? 1;
  for (let attempt = 1; ; attempt += 1) {
    const client = new Clients(config);
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end();
      if (attempt >= servers) throw error;
    }
  }
}

/** Returns the URL of the first server that accepts writes, for tools that know one server. */
export async function findWritableServer(databaseUrl: string): Promise<string> {
  const client = await connectClient(databaseUrl);
  await client.end();
  return (client as Client & { readonly server: string }).server;
}

type ParameterStatus = { readonly parameterName: string; readonly parameterValue: string };

/** SQLSTATE of a write that the server refuses because it is a standby or read-only. */
export const readOnlyTransaction = '25006';

const dropError = (reason: DropReason): Error =>
  reason === 'silent'
    ? Object.assign(new Error('Connection terminated: the database does not answer'), { code: 'ETIMEDOUT' })
    : Object.assign(new Error('Connection terminated: the database accepts no writes'), { code: readOnlyTransaction });

/** pg has no public name for these. */
type Internals = {
  readonly _activeQuery: unknown;
  readonly _queryQueue: readonly unknown[];
  readonly _sentQueryQueue: readonly unknown[];
  readonly _ending: boolean;
  readonly _connecting: boolean;
};
const internals = (client: Client): Internals => client as unknown as Internals;
const isConnecting = (client: Client): boolean => internals(client)._connecting;
const isEnding = (client: Client): boolean => internals(client)._ending;
function awaitsAnswer(client: Client): boolean {
  const { _activeQuery, _queryQueue, _sentQueryQueue } = internals(client);
  return Boolean(_activeQuery) || _queryQueue.length > 0 || _sentQueryQueue.length > 0;
}

/** Whether a server answers at all, if only with an error such as too many connections. */
async function isAnswering(connectionString: string, withinMs: number): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: withinMs, query_timeout: withinMs });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    return error instanceof DatabaseError;
  } finally {
    client.connection.stream.destroy();
  }
}

import type { Pool, PoolClient } from 'pg';

/** A fault at the n-th statement from now: the connection breaks before it is sent, or after its answer was sent. */
export type Fault = { readonly afterStatements: number; readonly when: 'before sending' | 'after the answer' };

export type FaultyPool = {
  /** Replaces the real pool where only sessions are needed. */
  readonly pool: Pool;
  /** Breaks a line once, after so many more statements. */
  readonly plan: (fault: Fault) => void;
  /** How many lines have been broken. */
  readonly broken: () => number;
};

/** Sessions of a real pool whose network fails at planned statements: the socket is destroyed, as a dead network does it. */
export function createFaultyPool(real: Pool): FaultyPool {
  let planned: { left: number; when: Fault['when'] } | undefined;
  let broken = 0;

  const strike = (client: PoolClient): void => {
    broken += 1;
    planned = undefined;
    socketOf(client).destroy();
  };
  const isDue = (when: Fault['when']): boolean => planned !== undefined && planned.left <= 0 && planned.when === when;

  const withFaults = (client: PoolClient): PoolClient => {
    const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const query = async (...args: unknown[]): Promise<unknown> => {
      if (planned) planned.left -= 1;
      if (isDue('before sending')) strike(client);
      const isStruckAfter = isDue('after the answer');
      const answer = await send(...args);
      if (!isStruckAfter) return answer;
      strike(client);
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
    };
    return new Proxy(client, {
      get: (target, name) => {
        if (name === 'query') return query;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };

  const pool = new Proxy(real, {
    get: (target, name) => {
      if (name === 'connect') return async () => withFaults(await target.connect());
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    pool,
    plan: ({ afterStatements, when }) => {
      planned = { left: afterStatements, when };
    },
    broken: () => broken,
  };
}

// The socket is no public member of a session; a test that cuts the line needs it.
const socketOf = (client: PoolClient) =>
  (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream;

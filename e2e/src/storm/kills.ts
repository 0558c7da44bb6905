import { setTimeout as pause } from 'node:timers/promises';
import type { PlaceBetRequest } from '@touchline/core/contract';
import type { Store } from '@touchline/store/connect';
import { databasePid } from '../database-process.ts';
import type { OpenProduct } from '../open-product.ts';
import { sendOnce } from './call.ts';
import { pickFrom, randomFrom } from './random.ts';

export const targets = ['api', 'worker', 'postgres', 'a session of postgres', 'all at once'] as const;
export type Target = (typeof targets)[number];
export type Kill = {
  readonly target: Target;
  /** Seconds since the storm began. */
  readonly at: number;
  /** Seconds from the kill until a request that reads the caller's account was answered, and until a new bet was acknowledged. */
  readonly answered: number;
  readonly betTaken: number;
  /** Seconds until a worker led and confirmed prices again. */
  readonly pricesConfirmed: number;
};

export type Storm = {
  readonly product: OpenProduct;
  readonly store: Store;
  readonly prober: { readonly token: string };
  readonly offer: readonly PlaceBetRequest['matches'][number][];
  readonly say: (line: string) => void;
};

const backWithinMs = 120_000;
const probeEveryMs = 50;

/** Kills one target after the other, each once the product has recovered from the last one and a seeded pause is over. */
export async function killInTurn(
  storm: Storm,
  order: {
    readonly seed: number;
    /** The next target; `any`: the seed chooses one; `undefined` ends the kills. */
    readonly more: (killed: number) => Target | 'any' | undefined;
    readonly onKill: (kill: Kill) => void;
  },
): Promise<void> {
  const random = randomFrom(order.seed);
  const began = performance.now();
  let killed = 0;
  for (let next = order.more(killed); next !== undefined; next = order.more(killed)) {
    await pause(2_000 + random() * 6_000);
    const target = next === 'any' ? pickFrom(random, targets) : next;
    const kill = await killOnce(storm, target, `probe-${killed}`, began);
    killed += 1;
    order.onKill(kill);
    storm.say(lineOf(kill, killed));
  }
}

const lineOf = ({ target, at, answered, betTaken, pricesConfirmed }: Kill, number: number): string =>
  `kill ${number} at ${at.toFixed(0)} s: ${target}; answered after ${answered.toFixed(1)} s, bet after ${betTaken.toFixed(1)} s, prices after ${pricesConfirmed.toFixed(1)} s`;

async function killOnce(storm: Storm, target: Target, key: string, began: number): Promise<Kill> {
  const { product, store } = storm;
  const pids = await pidsOf(storm, target);
  const before = await confirmedAt(store);
  const at = performance.now();
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  const since = async (what: string, isBack: () => Promise<boolean>): Promise<number> => {
    while (!(await isBack().catch(() => false))) {
      if (performance.now() - at > backWithinMs) {
        throw new NotBack(`${what} did not come back within ${backWithinMs / 1000} seconds after a kill of ${target}`);
      }
      await pause(probeEveryMs);
    }
    return (performance.now() - at) / 1000;
  };
  // The killed process itself may still answer for a moment: only another one counts.
  const isReplaced = () =>
    target === 'worker' || target === 'a session of postgres' || pids.every((pid) => !lives(pid));
  const [answered, betTaken, pricesConfirmed] = await Promise.all([
    since('the api', async () => {
      if (!isReplaced()) return false;
      const headers = { authorization: `Bearer ${storm.prober.token}` };
      return (await fetch(`${product.url}/auth/me`, { headers, signal: AbortSignal.timeout(2_000) })).ok;
    }),
    since('betting', async () => {
      const [pick] = storm.offer;
      if (!isReplaced() || !pick) return false;
      const body = { stake: 1, oddsPolicy: 'any', matches: [pick] };
      const outcome = await sendOnce(product.url, storm.prober.token, { kind: 'bet', key, body }, 2_000);
      return typeof outcome !== 'string' && outcome.ok;
    }),
    since(
      'the leader',
      async () => (await confirmedAt(store)) > before && (target !== 'worker' || !lives(pids[0] ?? 0)),
    ),
  ]);
  return { target, at: (at - began) / 1000, answered, betTaken, pricesConfirmed };
}

/** A process of the product did not recover by itself. */
export class NotBack extends Error {
  override readonly name = 'NotBack';
}

async function pidsOf({ product, store }: Storm, target: Target): Promise<readonly number[]> {
  const postgres = () => databasePid(product.dataFolder);
  switch (target) {
    case 'api':
      return [product.api.pid];
    case 'worker':
      return [product.worker.pid];
    case 'postgres':
      return [postgres()];
    case 'all at once':
      return [postgres(), product.api.pid, product.worker.pid];
    case 'a session of postgres': {
      const { rows } = await store.pool.query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name in ('touchline-api', 'touchline-worker') order by pid limit 1",
      );
      return rows.map(({ pid }) => pid);
    }
  }
}

async function confirmedAt({ pool }: Store): Promise<number> {
  const { rows } = await pool.query<{ at: number | null }>(
    "select date_part('epoch', max(confirmed_at))::float8 as at from league_feeds",
  );
  return rows[0]?.at ?? 0;
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

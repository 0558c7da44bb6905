import type { Store } from '@touchline/store/connect';
import { until } from '../until.ts';
import type { Screen } from './screen.ts';
import type { Crowd } from './start-crowd.ts';
import { differences, readTruth, type Truth } from './truth.ts';

export type Watchers = {
  readonly store: Store;
  readonly screens: readonly Screen[];
  readonly crowd?: Crowd;
  readonly walletOf: (screen: Screen) => string | undefined;
};

/** Generous, for a busy machine: the tests are about whether screens converge, not how fast. */
const withinMs = 90_000;

export const untilInTime: typeof until = (what, check, { everyMs = 50 } = {}) =>
  until(what, check, { everyMs, withinMs });

/**
 * Resolves once every screen, and every guest of the crowd, has shown exactly what the database had at a version that was written
 * from now on, and a wallet no older than now. Returns how long that took, in ms. Prices keep changing during this.
 */
export async function untilConverged(what: string, { store, screens, crowd, walletOf }: Watchers): Promise<number> {
  const began = performance.now();
  const truths = new Map<number, Truth>();
  const { n: after } = await readTruth(store);
  const wallets = await walletVersions(store);
  const waiting = new Set(screens);
  let isCrowdThere = crowd === undefined;
  let why: readonly string[] = [];

  const problemsOf = (screen: Screen): readonly string[] => {
    const truth = truths.get(screen.n());
    const version = screen.wallet()?.version ?? -1;
    const least = wallets.get(walletOf(screen) ?? '') ?? -1;
    return [
      ...(screen.state() === current ? [] : [screen.state()]),
      ...(truth && truth.n > after ? differences(screen.rows(), truth).slice(0, 3) : [`as of ${screen.n()}`]),
      ...(version >= least ? [] : [`wallet ${version} before ${least}`]),
    ];
  };
  const check = async (): Promise<true | undefined> => {
    const truth = await readTruth(store);
    truths.set(truth.n, truth);
    why = [`the database is at ${truth.n}, and was at ${after}`];
    for (const screen of waiting) {
      const problems = problemsOf(screen);
      if (problems.length === 0) waiting.delete(screen);
      else why = [...why, `${screen.name}: ${problems.join('; ')}`];
    }
    if (crowd && !isCrowdThere) {
      const { current: there, converged } = await crowd.check(truth, after);
      isCrowdThere = converged === crowd.size;
      if (!isCrowdThere) why = [...why, `the crowd: ${there} of ${crowd.size} are there, ${converged} converged`];
    }
    return waiting.size === 0 && isCrowdThere ? true : undefined;
  };
  await untilInTime(what, check).catch((error: unknown) => {
    throw new Error(`${error instanceof Error ? error.message : error}\n${why.join('\n')}`);
  });
  return performance.now() - began;
}

const current = JSON.stringify({ online: 'current' });

async function walletVersions({ pool }: Store): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ id: string; version: number }>(
    'select wallet_id::text as id, version from wallets',
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

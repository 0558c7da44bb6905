import { randomUUID } from 'node:crypto';
import type { Store } from '@touchline/store/connect';
import { matchesOf } from './bettor.ts';
import { leaderOf } from './leader.ts';
import type { OpenProduct } from './open-product.ts';
import { openAccounts } from './place-many.ts';
import { sendOnce } from './storm/call.ts';
import { until } from './until.ts';

export type RollingReport = {
  readonly reads: number;
  readonly bets: number;
  /** Bets that were acknowledged. */
  readonly acknowledged: readonly string[];
  /** Bets that were refused for a reason, such as prices that are not confirmed while the leader changes. */
  readonly refused: number;
  /** Requests without an answer, or with one of a server that cannot serve: `GET /config: 503`. */
  readonly cut: readonly string[];
};

/**
 * Restarts every api in turn, `rounds` times, and ends the leading worker `leaders` times, while readers and bettors ask `url` without
 * pause and never again. Goes on until at least `least` requests of each kind were made.
 */
export async function rollThrough(
  product: OpenProduct,
  store: Store,
  plan: {
    readonly url: string;
    /** Resolves when the balancer uses all apis; before that, none is restarted. */
    readonly usesAll?: () => Promise<unknown>;
    readonly rounds: number;
    readonly leaders: number;
    readonly least: { readonly reads: number; readonly bets: number };
    readonly say?: (line: string) => void;
  },
): Promise<RollingReport> {
  const { url, usesAll, rounds, leaders, least, say = () => {} } = plan;
  const accounts = await openAccounts(product.url, store, 4, `roller-${randomUUID().slice(0, 8)}-`);
  const fixture = await product.sandbox.create(['Rolling City', 'Stone Town']);
  const { id: matchId } = await until('the match on offer', async () =>
    (await matchesOf(product.url)).find(({ match }) => match.homeTeam === fixture.homeTeam),
  );
  const matches = [{ matchId, betOutcome: 'Draw', odds: 3.4 }];
  const counts = { reads: 0, bets: 0, refused: 0 };
  const acknowledged: string[] = [];
  const cut: string[] = [];
  let isRolling = true;
  const isWanted = () => isRolling || counts.reads < least.reads || counts.bets < least.bets;

  const read = async (): Promise<void> => {
    while (isWanted()) {
      counts.reads += 1;
      const why = await fetch(`${url}/config`).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.ok ? undefined : String(answer.status);
        },
        (error: unknown) => String(error),
      );
      if (why !== undefined) cut.push(`GET /config: ${why}`);
    }
  };
  const bet = async ({ bettor }: (typeof accounts)[number], at: number): Promise<void> => {
    for (let turn = 0; isWanted(); turn += 1) {
      counts.bets += 1;
      const command = {
        kind: 'bet',
        key: `rolling-${at}-${turn}`,
        body: { stake: 1, matches, oddsPolicy: 'any' },
      } as const;
      const outcome = await sendOnce(url, bettor.session.accessToken, command).catch((error: unknown) => String(error));
      if (typeof outcome === 'string') cut.push(`POST /bet: ${outcome}`);
      else if (outcome.ok) acknowledged.push(outcome.id);
      else counts.refused += 1;
    }
  };

  const load = Promise.all([...accounts.map(bet), read(), read(), read()]);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const api of product.apis) {
        await usesAll?.();
        await restart(api);
      }
      say(`round ${round}: ${counts.reads} reads, ${counts.bets} bets, ${cut.length} cut`);
      if (round <= leaders) {
        const leader = await leaderOf(product);
        process.kill(leader.pid, 'SIGTERM');
        await leaderOf(product, leader);
      }
    }
  } finally {
    isRolling = false;
  }
  await load;
  return { ...counts, acknowledged, cut };
}

/** Restarts an api as a deploy does, and resolves when it answers again. */
async function restart(api: OpenProduct['apis'][number]): Promise<void> {
  await api.restart();
  await until(`${api.url} to answer`, async () =>
    (await fetch(`${api.url}/healthz`).catch(() => undefined))?.ok ? true : undefined,
  );
}

export { type Haproxy, hasHaproxy, startHaproxy } from './haproxy.ts';
export { openProduct } from './open-product.ts';

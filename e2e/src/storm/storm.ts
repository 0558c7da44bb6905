import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { connect } from '@touchline/store/connect';
import { matchesOf } from '../bettor.ts';
import type { OpenProduct } from '../open-product.ts';
import { openAccounts } from '../place-many.ts';
import { until } from '../until.ts';
import { auditStorm, type StormAudit } from './audit.ts';
import { type Deeds, startBettors } from './bettors.ts';
import { type Kill, killInTurn, NotBack, type Target } from './kills.ts';

export { openProduct } from '../open-product.ts';
export { type Kill, type Target, targets } from './kills.ts';

export type StormPlan = {
  readonly bettors: number;
  readonly seed: number;
  /** For how long targets are killed in an order that the seed gives, or exactly which are killed in turn. */
  readonly kills: { readonly forMs: number } | readonly Target[];
  readonly say: (line: string) => void;
};

export type StormReport = {
  readonly kills: readonly Kill[];
  /** Why the storm ended early: a process did not recover by itself. */
  readonly notBack: string | undefined;
  readonly deeds: Deeds;
  readonly audit: StormAudit;
  /** Of `npm run ledger -- verify` while the product runs: 0 when everything adds up. */
  readonly verifyExitCode: number;
};

const matches = 6;

/** Bets, deposits, withdrawals and logins of many bettors while processes and the database are killed; then everything is counted. */
export async function runStorm(
  product: OpenProduct,
  { bettors, seed, kills: wanted, say }: StormPlan,
): Promise<StormReport> {
  const store = connect(product.ownerUrl, { applicationName: 'touchline-storm', max: 6, connectTimeoutMs: 5_000 });
  try {
    for (let at = 0; at < matches; at += 1) await product.sandbox.create([`Storm ${at}`, `Guests ${at}`]);
    const offer = await until('the matches on offer', async () => {
      const rows = (await matchesOf(product.url)).filter(
        ({ match, odds }) => match.homeTeam.startsWith('Storm') && odds.homeWin !== '-',
      );
      if (rows.length < matches) return undefined;
      return rows.map((row) => ({
        matchId: row.id,
        betOutcome: `${row.match.homeTeam} Win`,
        odds: Number(row.odds.homeWin),
      }));
    });
    // The last one only checks that the product has recovered.
    const accounts = await openAccounts(product.url, store, bettors + 1);
    const people = accounts.map(({ credentials, bettor }) => ({ credentials, token: bettor.session.accessToken }));
    const prober = people.pop();
    if (!prober) throw new Error('there are no accounts');
    const walletIds = accounts.slice(0, -1).map(({ walletId }) => walletId);
    const deeds = startBettors({ url: product.url, offer }, people, seed);
    const end = performance.now() + ('forMs' in wanted ? wanted.forMs : 0);
    const more = (killed: number) => {
      if (!('forMs' in wanted)) return wanted[killed];
      return performance.now() < end ? ('any' as const) : undefined;
    };
    const reported: Kill[] = [];
    let notBack: string | undefined;
    try {
      await killInTurn({ product, store, prober, offer, say }, { seed, more, onKill: (kill) => reported.push(kill) });
    } catch (error) {
      if (!(error instanceof NotBack)) throw error;
      notBack = error.message;
    }
    say('The storm is over. Waiting for the last answers, then counting ...');
    await deeds.stop();
    const audit = await auditStorm(store, walletIds, deeds);
    return { kills: reported, notBack, deeds, audit, verifyExitCode: await verify(product.dataFolder) };
  } finally {
    await store.close();
  }
}

/** The auditor's own command, on the database that just went through it. */
function verify(dataFolder: string): Promise<number> {
  const entry = join(import.meta.dirname, '..', '..', '..', 'launch', 'src', 'ledger.ts');
  const { DATABASE_URL: _ofSomethingElse, ...env } = process.env;
  const child = spawn(process.execPath, [entry, 'verify'], {
    env: { ...env, DATA_DIR: dataFolder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

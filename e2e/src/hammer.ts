/**
 * Two APIs and the worker work on the same wallets at the same time, and the ledger shows that nothing was lost or done twice.
 *
 *   node e2e/src/hammer.ts [--seconds 60] [--wallets 100]
 */
import { parseArgs } from 'node:util';
import { connect } from '@touchline/store/connect';
import { makeDataKey } from '@touchline/store/sealed';
import { openAccounts } from './hammer-accounts.ts';
import { auditHammer, type HammerAudit } from './hammer-audit.ts';
import { type Answers, hammerBets } from './hammer-bets.ts';
import { openCarousel } from './hammer-matches.ts';
import { openProduct } from './open-product.ts';
import { startSecondApi } from './second-api.ts';
import { until } from './until.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, wallets: { type: 'string', default: '100' } },
});
const env = { JWT_SECRET: 'only for the tokens of this hammering', DATA_KEY: makeDataKey(), TOKEN_MINUTES: '60' };
const settledWithinMs = 150_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

const product = await openProduct({ env: { JWT_SECRET: env.JWT_SECRET, ODDS_POLL_SECONDS: '1' } });
const second = await startSecondApi(product, env).catch(async (error: unknown) => {
  await product.stop();
  throw error;
});
const store = connect(product.ownerUrl, { applicationName: 'touchline-hammer', max: 6 });
try {
  const accounts = await openAccounts(store, Number(values.wallets), env.JWT_SECRET);
  const carousel = await openCarousel(product);
  say(`${accounts.length} wallets, two APIs and the worker, ${values.seconds} s ...`);
  const stop = new AbortController();
  const turning = carousel.turn(stop.signal);
  const answers = await hammerBets({
    urls: [product.url, second.url],
    accounts,
    offer: carousel.offer,
    until: Date.now() + Number(values.seconds) * 1_000,
  }).finally(() => stop.abort());
  const settledMeanwhile = await settledBets();
  const matches = await turning;
  say('All matches have ended; the rest is being settled ...');
  await until('all bets to be settled', async () => ((await pendingBets()) === 0 ? true : undefined), {
    withinMs: settledWithinMs,
    everyMs: 500,
  });
  const audit = await auditHammer(store, answers, product.dataFolder);
  printReport(answers, audit, { matches, settledMeanwhile });
  process.exitCode = isSound(answers, audit) ? 0 : 1;
} finally {
  await store.close();
  await second.stop();
  await product.stop();
}

async function pendingBets(): Promise<number> {
  const { rows } = await store.pool.query<{ count: number }>(`select count(*) from bets where status = 'pending'`);
  return rows[0]?.count ?? 0;
}

async function settledBets(): Promise<number> {
  const { rows } = await store.pool.query<{ count: number }>(`select count(*) from bets where status <> 'pending'`);
  return rows[0]?.count ?? 0;
}

function isSound({ failures, bets }: Answers, audit: HammerAudit): boolean {
  const { missing, doubled, unanswered, notOnce, deadlocks, negative, ledger } = audit;
  const wrong = failures.length + missing.length + doubled.length + unanswered.length + notOnce.length;
  return bets.size > 0 && wrong + deadlocks + negative === 0 && ledger.passed;
}

function printReport(answers: Answers, audit: HammerAudit, seen: { matches: number; settledMeanwhile: number }): void {
  const { ledger } = audit;
  const rows: readonly (readonly [string, string | number])[] = [
    ['calls', answers.calls],
    ['bets acknowledged', answers.bets.size],
    ['  and answered again with the same bet', answers.repeats],
    ...[...answers.refusals].map(([code, count]) => [`  refused: ${code}`, count] as const),
    ['matches that ended', seen.matches],
    ['bets settled while others were placed', seen.settledMeanwhile],
    ['answers of 500 and above, lost connections', answers.failures.length],
    ['deadlocks', audit.deadlocks],
    ['acknowledged bets missing in the ledger', audit.missing.length],
    ['bets or stakes doubled', audit.doubled.length],
    ['stakes without an answer', audit.unanswered.length],
    ['bets not settled exactly once', audit.notOnce.length],
    ['wallets below zero', audit.negative],
    ['ledger events verified', ledger.events],
    ['ledger', ledger.passed ? 'passed' : `FAILED: ${ledger.findings.map(({ sentence }) => sentence).join('; ')}`],
  ];
  for (const [what, value] of rows) say(`${what.padEnd(46)}${String(value).padStart(10)}`);
  for (const failure of answers.failures.slice(0, 5)) say(failure);
}

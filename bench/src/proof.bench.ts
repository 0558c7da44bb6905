// What "Verify my balance" costs with a million wallets: the receipt over HTTP, the rows read for it, and its check in a browser.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { demoBettor, logIn } from '@touchline/e2e/bettor';
import { openBrowser } from '@touchline/e2e/open-browser';
import { buildScreensInto } from '@touchline/launch/build-screens';
import { connectBench } from './bench-postgres.ts';
import { percentile } from './figures.ts';
import { atMost, runBench, table } from './run-bench.ts';
import { sealWallets } from './sealed-wallets.ts';
import { startApi } from './start-processes.ts';

const SIZES = { full: { wallets: 1_000_000, rounds: 200 }, quick: { wallets: 50_000, rounds: 50 } };
/** The longest pause after which a connection of PostgreSQL reports the rows that it has read. */
const statisticsMs = 11_000;

await runBench(
  'proof',
  async (run) => {
    const { wallets, rounds } = SIZES[run.pace];
    const { postgres, signer } = await sealWallets(run, wallets);
    const screens = join(postgres.folder, 'screens');
    const built = await buildScreensInto(screens);
    if (!built.ok) throw new Error(built.output);
    const { port } = await startApi(run, postgres, { ...signer.apiEnv, WEB_DIST: screens });
    const api = `http://localhost:${port}`;
    const owner = connectBench(run, postgres.ownerUrl, 1);
    const { session } = await logIn(api, demoBettor);
    const receipt = async (): Promise<string> => {
      const headers = { authorization: `Bearer ${session.accessToken}` };
      const answer = await fetch(`${api}/log/receipt`, { headers });
      if (!answer.ok) throw new Error(`no receipt: ${answer.status} ${await answer.text()}`);
      return answer.text();
    };
    const rowsRead = async (): Promise<number> => {
      await pause(statisticsMs, undefined, { signal: run.signal });
      const { rows } = await owner.pool.query<{ read: number }>(
        `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as read from pg_stat_user_tables
         where relname like 'log\\_%' or relname = 'liability_seals'`,
      );
      return rows[0]?.read ?? Number.NaN;
    };
    const text = await receipt();
    const before = await rowsRead();
    const fetchMs = await timesOf(rounds, receipt);
    const rows = (await rowsRead()) - before;

    const name = readdirSync(join(screens, 'assets')).find((file) => /^verify-receipt.*\.js$/.test(file));
    if (!name) throw new Error('the screens have no chunk that verifies receipts');
    const chunkBytes = gzipSync(readFileSync(join(screens, 'assets', name)), { level: 9 }).length;
    const checkMs = Float64Array.from(await checkInBrowser(run, `${api}/assets/${name}`, text, rounds)).sort();
    return {
      lines: table([
        ['', 'p50', 'p99'],
        ['receipt over HTTP, ms', percentile(fetchMs, 0.5).toFixed(2), percentile(fetchMs, 0.99).toFixed(2)],
        ['check in the browser, ms', percentile(checkMs, 0.5).toFixed(2), percentile(checkMs, 0.99).toFixed(2)],
      ]),
      goals: [
        atMost('receipt over HTTP, p50 in ms', percentile(fetchMs, 0.5), 10),
        atMost('rows read for a receipt', rows / rounds, 6),
        atMost('length of a receipt, bytes', Buffer.byteLength(text), 4_500),
        atMost('check in the browser, p50 in ms', percentile(checkMs, 0.5), 20),
        atMost('the code that checks it, bytes with gzip', chunkBytes, 3_000),
      ],
      figures: { wallets },
    };
  },
  { longestMs: () => 600_000 },
);

async function timesOf(rounds: number, work: () => Promise<unknown>): Promise<Float64Array> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return Float64Array.from(times).sort();
}

async function checkInBrowser(
  run: Parameters<Parameters<typeof runBench>[1]>[0],
  chunk: string,
  receipt: string,
  rounds: number,
): Promise<readonly number[]> {
  const browser = await openBrowser({ isMeasured: true });
  run.atEnd(() => browser.close());
  const page = await browser.newPage();
  await page.goto(new URL('/', chunk).href);
  return (await page.evaluate(`(async () => {
    const { verifyReceipt } = await import(${JSON.stringify(chunk)});
    const receipt = ${receipt};
    const times = [];
    for (let round = 0; round < ${rounds}; round += 1) {
      const begun = performance.now();
      const { seal } = await verifyReceipt(receipt, undefined, undefined);
      if (!(seal.wallets > 0)) throw new Error('the receipt proves nothing');
      times.push(performance.now() - begun);
    }
    return times;
  })()`)) as readonly number[];
}

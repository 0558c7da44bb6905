// Events per second of verifying a large ledger, its memory, and COPY … TO STDOUT of the same rows for comparison.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { frugalMalloc } from '@touchline/launch/node-memory';
import { createTestSigner } from '@touchline/signer/testing';
import type { VerifyReport } from '@touchline/store/ledger';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { startBenchPostgres } from './bench-postgres.ts';
import { median } from './figures.ts';
import { fillLedger } from './fill-ledger.ts';
import { atLeast, atMost, runBench, table } from './run-bench.ts';

const SIZES = {
  full: { events: 1_000_000, wallets: 20_000, rounds: 3 },
  quick: { events: 100_000, wallets: 5_000, rounds: 2 },
};

type Verified = { report: VerifyReport; seconds: number; cpuSeconds: number; peakMegabytes: number };

await runBench('replay', async (run) => {
  const { events, wallets, rounds } = SIZES[run.pace];
  const postgres = await startBenchPostgres(run);
  run.print(`writing ${events} events of ${wallets} wallets ...`);
  await fillLedger(postgres.ownerUrl, { events, wallets }, run.signal);
  const signer = createTestSigner({ urlAs: (role) => withRole(postgres.ownerUrl, role) });
  run.atEnd(() => signer.close());
  await signer.sealAndSign();

  const verified: Verified[] = [];
  const copied: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    copied.push(await copySeconds(postgres.ownerUrl));
    verified.push(await verifyApart(postgres.url, run.signal));
    const last = verified.at(-1);
    if (!last?.report.passed || last.report.events !== events) {
      throw new Error(`the verification should pass ${events} events: ${JSON.stringify(last?.report)}`);
    }
    run.print(
      `round ${round + 1} of ${rounds}: verified in ${last.seconds.toFixed(1)} s, copied in ${copied.at(-1)?.toFixed(1)} s`,
    );
  }
  const seconds = median(verified.map((one) => one.seconds));
  const copySecondsMedian = median(copied);
  const perSecond = events / seconds;
  const megabytes = Math.max(...verified.map((one) => one.peakMegabytes));
  const [first] = verified;
  return {
    lines: table([
      ['', 'seconds', 'events/s'],
      [
        'verify (hashes, folds, legs, entries, balances, log, seal)',
        seconds.toFixed(2),
        Math.round(perSecond).toString(),
      ],
      [
        'COPY … TO STDOUT of the same rows',
        copySecondsMedian.toFixed(2),
        Math.round(events / copySecondsMedian).toString(),
      ],
    ]),
    goals: [
      atLeast('events verified per second', perSecond, 100_000),
      atMost('peak memory of the verifying process, MB', megabytes, 200),
    ],
    figures: {
      events,
      wallets,
      entries: first?.report.entries,
      verifySeconds: seconds,
      verifyCpuSeconds: median(verified.map((one) => one.cpuSeconds)),
      copySeconds: copySecondsMedian,
      verifyOverCopy: seconds / copySecondsMedian,
    },
  };
});

function withRole(ownerUrl: string, role: string): string {
  const url = new URL(ownerUrl);
  url.searchParams.set('options', `-c role=${role}`);
  return url.href;
}

async function verifyApart(url: string, signal: AbortSignal): Promise<Verified> {
  const file = join(import.meta.dirname, 'verify-in-process.ts');
  // As launch/bootstrap.mjs starts `npm run ledger`.
  const args = ['--max-semi-space-size=2', '--heap-growing-percent=40', file, url];
  const env = { ...process.env, ...frugalMalloc };
  const { stdout } = await promisify(execFile)(process.execPath, args, { signal, env });
  return JSON.parse(stdout) as Verified;
}

/** Copies both tables as text to a reader that discards them, one after the other. */
async function copySeconds(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const begun = performance.now();
  for (const rows of ['ledger_events', 'ledger_entries']) {
    const away = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(client.query(copyTo(`copy ${rows} to stdout`)), away);
  }
  const seconds = (performance.now() - begun) / 1_000;
  await client.end();
  return seconds;
}

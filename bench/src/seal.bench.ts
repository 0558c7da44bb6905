// What the transparency log costs: signing a batch of events, sealing a million wallets, and proving one of them.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import type { TransactionId, WalletId } from '@touchline/core/ids';
import { cents } from '@touchline/core/money';
import { createTestSigner } from '@touchline/signer/testing';
import { createWalletWriter } from '@touchline/store/wallet';
import { connectBench, startBenchPostgres } from './bench-postgres.ts';
import { median, percentile } from './figures.ts';
import { fillLedger } from './fill-ledger.ts';
import { atMost, runBench, table } from './run-bench.ts';
import { sealWallets } from './sealed-wallets.ts';

const SIZES = {
  full: { wallets: 1_000_000, proofs: 200, events: 100_000, batches: 100 },
  quick: { wallets: 100_000, proofs: 50, events: 20_000, batches: 10 },
};
const batchOf = 1_000;

type Sealed = {
  readonly cpuSeconds: number;
  readonly bucketBytes: number;
  readonly proofMs: readonly number[];
  readonly pathLength: number;
};

await runBench(
  'seal',
  async (run) => {
    const { wallets, proofs, events, batches } = SIZES[run.pace];
    const sealed = await sealApart(wallets, proofs, run.signal);
    run.print(`sealed ${wallets} wallets in ${sealed.cpuSeconds.toFixed(2)} s of CPU`);

    const { signer: running, fromLog, fromFolder } = await sealWallets(run, wallets);
    await running.stop();

    const postgres = await startBenchPostgres(run);
    await fillLedger(postgres.ownerUrl, { events, wallets: Math.ceil(events / 50) }, run.signal);
    const signer = createTestSigner({ urlAs: (role) => withRole(postgres.ownerUrl, role) });
    run.atEnd(() => signer.close());
    const begun = performance.now();
    await signer.sign();
    const firstSeconds = (performance.now() - begun) / 1_000;
    const owner = connectBench(run, postgres.ownerUrl, 4);
    const { rows: size } = await owner.pool.query<{ bytes: number }>(
      `select (sum(pg_total_relation_size(name::regclass)) / $1)::float8 as bytes
     from unnest(array['log_tiles', 'log_batches', 'log_checkpoints']) as name`,
      [events],
    );
    run.print(`appended ${events} events in ${firstSeconds.toFixed(2)} s`);

    const { rows } = await owner.pool.query<{ wallet_id: WalletId }>('select wallet_id from wallets limit $1', [
      batchOf,
    ]);
    const writer = createWalletWriter(owner);
    run.atEnd(() => writer.close());
    const signedMs: number[] = [];
    for (let batch = 0; batch < batches && !run.signal.aborted; batch += 1) {
      await Promise.all(
        Array.from({ length: batchOf }, (_, at) => {
          const payment = randomUUID();
          return writer.submit({
            type: 'credit-deposit',
            walletId: rows[at % rows.length]?.wallet_id ?? ('' as WalletId),
            deposit: {
              transactionId: randomUUID() as TransactionId,
              provider: 'bench',
              providerPaymentId: payment,
              amount: cents(1_000),
            },
            actor: 'system:payments',
            cause: `payment:${payment}`,
          });
        }),
      );
      const start = performance.now();
      await signer.sign();
      signedMs.push(performance.now() - start);
    }
    const sorted = Float64Array.from(signedMs).sort();
    const proofSorted = Float64Array.from(sealed.proofMs).sort();
    return {
      lines: table([
        ['', 'p50', 'p99'],
        [`log and sign ${batchOf} events, ms`, percentile(sorted, 0.5).toFixed(1), percentile(sorted, 0.99).toFixed(1)],
        [
          `prove one of ${wallets} wallets, ms`,
          percentile(proofSorted, 0.5).toFixed(2),
          percentile(proofSorted, 0.99).toFixed(2),
        ],
      ]),
      goals: [
        atMost('a batch of 1,000 events logged and signed, p99 in ms', percentile(sorted, 0.99), 100),
        atMost('appending 100,000 events to the log, s', (firstSeconds / events) * 100_000, 1),
        atMost('bytes stored for an event', size[0]?.bytes ?? Number.NaN, 36),
        atMost('CPU seconds of sealing a million wallets', (sealed.cpuSeconds / wallets) * 1_000_000, 5),
        atMost('peak memory of a signer that starts from its folder and seals, MB', fromFolder.peakMegabytes, 200),
        atMost('bytes stored for a seal', sealed.bucketBytes, 50_000),
        atMost('proving one wallet, p50 in ms', percentile(proofSorted, 0.5), 10),
      ],
      figures: {
        ...sealed,
        fromLog,
        fromFolder,
        proofMs: median(sealed.proofMs),
        signedMs: median(signedMs),
        firstSeconds,
      },
    };
  },
  { longestMs: () => 600_000 },
);

async function sealApart(wallets: number, proofs: number, signal: AbortSignal): Promise<Sealed> {
  const file = join(import.meta.dirname, 'seal-in-process.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [file, String(wallets), String(proofs)], { signal });
  return JSON.parse(stdout) as Sealed;
}

function withRole(ownerUrl: string, role: string): string {
  const url = new URL(ownerUrl);
  url.searchParams.set('options', `-c role=${role}`);
  return url.href;
}

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startGuard } from '@touchline/launch/guard';
import { type ManagedProcess, startManagedProcess } from '@touchline/launch/managed-process';
import { frugalMalloc, nodeEnv, signerMemory } from '@touchline/launch/node-memory';
import { freePort } from '@touchline/launch/ports';
import { createLogin } from '@touchline/launch/prepare-database';
import { seedDemo } from '@touchline/launch/seed-demo';
import { makeDataKey } from '@touchline/store/sealed';
import { noteSigner } from '@touchline/tlog/note';
import { type BenchPostgres, startBenchPostgres } from './bench-postgres.ts';
import { fillLedger } from './fill-ledger.ts';
import type { BenchRun } from './run-bench.ts';
import { processMemoryMb, usedMs } from './start-processes.ts';

/** What one start of the signer cost until it had sealed. */
export type SealCost = { readonly seconds: number; readonly cpuSeconds: number; readonly peakMegabytes: number };

export type SealedWallets = {
  readonly postgres: BenchPostgres;
  readonly signer: BenchSigner;
  /** A signer without a folder reads every wallet from the log. */
  readonly fromLog: SealCost;
  /** One that starts again after some wallets have changed. */
  readonly fromFolder: SealCost;
};

/** A ledger with this many wallets and the demo accounts, sealed twice; the signer runs on. */
export async function sealWallets(run: BenchRun, wallets: number): Promise<SealedWallets> {
  const postgres = await startBenchPostgres(run);
  run.print(`writing ${wallets} wallets ...`);
  await fillLedger(postgres.ownerUrl, { events: wallets, wallets }, run.signal);
  const signer = await prepareSigner(run, postgres);
  const fromLog = await signer.startAndSeal();
  await signer.stop();
  await seedDemo(postgres.ownerUrl, { dataKey: makeDataKey(), authenticator: {} });
  const fromFolder = await signer.startAndSeal();
  run.print(
    `sealed from the log in ${fromLog.seconds.toFixed(1)} s (${fromLog.peakMegabytes.toFixed(0)} MB), from the folder in ${fromFolder.seconds.toFixed(1)} s`,
  );
  return { postgres, signer, fromLog, fromFolder };
}

type BenchSigner = {
  /** Starts the signer's process and waits until it has signed a new seal. */
  readonly startAndSeal: () => Promise<SealCost>;
  readonly stop: () => Promise<void>;
  /** Settings with which an api finds it. */
  readonly apiEnv: Readonly<Record<string, string>>;
};

const root = join(import.meta.dirname, '..', '..');
const origin = 'touchline.bench/ledger';
const mostSealMs = 300_000;

/** The signer as a process of its own, with a folder that it finds again, and a witness that cosigns. */
async function prepareSigner(run: BenchRun, { ownerUrl, folder }: BenchPostgres): Promise<BenchSigner> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const guard = startGuard();
  run.atEnd(async () => guard.dismiss());
  const [port, witnessPort] = [await freePort(), await freePort()];
  const token = randomBytes(24).toString('base64url');
  const begin = (name: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
    startManagedProcess({
      name,
      args,
      cwd: root,
      env: { ...nodeEnv, ...env },
      isReady: async (printed) => printed.includes(`${name} ready`),
      guard,
      print: run.print,
      logFile: join(folder, `${name}.log`),
    });
  const witnessUrl = `http://127.0.0.1:${witnessPort}`;
  const witness = await begin('witness', [join(root, 'witness', 'src', 'main.ts')], {
    WITNESS_NAME: 'witness.touchline.bench',
    WITNESS_FOLDER: join(folder, 'witness'),
    WITNESS_LOGS: noteSigner(origin, 'log', privateKey).key.text,
    WITNESS_PORT: String(witnessPort),
  });
  run.atEnd(() => witness.stop(10_000));
  const env = {
    ...frugalMalloc,
    DATABASE_URL: await createLogin(ownerUrl, 'signer', 'only-for-this-measurement'),
    SIGNER_FOLDER: join(folder, 'signer'),
    SIGNER_PORT: String(port),
    SIGNER_TOKEN: token,
    LOG_ORIGIN: origin,
    LEDGER_SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    SEAL_KEY: randomBytes(32).toString('base64'),
    WITNESSES: `${witnessUrl} ${(await (await fetch(witnessUrl)).text()).trim()}`,
    // It signs and seals once when it starts, and is silent while others are measured.
    SIGN_SECONDS: '3600',
    CHECKPOINT_MINUTES: '1440',
  };
  let signer: ManagedProcess | undefined;
  const stop = async () => {
    await signer?.stop(10_000);
    signer = undefined;
  };
  run.atEnd(stop);
  let sealed = 0;
  return {
    startAndSeal: async () => {
      const begun = performance.now();
      signer = await begin('signer', [...signerMemory, join(root, 'signer', 'src', 'main.ts')], env);
      sealed += 1;
      const line = `"seal":${sealed}`;
      while (!readFileSync(join(folder, 'signer.log'), 'utf8').includes(line)) {
        run.signal.throwIfAborted();
        if (performance.now() - begun > mostSealMs) throw new Error(`the signer has made no seal ${sealed}`);
        await pause(100);
      }
      return {
        seconds: (performance.now() - begun) / 1_000,
        cpuSeconds: usedMs(signer.pid) / 1_000,
        peakMegabytes: processMemoryMb(signer.pid, 'peak'),
      };
    },
    stop,
    apiEnv: {
      SIGNER_URL: `http://127.0.0.1:${port}`,
      SIGNER_TOKEN: token,
      LOG_ORIGIN: origin,
      LEDGER_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
  };
}

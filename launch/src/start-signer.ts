import { createPrivateKey, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { noteSigner } from '@touchline/tlog/note';
import type { LaunchEnv } from './env.ts';
import { frugalMalloc, signerMemory } from './node-memory.ts';
import { freePort } from './ports.ts';
import type { SignerAddress } from './product-env.ts';
import type { Secrets } from './secrets.ts';
import type { Starter } from './start-nodes.ts';
import type { Undo } from './undo.ts';

const stopWithinMs = 5_000;

/**
 * Chooses the signer's folder and address, starts a witness of our own if no others are set, and names the sandbox as the
 * time-stamping authority if it runs and no other is set. `undefined` if nothing is signed on this machine.
 */
export async function prepareSigner(
  starter: Starter,
  env: LaunchEnv,
  secrets: () => Secrets,
  databaseUrl: string | undefined,
  undo: Undo,
  sandboxUrl: string | undefined,
): Promise<SignerAddress | undefined> {
  if (env.signer === 'off' || databaseUrl === undefined) return undefined;
  const origin = env.logOrigin ?? secrets().signer.origin;
  const signingKey = env.ledgerSigningKey ?? secrets().ledgerSigningKey;
  return {
    databaseUrl,
    origin,
    port: await freePort(),
    token: randomBytes(24).toString('base64url'),
    folder: join(env.dataDir, 'signer'),
    witnesses:
      env.witnesses ??
      (await startWitness(starter, { folder: join(env.dataDir, 'witness'), signingKey, origin }, undo)),
    timeStamps: await timeStampsOf(env, sandboxUrl),
  };
}

async function timeStampsOf(
  { timeStamps: { url, roots, minutes } }: LaunchEnv,
  sandboxUrl: string | undefined,
): Promise<Readonly<Record<string, string>>> {
  const every = minutes === undefined ? undefined : { TIMESTAMP_MINUTES: String(minutes) };
  if (url !== undefined)
    return { TIMESTAMP_URL: url, ...(roots !== undefined && { TIMESTAMP_ROOTS: roots }), ...every };
  if (sandboxUrl === undefined) return {};
  // It proves nothing to others: its root is of this machine.
  const root = await (await fetch(`${sandboxUrl}/timestamp/roots.pem`)).text();
  return { TIMESTAMP_URL: `${sandboxUrl}/timestamp`, TIMESTAMP_ROOTS: root, ...every };
}

/** Shows how a witness works; only those of other people prove something to a stranger. Resolves to its address and key. */
async function startWitness(
  { begin, answersOk, hungAfterMs, program }: Starter,
  { folder, signingKey, origin }: { readonly folder: string; readonly signingKey: string; readonly origin: string },
  undo: Undo,
): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    WITNESS_NAME: 'own-witness.touchline.example',
    WITNESS_FOLDER: folder,
    WITNESS_LOGS: noteSigner(origin, 'log', createPrivateKey(signingKey)).key.text,
    WITNESS_PORT: String(port),
  };
  const isReady = () => answersOk(url);
  const health = hungAfterMs > 0 ? { isHealthy: isReady, hungAfterMs } : undefined;
  const witness = await begin('witness', program('witness', 'main.ts'), env, isReady, health);
  undo.add(() => witness.stop(stopWithinMs));
  return `${url} ${(await (await fetch(url)).text()).trim()}`;
}

/** Starts the signer. */
export async function startSigner(
  { begin, answersOk, hungAfterMs, program }: Starter,
  { port }: SignerAddress,
  env: Readonly<Record<string, string>>,
  undo: Undo,
): Promise<void> {
  const isReady = () => answersOk(`http://127.0.0.1:${port}/healthz`);
  const health = hungAfterMs > 0 ? { isHealthy: isReady, hungAfterMs } : undefined;
  const args = [...signerMemory, ...program('signer', 'main.ts')];
  const signer = await begin('signer', args, { ...frugalMalloc, ...env }, isReady, health);
  undo.add(() => signer.stop(stopWithinMs));
}

import { setTimeout as pause } from 'node:timers/promises';
import { seconds } from '@touchline/core/instant';
import { passwordIn } from '@touchline/store/database-url';
import { isTransient } from '@touchline/store/failures';
import { errorFacts, hideSecrets } from '@touchline/store/log';
import { openStorePool } from '@touchline/store/pool';
import { readSecretFiles } from '@touchline/store/secret-files';
import { forgetTimeStamping } from '@touchline/store/transparency';
import { noteSigner } from '@touchline/tlog/note';
import { pino } from 'pino';
import { createWitnesses } from './ask-witnesses.ts';
import { createSigner } from './create-signer.ts';
import { Difference } from './difference.ts';
import { readEnv, type SignerEnv } from './env.ts';
import { serveProofs } from './serve-proofs.ts';

const endsWithinMs = seconds(16);

const variables = readSecretFiles(process.env);
const env = variables.ok ? readEnv(variables.value) : variables;
if (env.ok) {
  await run(env.value);
} else {
  process.stderr.write(`The signer cannot start:\n${env.refusal.map((problem) => `  - ${problem}\n`).join('')}`);
  process.exitCode = 1;
}

async function run(env: SignerEnv): Promise<void> {
  const log = pino({
    base: { part: 'signer' },
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { error: errorFacts },
    hooks: {
      streamWrite: hideSecrets([env.token, env.master.toString('base64'), passwordIn(env.databaseUrl)]),
    },
  });
  const pool = openStorePool(env.databaseUrl, {
    applicationName: 'touchline-signer',
    max: 4,
    onError: (error) => log.warn({ error }, 'database error'),
  });
  const key = noteSigner(env.origin, 'log', env.privateKey);
  const signer = createSigner({ pool, folder: env.folder, key, master: env.master });
  const witnesses = createWitnesses(pool, env.witnesses, (witness, problem) =>
    log.warn({ witness, problem }, 'witness does not cosign'),
  );
  const { timeStamps: authority } = env;
  // The libraries that it needs are loaded only where they are.
  const timeStamps =
    authority &&
    (await import('./ask-time-stamps.ts')).createTimeStamps(pool, authority, (problem) =>
      log.warn({ problem }, 'checkpoint is not time-stamped'),
    );
  const server = await serveProofs(signer.prove, env);
  const ending = new AbortController();
  let stopped: string | undefined;

  const signNow = async (): Promise<void> => {
    const checkpoint = await signer.sign();
    if (checkpoint) log.debug({ size: checkpoint.size }, 'checkpoint signed');
    const newest = signer.newest();
    if (!newest) return;
    // Also without anything new to sign: one of them may have been away.
    void witnesses.ask(newest);
    void timeStamps?.ask(newest);
  };
  const perform = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
      if (stopped !== undefined) log.info({ stopped }, 'signing goes on: the difference is gone');
      stopped = undefined;
    } catch (error) {
      if (error instanceof Difference) {
        if (stopped !== error.message)
          log.error({ difference: error.message }, 'signing stopped: the database differs');
        stopped = error.message;
      } else if (isTransient(error)) log.warn({ error }, 'database is away, nothing is signed');
      else log.error({ error }, 'signing failed');
    }
  };

  let isEnding = false;
  const end = async (signal: NodeJS.Signals) => {
    if (isEnding) return;
    isEnding = true;
    log.info({ signal }, 'signer stopping');
    // The database may not answer.
    setTimeout(() => process.exit(1), endsWithinMs).unref();
    ending.abort();
    await working;
    await server.close();
    await pool.end();
    process.exit(0);
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  log.info({ origin: env.origin, key: key.key.text, witnesses: env.witnesses.length, url: server.url }, 'signer ready');

  const working = (async () => {
    let sealedAt = Number.NEGATIVE_INFINITY;
    while (!ending.signal.aborted) {
      // Each time: the database may not have answered, or the signer before this one stored a problem as it ended.
      if (!timeStamps) await forgetTimeStamping(pool).catch((error) => log.warn({ error }, 'database error'));
      await perform(async () => {
        await signNow();
        if (performance.now() - sealedAt < env.sealEveryMs) return;
        const number = await signer.seal();
        sealedAt = performance.now();
        if (number === undefined) return;
        log.info({ seal: number }, 'liabilities sealed');
        await signNow();
      });
      await pause(env.signEveryMs, undefined, { signal: ending.signal }).catch(() => {});
    }
  })();
}

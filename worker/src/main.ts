import { setTimeout as pause } from 'node:timers/promises';
import { instant, minutes, seconds } from '@touchline/core/instant';
import { connect, type Store } from '@touchline/store/connect';
import { isTransient } from '@touchline/store/failures';
import { standForLead } from '@touchline/store/leadership';
import { signingKey } from '@touchline/store/ledger';
import { measureProcess } from '@touchline/store/metrics';
import { createWalletWriter } from '@touchline/store/wallet';
import { createTransport } from 'nodemailer';
import { createAnnouncer } from './announce.ts';
import { readEnv, type WorkerEnv } from './env.ts';
import { type Handler, type JobOfAnyone, jobsOf } from './jobs.ts';
import { leaderHandlers } from './leader-handlers.ts';
import { giveUpSilent } from './ledger/give-up-silent.ts';
import { runVerification } from './ledger/run-verification.ts';
import { createLog, type Log } from './log.ts';
import type { Envelope } from './mail/envelope.ts';
import { sendMail } from './mail/send-mail.ts';
import { createMetrics, type Metrics } from './metrics/create-metrics.ts';
import { openMetricsDoor } from './metrics/open-metrics-door.ts';
import { watchWorker } from './metrics/watch-worker.ts';
import { openQueues, type Queues, type QueuesOptions } from './queues.ts';

/** How long running jobs may take to end after the process was told to. */
const endWithinMs = seconds(8);
/** Others get what a process that hangs has locked in the database after so long. */
const hungAfterMs = seconds(8);

const env = readEnv(process.env);
if (env.ok) {
  await run(env.value);
} else {
  process.stderr.write(`The worker cannot start:\n${env.refusal.map((problem) => `  - ${problem}\n`).join('')}`);
  process.exitCode = 1;
}

async function run(env: WorkerEnv): Promise<void> {
  const { databaseUrl, redisUrl, odds, mail, publicUrl, payments, ledger } = env;
  const metrics = createMetrics();
  const log = createLog(secretsOf(env));
  const onError = (error: unknown) => log.warn({ error }, 'the database has trouble');
  surviveLostConnections(log);
  const store = connect(databaseUrl, {
    applicationName: 'touchline-worker',
    hungAfterMs,
    statementTimeoutMs: minutes(5),
    onError,
  });
  // A verification waits in its transactions for as long as it takes.
  const reading = connect(databaseUrl, { applicationName: 'touchline-verifier', onError });
  const writer = createWalletWriter(store, { onError, onGroup: metrics.ledger.group });
  const announce = createAnnouncer({ databaseUrl, redisUrl }, log);
  const post = createTransport(mail.smtpUrl);
  const postLetter = metrics.counted((letter: Envelope) => post.sendMail(letter));
  const letters = { from: mail.from, operator: mail.operator, publicUrl };
  const now = () => instant(Date.now());
  const common = { db: store.db, log, now };
  const key = ledger.signingKey === undefined ? undefined : signingKey(ledger.signingKey);
  if (!key) log.warn({}, 'LEDGER_SIGNING_KEY is not set: no checkpoints are taken, so the ledger is not sealed');
  const announceRun = announce.verification;
  const handlers: Readonly<Record<JobOfAnyone, Handler>> = {
    'send-mail': (payload) => sendMail({ ...common, ...letters, post: postLetter }, payload),
    verify: (payload) =>
      runVerification({ ...common, store: reading, publicKey: key?.publicKey, announce: announceRun }, payload),
    'give-up-silent': () => giveUpSilent({ ...common, announce: announceRun }),
  };
  const jobs = jobsOf({
    oddsEveryMs: odds.pollEveryMs,
    // Where a lost webhook is looked for sooner, it is looked for more often.
    sweepEveryMs: Math.min(minutes(1), payments.sweepAfterMs),
    checkpointEveryMs: key && ledger.checkpointEveryMs,
  });
  const around: QueuesOptions['around'] = (job, perform) => log.during(job, () => metrics.job(job, perform));
  await untilDatabaseAnswers(store, log);
  const queues: Queues = await openQueues({ databaseUrl, redisUrl, jobs, handlers, log, around }).catch(
    (error: unknown) => {
      log.error({ error }, 'the worker cannot start: its database or job queue is out of reach or not prepared');
      return process.exit(1);
    },
  );

  let terms = 0;
  const candidacy = standForLead({
    databaseUrl,
    onError,
    onLead: (term) => {
      const stop = queues.lead(
        leaderHandlers({ ...env, store, writer, announce, ask: queues.ask, key, metrics, log, now }, term),
      );
      terms += 1;
      // A leader that died may have committed what it did not announce.
      announce.missed();
      log.info({}, 'this worker leads');
      return async () => {
        terms -= 1;
        await stop(endWithinMs);
        log.info({}, 'this worker leads no more');
      };
    },
  });

  measureProcess(metrics.registry, { part: 'worker', version: env.build });
  watchWorker(metrics.registry, { queues, store, reading, isLeader: () => terms > 0, limits: env.limits, onError });
  const door = await openDoor(env.metrics, metrics, log);

  let isEnding = false;
  const end = async (signal: NodeJS.Signals) => {
    if (isEnding) return;
    isEnding = true;
    log.info({ signal }, 'worker ends');
    await door?.close();
    await candidacy.close();
    await queues.close(endWithinMs);
    await writer.close();
    await announce.close();
    post.close();
    await reading.close();
    await store.close();
    process.exit(0);
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  log.info({ pollEveryMs: odds.pollEveryMs, queue: redisUrl === undefined ? 'postgres' : 'redis' }, 'worker ready');
}

/**
 * BullMQ stops listening to the errors of a connection before it ends it, so one that the database ends at that moment, as it does
 * when it crashes, would end this process. Everything else that was not caught still does.
 */
function surviveLostConnections(log: Log): void {
  process.on('uncaughtException', (error) => {
    if (isTransient(error)) return log.warn({ error }, 'a connection was lost');
    log.error({ error }, 'the worker ends: something was not caught');
    return process.exit(1);
  });
}

/** A database that starts or recovers is waited for; ending instead would only start another process that waits. */
async function untilDatabaseAnswers({ pool }: Store, log: Log): Promise<void> {
  for (;;) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (!isTransient(error)) throw error;
      log.warn({ error }, 'the worker waits for its database');
      await pause(seconds(1));
    }
  }
}

/** A worker that pays out matters more than one that can be measured: where the port is taken, it works on without. */
async function openDoor({ port, host, token }: WorkerEnv['metrics'], { registry }: Metrics, log: Log) {
  if (port === undefined) return undefined;
  return openMetricsDoor({ port, host, token, registry }).catch((error: unknown) => {
    log.error({ error, port }, 'the metrics cannot be served');
    return undefined;
  });
}

/** Whatever of the environment must never be written down. */
function secretsOf({ databaseUrl, redisUrl, odds, payments, mail, ledger, metrics }: WorkerEnv): readonly string[] {
  const passwords = [databaseUrl, redisUrl, mail.smtpUrl].map((url) =>
    decodeURIComponent(new URL(url ?? 'none:').password),
  );
  return [odds.key, payments.key, keyBody(ledger.signingKey), metrics.token ?? '', ...passwords];
}

/** The part of a PEM that is secret, as one line of the log would show it. */
function keyBody(pem: string | undefined): string {
  return pem?.replace(/-----[^-]+-----|\s/g, '') ?? '';
}

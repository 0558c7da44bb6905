import { setTimeout as pause } from 'node:timers/promises';
import { minutes, seconds } from '@touchline/core/instant';
import { connect, type Store } from '@touchline/store/connect';
import { followDatabaseClock } from '@touchline/store/database-clock';
import { forReading } from '@touchline/store/database-url';
import { isTransient } from '@touchline/store/failures';
import { standForLead } from '@touchline/store/leadership';
import { measureProcess } from '@touchline/store/metrics';
import { readSecretFiles } from '@touchline/store/secret-files';
import { createReads } from '@touchline/store/standby-reads';
import { createWalletWriter } from '@touchline/store/wallet';
import { createTransport } from 'nodemailer';
import { createAnnouncer } from './announce.ts';
import { type OutgoingEmail, sendEmail } from './email/send-email.ts';
import { readEnv, type WorkerEnv } from './env.ts';
import { defineJobs, type Handler, type WorkerJobName } from './jobs.ts';
import { leaderHandlers } from './leader-handlers.ts';
import { giveUpStalled } from './ledger/ledger-jobs.ts';
import { runVerification } from './ledger/run-verification.ts';
import { createLog, type Log, secretsOf } from './log.ts';
import { createMetrics, type Metrics } from './metrics/create-metrics.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { watchWorker } from './metrics/watch-worker.ts';
import { openQueues, type Queues, type QueuesOptions } from './queues.ts';

/** How long running jobs may take to end after SIGTERM. */
const endWithinMs = seconds(8);
/** The longest that closing may take, also when the database or Redis does not answer. */
const mustEndWithinMs = seconds(16);
/** Database locks of a process that hangs are released after this time. */
const hungAfterMs = seconds(8);

const variables = readSecretFiles(process.env);
const env = variables.ok ? readEnv(variables.value) : variables;
if (env.ok) {
  await run(env.value);
} else {
  process.stderr.write(`The worker cannot start:\n${env.refusal.map((problem) => `  - ${problem}\n`).join('')}`);
  process.exitCode = 1;
}

async function run(env: WorkerEnv): Promise<void> {
  const { directUrl, redisUrl, odds, mail, publicUrl, payments, ledgerPublicKey } = env;
  const metrics = createMetrics();
  const log = createLog(secretsOf(env));
  const onError = (error: unknown) => log.warn({ error }, 'database error');
  surviveLostConnections(log);
  const stores = openStores(env, metrics, onError);
  const { store, reading, standby } = stores;
  const reads = createReads(reading, standby, { onRead: metrics.read });
  const writer = createWalletWriter(store, { onError, onGroup: metrics.ledger.group });
  const announce = createAnnouncer({ databaseUrl: directUrl, redisUrl }, log);
  const smtp = createTransport(mail.smtpUrl);
  const deliver = metrics.countEmails((email: OutgoingEmail) => smtp.sendMail(email));
  const emailing = { from: mail.from, operator: mail.operator, publicUrl, deliver };
  await waitForDatabase(store, log);
  const clock = await followDatabaseClock(store.pool, { onError });
  const { now } = clock;
  const common = { db: store.db, log, now };
  const handlers: Readonly<Record<WorkerJobName, Handler>> = {
    'send-mail': (payload) => sendEmail({ ...common, ...emailing }, payload),
    verify: (payload) =>
      runVerification(
        { ...common, store: reading, reads, publicKey: ledgerPublicKey, announce: announce.verification },
        payload,
      ),
    'give-up-silent': () => giveUpStalled({ ...common, announce: announce.verification }),
  };
  const jobs = defineJobs({
    oddsEveryMs: odds.pollEveryMs,
    // The sooner a webhook counts as lost, the more often deposits are swept.
    sweepEveryMs: Math.min(minutes(1), payments.sweepAfterMs),
  });
  const around: QueuesOptions['around'] = (job, perform) => log.during(job, () => metrics.jobs.run(job, perform));
  const queues: Queues = await openQueues({ databaseUrl: directUrl, redisUrl, jobs, handlers, log, around }).catch(
    (error: unknown) => {
      log.error({ error }, 'worker cannot start: its database or job queue is unreachable or not prepared');
      return process.exit(1);
    },
  );

  let terms = 0;
  const candidacy = standForLead({
    databaseUrl: directUrl,
    onError,
    onLead: (term) => {
      const stop = queues.lead(
        leaderHandlers({ ...env, store, writer, announce, addJob: queues.add, metrics, log, now }, term),
      );
      terms += 1;
      metrics.jobs.begin(Object.entries(jobs).flatMap(([name, { runsOn }]) => (runsOn === 'leader' ? [name] : [])));
      // The previous leader may have died between a commit and its push.
      announce.missed();
      log.info({}, 'this worker leads');
      return async () => {
        terms -= 1;
        await stop(endWithinMs);
        log.info({}, 'this worker no longer leads');
      };
    },
  });

  measureProcess(metrics.registry, { part: 'worker', version: env.build });
  watchWorker(metrics.registry, {
    queues,
    store,
    reading,
    standby,
    isLeader: () => terms > 0,
    limits: env.limits,
    onError,
  });
  const metricsServer = await startMetricsServer(env.metrics, metrics, log);

  endOnSignal(log, async () => {
    await metricsServer?.close();
    await candidacy.close();
    await queues.close(endWithinMs);
    await writer.close();
    await announce.close();
    clock.close();
    smtp.close();
    await stores.close();
  });
  log.info({ pollEveryMs: odds.pollEveryMs, queue: redisUrl === undefined ? 'postgres' : 'redis' }, 'worker ready');
}

function openStores(
  { databaseUrl, directUrl, standbyUrl }: WorkerEnv,
  { connectionDropped: onDropped }: Pick<Metrics, 'connectionDropped'>,
  onError: (error: unknown) => void,
) {
  const store = connect(databaseUrl, {
    applicationName: 'touchline-worker',
    directUrl,
    hungAfterMs,
    statementTimeoutMs: minutes(5),
    onDropped,
    onError,
  });
  // Without a statement timeout: a verification's transactions are long.
  const verifying = { applicationName: 'touchline-verifier', onDropped, onError };
  const reading = connect(directUrl, verifying);
  const standby = standbyUrl === undefined ? undefined : connect(forReading(standbyUrl), verifying);
  return {
    store,
    reading,
    standby,
    close: async (): Promise<void> => {
      await Promise.all([reading.close(), standby?.close()]);
      await store.close();
    },
  };
}

/** Closes everything once, and ends the process. */
function endOnSignal(log: Log, close: () => Promise<void>): void {
  let isEnding = false;
  const end = async (signal: NodeJS.Signals) => {
    if (isEnding) return;
    isEnding = true;
    log.info({ signal }, 'worker stopping');
    setTimeout(() => process.exit(1), mustEndWithinMs).unref();
    await close();
    process.exit(0);
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

/**
 * BullMQ removes a connection's error listener before it closes the connection. An error at that moment, such as a database crash,
 * would end this process; any other uncaught error still does.
 */
function surviveLostConnections(log: Log): void {
  process.on('uncaughtException', (error) => {
    if (isTransient(error)) return log.warn({ error }, 'connection lost');
    log.error({ error }, 'worker stops: uncaught error');
    return process.exit(1);
  });
}

/** Waits for a database that starts or recovers: exiting would only restart this process to wait again. */
async function waitForDatabase({ pool }: Store, log: Log): Promise<void> {
  for (;;) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (!isTransient(error)) throw error;
      log.warn({ error }, 'worker waiting for its database');
      await pause(seconds(1));
    }
  }
}

/** Without its port the worker runs without metrics: paying out matters more. */
async function startMetricsServer({ port, host, token }: WorkerEnv['metrics'], { registry }: Metrics, log: Log) {
  if (port === undefined) return undefined;
  return serveMetrics({ port, host, token, registry }).catch((error: unknown) => {
    log.error({ error, port }, 'metrics cannot be served');
    return undefined;
  });
}

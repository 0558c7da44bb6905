import { instant, minutes, seconds } from '@touchline/core/instant';
import { createMollie } from '@touchline/payments/mollie';
import type { PaymentChange } from '@touchline/payments/reconcile';
import { connect } from '@touchline/store/connect';
import { signingKey } from '@touchline/store/ledger';
import { listening } from '@touchline/store/settlement';
import { createWalletWriter } from '@touchline/store/wallet';
import { createTransport } from 'nodemailer';
import { judgeHeldBets } from './acceptance/judge-held-bets.ts';
import { createAnnouncer } from './announce.ts';
import { expireBonuses } from './bonus/expire-bonuses.ts';
import { readEnv, type WorkerEnv } from './env.ts';
import { type Handler, type JobTable, jobsOf } from './jobs.ts';
import { giveUpSilent } from './ledger/give-up-silent.ts';
import { runVerification } from './ledger/run-verification.ts';
import { sealLedger } from './ledger/seal-ledger.ts';
import { createLog } from './log.ts';
import { sendMail } from './mail/send-mail.ts';
import { createRefreshOdds } from './odds/refresh-odds.ts';
import { sweepDeposits } from './payments/sweep-deposits.ts';
import { createOddsApi, marketsAsked } from './provider/odds-api.ts';
import { openQueues, type Queues } from './queues.ts';
import { createFetchResults } from './settlement/fetch-results.ts';
import { recheckGraded, settleBets } from './settlement/settle-bets.ts';

/** How long running jobs may take to end after the process was told to. */
const endWithinMs = seconds(8);

const env = readEnv(process.env);
if (env.ok) {
  await run(env.value);
} else {
  process.stderr.write(`The worker cannot start:\n${env.refusal.map((problem) => `  - ${problem}\n`).join('')}`);
  process.exitCode = 1;
}

async function run({
  databaseUrl,
  redisUrl,
  odds,
  results,
  mail,
  publicUrl,
  payments,
  bonus,
  limits,
  ledger,
}: WorkerEnv): Promise<void> {
  const log = createLog([odds.key, payments.key, keyBody(ledger.signingKey)]);
  const onError = (error: unknown) => log.warn({ error }, 'the database has trouble');
  const store = connect(databaseUrl, { applicationName: 'touchline-worker', onError });
  const writer = createWalletWriter(store, { onError });
  const announce = createAnnouncer({ databaseUrl, redisUrl }, log);
  const post = createTransport(mail.smtpUrl);
  const letters = { from: mail.from, operator: mail.operator, publicUrl };
  const api = createOddsApi(odds);
  const now = () => instant(Date.now());
  const common = { db: store.db, log, now };
  const polling = { ...common, api, baseMs: odds.pollEveryMs, chance: Math.random };

  const refreshOdds = createRefreshOdds({
    ...polling,
    rules: odds.rules,
    graceMs: odds.graceMs,
    budget: odds.creditsPerMonth,
    pollCost: marketsAsked * odds.regions.length,
    alert: (incidentId) => queues.ask('send-mail', { kind: 'feed-incident', incidentId }),
  });
  const fetchResults = createFetchResults({ ...polling, ...results, onEnded: async () => queues.ask('settle-bets') });
  const key = ledger.signingKey === undefined ? undefined : signingKey(ledger.signingKey);
  if (!key) log.warn({}, 'LEDGER_SIGNING_KEY is not set: no checkpoints are taken, so the ledger is not sealed');
  const announceRun = announce.verification;
  const provider = createMollie(payments);
  const announceChange = ({ userId, transaction, desk, wallet }: PaymentChange) => {
    announce.announceTransaction(userId, transaction, desk);
    if (wallet) announce.announceWallet(userId, wallet);
  };
  const handlers: JobTable<Handler> = {
    'refresh-odds': refreshOdds,
    'fetch-results': fetchResults,
    'settle-bets': () =>
      settleBets({ ...common, store, announce, listening: (users) => listening(store.db, users, now()) }),
    'recheck-graded': () => recheckGraded({ store, log }),
    'judge-bets': () => judgeHeldBets({ ...common, writer, limits, announce }),
    'expire-bonuses': () => expireBonuses({ ...common, writer, announceWallet: announce.announceWallet }),
    'send-mail': (payload) => sendMail({ ...common, ...letters, post: (letter) => post.sendMail(letter) }, payload),
    verify: (payload) =>
      runVerification({ ...common, store, publicKey: key?.publicKey, announce: announceRun }, payload),
    'give-up-silent': () => giveUpSilent({ ...common, announce: announceRun }),
    'sweep-deposits': () =>
      sweepDeposits({
        ...common,
        writer,
        provider,
        bonus,
        announce: announceChange,
        alarm: log.error,
        afterMs: payments.sweepAfterMs,
      }),
    ...(key && { 'take-checkpoint': () => sealLedger({ store, key, log }) }),
  };
  const jobs = jobsOf({
    oddsEveryMs: odds.pollEveryMs,
    // Where a lost webhook is looked for sooner, it is looked for more often.
    sweepEveryMs: Math.min(minutes(1), payments.sweepAfterMs),
    checkpointEveryMs: key && ledger.checkpointEveryMs,
  });
  const queues: Queues = await openQueues({ databaseUrl, redisUrl, jobs, handlers, log }).catch((error: unknown) => {
    log.error({ error }, 'the worker cannot start: its database or job queue is out of reach or not prepared');
    return process.exit(1);
  });

  let isEnding = false;
  const end = async (signal: NodeJS.Signals) => {
    if (isEnding) return;
    isEnding = true;
    log.info({ signal }, 'worker ends');
    await queues.close(endWithinMs);
    await writer.close();
    await announce.close();
    post.close();
    await store.close();
    process.exit(0);
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  log.info({ pollEveryMs: odds.pollEveryMs, queue: redisUrl === undefined ? 'postgres' : 'redis' }, 'worker ready');
}

/** The part of a PEM that is secret, as one line of the log would show it. */
function keyBody(pem: string | undefined): string {
  return pem?.replace(/-----[^-]+-----|\s/g, '') ?? '';
}

import type { Instant } from '@touchline/core/instant';
import { guardProvider } from '@touchline/payments/guard';
import { createMollie } from '@touchline/payments/mollie';
import type { PaymentChange } from '@touchline/payments/reconcile';
import type { Store } from '@touchline/store/connect';
import type { StoredEmail } from '@touchline/store/emails';
import { fencedDb, type Term } from '@touchline/store/leadership';
import type { signingKey } from '@touchline/store/ledger';
import { usersOnline } from '@touchline/store/settlement';
import type { WalletWriter } from '@touchline/store/wallet';
import { judgeHeldBets } from './acceptance/judge-held-bets.ts';
import type { Announcer } from './announce.ts';
import { expireBonuses } from './bonus/expire-bonuses.ts';
import type { WorkerEnv } from './env.ts';
import type { Handler, JobOfLeader, SigningJobName } from './jobs.ts';
import { sealLedger } from './ledger/seal-ledger.ts';
import { verifyDaily } from './ledger/verify-daily.ts';
import type { Log } from './log.ts';
import { handLetters } from './mail/hand-letters.ts';
import type { Metrics } from './metrics/create-metrics.ts';
import { createRefreshOdds } from './odds/refresh-odds.ts';
import { refundDeposits } from './payments/refund-deposits.ts';
import { sweepDeposits } from './payments/sweep-deposits.ts';
import { deleteOld } from './privacy/delete-old.ts';
import { createOddsApi, marketsAsked } from './provider/odds-api.ts';
import type { Queues } from './queues.ts';
import { createFetchResults } from './settlement/fetch-results.ts';
import { recheckGraded, settleBets } from './settlement/settle-bets.ts';

export type LeaderDeps = Pick<
  WorkerEnv,
  'odds' | 'results' | 'payments' | 'dataKey' | 'bonus' | 'limits' | 'retention'
> & {
  readonly store: Store;
  readonly writer: WalletWriter;
  readonly announce: Announcer;
  readonly ask: Queues['ask'];
  /** Without it no checkpoints are taken. */
  readonly key: ReturnType<typeof signingKey> | undefined;
  readonly metrics: Pick<Metrics, 'deleted' | 'ledger' | 'provider' | 'paymentProviderCalled' | 'transactionChanged'>;
  readonly log: Log;
  readonly now: () => Instant;
};

type LeaderHandlers = Readonly<Record<JobOfLeader, Handler> & Partial<Record<SigningJobName, Handler>>>;

/**
 * What the leader of one term does. Nothing is remembered from an earlier term: how the polling went, the credits and what the
 * provider refuses are read from the database. Matches and feeds are written only while the term lasts; money has the ledger's
 * keys, which pay nothing twice whoever asks.
 */
export function leaderHandlers(deps: LeaderDeps, { token }: Term): LeaderHandlers {
  const {
    odds,
    results,
    payments,
    dataKey,
    bonus,
    limits,
    retention,
    store,
    writer,
    announce,
    ask,
    key,
    metrics,
    log,
    now,
  } = deps;
  const common = { db: store.db, log, now };
  const api = createOddsApi({ ...odds, onAnswer: metrics.provider });
  const alert = ({ id, job }: StoredEmail): Promise<void> => ask('send-mail', { ...job, letterId: id });
  const { announceMarket } = announce;
  const polling = { ...common, db: fencedDb(store, token), api, alert, baseMs: odds.pollEveryMs, chance: Math.random };
  const provider = guardProvider(createMollie(payments), {
    db: store.db,
    callsPerMinute: payments.callsPerMinute,
    onCall: metrics.paymentProviderCalled,
    onOpen: (problem) => log.error({ problem }, 'the payment provider does not answer: its circuit breaker is open'),
  });
  const onMailError = (error: unknown): void => log.warn({ error }, 'an email could not be handed to the queue');
  const announceChange = ({ userId, transaction, forAdmins, wallet }: PaymentChange) => {
    metrics.transactionChanged(transaction);
    announce.announceTransaction(userId, transaction, forAdmins);
    if (wallet) announce.announceWallet(userId, wallet);
  };
  // An email that the queue does not take stays in the database, and is handed over later.
  const queueEmail = (email: StoredEmail): void => void alert(email).catch(onMailError);
  const reconciling = {
    ...common,
    writer,
    provider,
    dataKey,
    bonus,
    announce: announceChange,
    queueEmail,
    alarm: log.error,
  };
  return {
    'refresh-odds': createRefreshOdds({
      ...polling,
      rules: odds.rules,
      graceMs: odds.graceMs,
      budget: odds.creditsPerMonth,
      pollCost: marketsAsked * odds.regions.length,
      announceMarket,
    }),
    'fetch-results': createFetchResults({
      ...polling,
      ...results,
      onEnded: () => ask('settle-bets'),
      announceMarket,
    }),
    'settle-bets': () =>
      settleBets({
        ...common,
        store,
        announce,
        written: metrics.ledger.events,
        usersOnline: (users) => usersOnline(store.db, users, now()),
      }),
    'recheck-graded': () => recheckGraded({ store, log }),
    'judge-bets': () => judgeHeldBets({ ...common, writer, limits, announce }),
    'expire-bonuses': () => expireBonuses({ ...common, writer, announceWallet: announce.announceWallet }),
    'hand-letters': () => handLetters({ ...common, ask: (letter) => ask('send-mail', letter) }),
    'delete-old': () => deleteOld({ ...common, days: retention, deleted: metrics.deleted }),
    'verify-daily': () =>
      verifyDaily({ ...common, verify: (verificationId) => ask('verify', { kind: 'verify', verificationId }) }),
    'sweep-deposits': () => sweepDeposits({ ...reconciling, afterMs: payments.sweepAfterMs }),
    'refund-deposits': () => refundDeposits(reconciling),
    ...(key && { 'take-checkpoint': () => sealLedger({ store, key, log }) }),
  };
}

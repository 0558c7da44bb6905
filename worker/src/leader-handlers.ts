import type { Instant } from '@touchline/core/instant';
import { guardProvider } from '@touchline/payments/guard';
import { createMollie } from '@touchline/payments/mollie';
import type { PaymentChange } from '@touchline/payments/reconcile';
import { reconcileLists } from '@touchline/payments/reconcile-lists';
import type { Store } from '@touchline/store/connect';
import type { StoredEmail } from '@touchline/store/emails';
import { fencedDb, type Term } from '@touchline/store/leadership';
import { usersOnline } from '@touchline/store/settlement';
import type { WalletWriter } from '@touchline/store/wallet';
import { judgeHeldBets } from './acceptance/judge-held-bets.ts';
import { createCashOutRules } from './acceptance/run-cash-out-rules.ts';
import type { Announcer } from './announce.ts';
import { expireBonuses } from './bonus/expire-bonuses.ts';
import { queueOverdueEmails } from './email/queue-overdue-emails.ts';
import type { WorkerEnv } from './env.ts';
import type { Handler, LeaderJobName } from './jobs.ts';
import { countAllDayTotals, verifyDaily } from './ledger/ledger-jobs.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics/create-metrics.ts';
import { deliverNotifications } from './notifications/deliver-notifications.ts';
import { sendPushes } from './notifications/send-pushes.ts';
import { createRefreshEventQuotes } from './odds/refresh-event-quotes.ts';
import { createRefreshOdds } from './odds/refresh-odds.ts';
import { refundDeposits } from './payments/refund-deposits.ts';
import { sweepDeposits } from './payments/sweep-deposits.ts';
import { deleteOld } from './privacy/delete-old.ts';
import { createFootballData } from './provider/football-data.ts';
import { createOddsApi, requestedMarkets } from './provider/odds-api.ts';
import type { Queues } from './queues.ts';
import { createFetchResults } from './settlement/fetch-results.ts';
import { recheckGraded, settleBets } from './settlement/settle-bets.ts';

export type LeaderDeps = Pick<
  WorkerEnv,
  | 'odds'
  | 'results'
  | 'payments'
  | 'push'
  | 'dataKey'
  | 'bonus'
  | 'limits'
  | 'inPlay'
  | 'delays'
  | 'cashOutMargin'
  | 'retention'
> & {
  readonly store: Store;
  readonly writer: WalletWriter;
  readonly announce: Announcer;
  readonly addJob: Queues['add'];
  readonly metrics: Pick<
    Metrics,
    'deleted' | 'ledger' | 'provider' | 'paymentProviderCalled' | 'pushed' | 'transactionChanged'
  >;
  readonly log: Log;
  readonly now: () => Instant;
};

type LeaderHandlers = Readonly<Record<LeaderJobName, Handler>>;
type HandlersFor<Name extends LeaderJobName> = Pick<LeaderHandlers, Name>;

/**
 * Creates the job handlers for one term of leadership. No state is carried over from an earlier term: polling, credits and
 * incidents are read from the database. Matches and feeds are written only during the term; the ledger's business keys keep money
 * from being paid twice.
 */
export function leaderHandlers(deps: LeaderDeps, { token }: Term): LeaderHandlers {
  const { store, dataKey, push, retention, announce, addJob, metrics, log, now } = deps;
  const common = { db: store.db, log, now };
  return {
    ...pollingHandlers(deps, token),
    ...bettingHandlers(deps),
    ...paymentHandlers(deps),
    'deliver-notifications': () => deliverNotifications({ ...common, announce }),
    'send-pushes': () => sendPushes({ ...common, dataKey, push, counted: metrics.pushed }),
    'queue-overdue-emails': () => queueOverdueEmails({ ...common, queueJob: (job) => addJob('send-mail', job) }),
    'delete-old': () => deleteOld({ ...common, days: retention, deleted: metrics.deleted }),
    'verify-daily': () =>
      verifyDaily({ ...common, verify: (verificationId) => addJob('verify', { kind: 'verify', verificationId }) }),
    'count-day-totals': () => countAllDayTotals(store.db),
  };
}

function pollingHandlers(
  deps: LeaderDeps,
  token: Term['token'],
): HandlersFor<'refresh-odds' | 'refresh-event-quotes' | 'fetch-results'> {
  const { odds, results, store, announce, addJob, metrics, log, now } = deps;
  const { announceMarket } = announce;
  const api = createOddsApi({ ...odds, now, onAnswer: metrics.provider });
  const fenced = { db: fencedDb(store, token), log, now, api };
  const polling = { ...fenced, queueEmail: emailQueuer(deps), baseMs: odds.pollEveryMs, chance: Math.random };
  return {
    'refresh-odds': createRefreshOdds({
      ...polling,
      rules: odds.rules,
      graceMs: odds.graceMs,
      clock: odds.clock,
      budget: odds.creditsPerMonth,
      pollCost: requestedMarkets * odds.regions.length,
      announceMarket,
    }),
    'refresh-event-quotes': createRefreshEventQuotes({
      ...fenced,
      rules: odds.rules,
      regions: odds.regions.length,
      budget: odds.creditsPerMonth,
    }),
    'fetch-results': createFetchResults({
      ...polling,
      stableForMs: results.stableForMs,
      clock: odds.clock,
      results:
        results.second &&
        createFootballData({
          ...results.second,
          now,
          timeoutMs: odds.timeoutMs,
          onAnswer: (outcome) => metrics.provider('matches', outcome),
        }),
      onEnded: () => addJob('settle-bets'),
      announceMarket,
    }),
  };
}

function bettingHandlers(
  deps: LeaderDeps,
): HandlersFor<'settle-bets' | 'recheck-graded' | 'judge-bets' | 'expire-bonuses'> {
  const { limits, inPlay, delays, cashOutMargin, store, writer, announce, metrics, log, now } = deps;
  const common = { db: store.db, log, now };
  const runCashOutRules = createCashOutRules({ ...common, writer, inPlay, delays, cashOutMargin, announce });
  return {
    'settle-bets': () =>
      settleBets({
        ...common,
        store,
        announce,
        written: metrics.ledger.events,
        usersOnline: (users) => usersOnline(store.db, users, now()),
      }),
    'recheck-graded': () => recheckGraded({ store, log }),
    'judge-bets': () => allOf(() => judgeHeldBets({ ...common, writer, limits, announce }), runCashOutRules),
    'expire-bonuses': () => expireBonuses({ ...common, writer, announceWallet: announce.announceWallet }),
  };
}

function paymentHandlers(deps: LeaderDeps): HandlersFor<'sweep-deposits' | 'refund-deposits' | 'reconcile-lists'> {
  const { payments, dataKey, bonus, store, writer, announce, metrics, log, now } = deps;
  const common = { db: store.db, log, now };
  const provider = guardProvider(createMollie(payments), {
    db: store.db,
    callsPerMinute: payments.callsPerMinute,
    onCall: metrics.paymentProviderCalled,
    onOpen: (problem) => log.error({ problem }, 'payment provider does not answer: circuit breaker opened'),
  });
  const announceChange = ({ userId, transaction, forAdmins, wallet }: PaymentChange) => {
    metrics.transactionChanged(transaction);
    announce.announceTransaction(userId, transaction, forAdmins);
    if (wallet) announce.announceWallet(userId, wallet);
  };
  const reconciling = {
    ...common,
    writer,
    provider,
    dataKey,
    bonus,
    announce: announceChange,
    queueEmail: emailQueuer(deps),
    alarm: log.error,
  };
  return {
    'sweep-deposits': () => sweepDeposits({ ...reconciling, afterMs: payments.sweepAfterMs }),
    'refund-deposits': () => refundDeposits(reconciling),
    'reconcile-lists': () => reconcileLists({ ...common, provider }),
  };
}

/** An email that cannot be queued now stays in the database and is queued later. */
const emailQueuer =
  ({ addJob, log }: Pick<LeaderDeps, 'addJob' | 'log'>) =>
  ({ id, job }: StoredEmail): void =>
    void addJob('send-mail', { ...job, letterId: id }).catch((error: unknown) =>
      log.warn({ error }, 'email could not be queued'),
    );

/** Runs all of them in turn, also after one has failed. */
async function allOf(...runs: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const run of runs) await run().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
}

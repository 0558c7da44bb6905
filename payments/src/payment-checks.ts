import { setTimeout as wait } from 'node:timers/promises';
import type { TransactionId } from '@touchline/core/ids';
import { minutes, seconds } from '@touchline/core/instant';
import { isFinal, type Transaction } from '@touchline/core/payments';
import {
  claimCheck,
  isPaymentUnderWay,
  oweCheck,
  readTransaction,
  readTransactionByPayment,
  settleCheck,
} from '@touchline/store/payments';
import { type ReconcileDeps, reconcileDeposit } from './reconcile.ts';

/** The outcome of a webhook: `later` asks the provider to send it again. */
export type HintOutcome = 'done' | 'owed' | 'unknown' | 'later';

export type PaymentChecks = {
  /** Checks a deposit for its owner, unless it was checked moments ago. Throws `ProviderDown`. */
  readonly refresh: (deposit: Transaction) => Promise<Transaction>;
  /** Checks a payment that is said to have changed; concurrent hints share one check. Throws `ProviderDown`. */
  readonly hint: (paymentId: string) => Promise<HintOutcome>;
};

export type PaymentCheckRules = {
  /** How long a check counts as fresh for the bettor. Webhooks wait no longer than this for their next check. */
  readonly freshMs: number;
};

const limits = { windowMs: minutes(10), mostOfPayment: 60, mostOfWallet: 200 } as const;
/** The gap between checks caused by webhooks: the first runs at once, all others share the next. */
const hintGapMs = seconds(1);
/** Other processes may come first; after these attempts the sweep takes over. */
const mostAttempts = 5;

/**
 * Bounds the provider calls that outsiders can cause. Checks of one payment are shared within this process, and spaced and counted in
 * the database for all processes; only our own payments are checked. A webhook that cannot be processed within its request is left
 * to the sweep.
 */
export function createPaymentChecks(deps: ReconcileDeps, { freshMs }: PaymentCheckRules): PaymentChecks {
  const { db, provider } = deps;
  const asking = new Map<TransactionId, Promise<Transaction>>();
  const hinted = new Map<TransactionId, Promise<HintOutcome>>();

  const current = async (deposit: Transaction) => (await readTransaction(db, deposit.id)) ?? deposit;
  const share = (id: TransactionId, question: Promise<Transaction>): Promise<Transaction> => {
    const shared = question.finally(() => {
      if (asking.get(id) === shared) asking.delete(id);
    });
    asking.set(id, shared);
    return shared;
  };
  const ask = async (deposit: Transaction, claimedAt: string): Promise<Transaction> => {
    const answer = await reconcileDeposit(deps, deposit);
    await settleCheck(db, deposit, claimedAt);
    return answer;
  };

  const refresh = async (deposit: Transaction): Promise<Transaction> => {
    const claim = await claimCheck(db, deposit, { ...limits, gapMs: freshMs });
    return claim.kind === 'claimed' ? ask(deposit, claim.at) : current(deposit);
  };

  /** Later hints join until the check is sent; after that they need a new one. */
  const follow = async (deposit: Transaction): Promise<HintOutcome> => {
    await oweCheck(db, deposit);
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      await asking.get(deposit.id)?.catch(() => undefined);
      const claim = await claimCheck(db, deposit, { ...limits, gapMs: Math.min(hintGapMs, freshMs) });
      if (claim.kind === 'limited') return 'owed';
      if (claim.kind === 'claimed') {
        hinted.delete(deposit.id);
        await share(
          deposit.id,
          current(deposit).then((now) => ask(now, claim.at)),
        );
        return 'done';
      }
      await wait(Math.ceil(claim.retryInMs));
    }
    return 'owed';
  };

  return {
    refresh: (deposit) =>
      isFinal(deposit.status) || deposit.providerPaymentId === null
        ? Promise.resolve(deposit)
        : (asking.get(deposit.id) ?? share(deposit.id, refresh(deposit))),
    hint: async (paymentId) => {
      const deposit = await readTransactionByPayment(db, provider.name, paymentId);
      if (!deposit) return (await isPaymentUnderWay(db, provider.name)) ? 'later' : 'unknown';
      const known = hinted.get(deposit.id);
      if (known) return known;
      const following: Promise<HintOutcome> = follow(deposit).finally(() => {
        if (hinted.get(deposit.id) === following) hinted.delete(deposit.id);
      });
      hinted.set(deposit.id, following);
      return following;
    },
  };
}

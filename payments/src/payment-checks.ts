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

/** What became of a webhook: `later` means that the provider should send it again. */
export type HintOutcome = 'done' | 'owed' | 'unknown' | 'later';

export type PaymentChecks = {
  /** A deposit's owner wants to know: asks the provider unless it was asked moments ago. Throws `ProviderDown`. */
  readonly refresh: (deposit: Transaction) => Promise<Transaction>;
  /** Somebody says that a payment changed: asks after that moment, once for all who say so. Throws `ProviderDown`. */
  readonly hint: (paymentId: string) => Promise<HintOutcome>;
};

export type PaymentCheckRules = {
  /** How long an answer of the provider counts for the bettor who asks again. */
  readonly freshMs: number;
};

const limits = { windowMs: minutes(10), mostOfPayment: 60, mostOfWallet: 200 } as const;
/** Between two questions that webhooks cause: the first is asked at once, all others in it share the next. */
const hintGapMs = seconds(1);
/** Other processes may come first; then the sweep asks. */
const mostAttempts = 5;

/**
 * Bounds what the product asks the provider because somebody outside wants it. Questions about one payment are shared within this
 * process, spaced and counted for all processes through the database; only payments of ours are asked about. A webhook that cannot
 * be followed within its request is owed to the sweep.
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

  /** Others join until the question is sent; whoever comes later is about what may have changed after it. */
  const follow = async (deposit: Transaction): Promise<HintOutcome> => {
    await oweCheck(db, deposit);
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      await asking.get(deposit.id)?.catch(() => undefined);
      const claim = await claimCheck(db, deposit, { ...limits, gapMs: hintGapMs });
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

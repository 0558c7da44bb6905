import * as z from 'zod/mini';
import type { Bet, CashOutOffer, CashOutRefusal } from '../../betting/index.ts';
import { openStake, promiseOf } from '../../betting/index.ts';
import { type Instant, instant, seconds } from '../../instant.ts';
import { t } from '../../language/index.ts';
import { selectionText } from '../../markets/index.ts';
import { type Cents, dollars, formatDollars, noMoney } from '../../money/index.ts';
import type { RefusalView } from '../refusal-view.ts';
import { utcText } from '../utc-text.ts';
import { walletView } from '../wallet.ts';
import { betView } from './bets.ts';

/** What one leg of a bet is worth now. `verdict`: once it is graded; `chance`: of winning, while it is open. */
const valuedLeg = z.object({
  betOutcome: z.string(),
  odds: z.number(),
  verdict: z.optional(z.string()),
  chance: z.optional(z.number()),
});

/**
 * What all that is open of a bet is worth now, and how that was computed. Dollars; `amount` is absent while there is no cash-out, and
 * `reason` says why. A part of the stake is worth its share. If a limit allows only a part, both are present, and `most` says which.
 */
export const cashOutView = z.object({
  /**
   * The prices behind it are at least as new as this version of the matches, and it is about this version of the bet: one with a lower
   * version of either is outdated. After `expiresAt` (ISO) it counts as out of date.
   */
  version: z.number(),
  betVersion: z.number(),
  expiresAt: z.string(),
  /** What is open of the stake. */
  stake: z.number(),
  amount: z.optional(z.number()),
  /** The largest part of the stake that can be cashed out now, if it is not all of it, and what it pays. */
  most: z.optional(z.object({ stake: z.number(), amount: z.number() })),
  /** The most that the open part can still pay. */
  maximum: z.number(),
  reason: z.optional(z.object({ code: z.string(), error: z.string() })),
  /** Our share for each open leg, 0.05 for 5 %. */
  margin: z.optional(z.number()),
  legs: z.array(valuedLeg),
  /** All that is open is cashed out once it is worth `target`. */
  rule: z.optional(z.object({ target: z.number() })),
});
export type CashOutView = z.infer<typeof cashOutView>;
/** As it is pushed to the room of a bet: the same without the rule. */
export type CashOutPush = Omit<CashOutView, 'rule'> & { readonly id: string };

/** `amount`: what the bettor saw, in dollars, for the part `stake` of the open stake; for all of it if `stake` is absent. */
export const cashOutRequest = z.object({ amount: z.number(), stake: z.optional(z.number()) });
export type CashOutRequestBody = z.infer<typeof cashOutRequest>;

/** `amount`: what was paid: the value at that moment, never less than was seen. */
export const cashOutAnswer = z.object({ amount: z.number(), bet: betView, wallet: walletView });
export type CashOutAnswer = z.infer<typeof cashOutAnswer>;

/** `target`: the value in dollars at which the bet is cashed out; `null` removes the rule. */
export const cashOutRuleRequest = z.object({ target: z.nullable(z.number()) });

/** Why a cash-out was refused; nothing happened to the bet. */
export type CashOutFailure = CashOutRefusal | { readonly code: 'bet-unknown' | 'key-reused' | 'amount-invalid' };
/** Why a bet has no such rule. `target-unreachable`: it can never be worth as much; `target-reached`: it is worth as much now. */
export type CashOutRuleRefusal =
  | { readonly code: 'bet-unknown' | 'amount-invalid' | 'cash-out-off' | 'bet-settled' | 'bonus-stake' }
  | { readonly code: 'target-unreachable'; readonly maximum: Cents }
  | { readonly code: 'target-reached'; readonly worth: Cents };

/** For how long a value counts as current; watchers get a new one before that. */
const shownFor = seconds(20);

/** Renders what a bet can be cashed out for, or why it cannot. `version`: of the matches, as of `at` or before. */
export function viewCashOut(
  bet: Bet,
  offered: CashOutOffer | CashOutRefusal,
  { version, at }: { readonly version: number; readonly at: Instant },
): CashOutView {
  const open = {
    version,
    betVersion: bet.version,
    expiresAt: utcText(instant(at + shownFor)),
    stake: dollars(openStake(bet)),
    maximum: dollars(promiseOf(openStake(bet), bet.legs, bet.system)),
  };
  const shown = bet.legs.map(({ label, odds }) => ({ betOutcome: label, odds: odds.toNumber() }));
  const refusal = 'code' in offered ? offered : undefined;
  const most = refusal?.code === 'cash-out-limit' ? refusal.most : undefined;
  const offer = refusal?.code === 'cash-out-limit' && most ? refusal.value : offered;
  const limited = most && { most: { stake: dollars(most.stake), amount: dollars(most.amount) } };
  const reason = refusal && { reason: reasonOf(refusal) };
  if ('code' in offer) return { ...open, ...reason, legs: shown };
  const { amount, quote } = offer;
  const legs = shown.map((leg, at) => {
    const valued = quote.legs[at];
    if (!valued) return leg;
    if ('verdict' in valued) return { ...leg, verdict: valued.verdict };
    return { ...leg, chance: Number(valued.chances.won ?? 0) };
  });
  return { ...open, amount: dollars(amount), ...limited, ...reason, margin: Number(quote.margin), legs };
}

const reasonOf = (refusal: CashOutRefusal) => {
  const { code, error } = cashOutRefusalView(refusal);
  return { code, error };
};

/** Renders why there is no cash-out. The bet stays as it is. */
export function cashOutRefusalView(refusal: CashOutFailure | CashOutRuleRefusal): RefusalView {
  const { code } = refusal;
  const label =
    'label' in refusal && refusal.label !== undefined ? selectionText({ betOutcome: refusal.label }) : t('A selection');
  switch (code) {
    case 'bet-unknown':
      return { code, error: t('Bet not found.') };
    case 'key-reused':
      return { code, error: t('This request key was used for another cash-out. Nothing was cashed out.') };
    case 'amount-invalid':
      return { code, error: t('Please enter a valid amount') };
    case 'target-reached':
      return {
        code,
        error: t('This bet is worth {amount} now. Cash it out now, or choose a higher amount.', {
          amount: formatDollars(refusal.worth),
        }),
      };
    case 'target-unreachable':
      return {
        code,
        error: t('This bet can pay at most {maximum}. Choose a lower amount.', {
          maximum: formatDollars(refusal.maximum),
        }),
      };
    case 'part-invalid':
      return {
        code,
        error: t('At most {maximum} of the stake can be cashed out.', { maximum: formatDollars(refusal.maximum) }),
      };
    case 'cash-out-off':
      return {
        code,
        error:
          'label' in refusal && refusal.label !== undefined
            ? t('Cash-out is not offered for {label} for now.', { label })
            : t('Cash-out is not offered for now.'),
      };
    case 'bet-settled':
      return { code, error: t('This bet is settled already.') };
    case 'bet-held':
      return { code, error: t('This bet has not been accepted yet.') };
    case 'bonus-stake':
      return { code, error: t('A bet with bonus money cannot be cashed out.') };
    case 'awaits-result':
      return { code, error: t('{label}: the result is being confirmed.', { label }) };
    case 'suspended':
      return { code, error: t('{label} is suspended for now.', { label }) };
    case 'score-changed':
      return { code, error: t('{label}: the score has just changed, and the value is being updated.', { label }) };
    case 'stale':
      return { code, error: t('The odds have not been confirmed for a while.') };
    case 'cash-out-waits':
      return { code, error: t('The value is being confirmed. Send the request again with its key.') };
    case 'worth-nothing':
      return { code, error: t('This bet is worth less than a cent now.') };
    case 'cash-out-limit': {
      const { stake, amount } = refusal.most ?? { stake: noMoney, amount: noMoney };
      return {
        code,
        error: refusal.most
          ? t('At most {amount} can be cashed out for now, for {stake} of the stake.', {
              amount: formatDollars(amount),
              stake: formatDollars(stake),
            })
          : t('No more can be cashed out here for now. Try again later.'),
        details: { stake: dollars(stake), amount: dollars(amount) },
      };
    }
    case 'value-fell':
      return {
        code,
        error: t('The value fell from {seen} to {amount}. Nothing was cashed out.', {
          seen: formatDollars(refusal.seen),
          amount: formatDollars(refusal.amount),
        }),
        details: { seen: dollars(refusal.seen), amount: dollars(refusal.amount) },
      };
  }
}

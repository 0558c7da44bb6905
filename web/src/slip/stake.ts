import { usualStakes } from '@touchline/core/betting';
import type { ConfigView, WalletView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { type Cents, cents, centsFromDollars, Decimal, dollars, formatDollars, noMoney } from '@touchline/core/money';
import { minDeposit } from '@touchline/core/payments';
import { numeralFromText } from '../ui/amount-text.ts';
import { shortDollarsText } from '../ui/money.tsx';
import type { Market } from './market.ts';

/** Above every limit; a larger number counts as this. */
const largest = cents(99_999_999_999_999);

/** The stake in whole cents, rounded down. Anything that is not a number above 0 counts as 0. */
export function stakeFromText(text: string): Cents {
  const amount = numberIn(text);
  if (amount === undefined || amount.lt(0)) return noMoney;
  const whole = amount.times(100).floor();
  return whole.lt(largest) ? cents(whole.toNumber()) : largest;
}

/** Whether the text has fractions of a cent, which are not staked. */
export function hasFractionOfCent(text: string): boolean {
  const amount = numberIn(text);
  return amount !== undefined && amount.decimalPlaces() > 2;
}

function numberIn(text: string): Decimal | undefined {
  const numeral = numeralFromText(text);
  return numeral === undefined ? undefined : new Decimal(numeral);
}

export type BettingLimits = ConfigView['limits'];
/** The smallest and largest stake of this slip, and its largest payout. */
export type StakeLimits = { readonly least: Cents; readonly most: Cents; readonly mostPayout: Cents };

/** Computes the limits of this slip: lower if one of its matches is in play. */
export function stakeLimits(general: BettingLimits, market: Pick<Market, 'rows' | 'now'>): StakeLimits {
  const inPlay = [...market.rows.values()].some((row) => Date.parse(row.match.commenceTime) <= market.now);
  const share = inPlay ? (general.inPlayDivisor ?? 1) : 1;
  const partOf = (dollars: number) => centsFromDollars(Math.floor((dollars * 100) / share) / 100) ?? noMoney;
  return {
    least: partOf(general.minStake * share),
    most: partOf(general.maxStake),
    mostPayout: partOf(general.maxPayout),
  };
}

export const limitsText = ({ least, most, mostPayout }: StakeLimits): string =>
  t('From {least} to {most}; a bet pays at most {payout}.', {
    least: formatDollars(least),
    most: formatDollars(most),
    payout: formatDollars(mostPayout),
  });

/** A stake that the slip offers to press. */
export type StakeChip = { readonly label: string; readonly amount: Cents };

/** The stakes on offer: the bettor's usual ones, and as `Max` the whole balance, as far as the limits allow. */
export function stakeChips(
  placed: readonly Cents[],
  limits: StakeLimits = { least: noMoney, most: largest, mostPayout: largest },
  balance: number | undefined = undefined,
): readonly StakeChip[] {
  const chips = usualStakes(placed, limits).map((amount) => ({ label: shortDollarsText(dollars(amount)), amount }));
  if (balance === undefined) return chips;
  return [...chips, { label: t('Max'), amount: cents(Math.min(centsFromDollars(balance) ?? 0, limits.most)) }];
}

/** Why a stake, or what it would pay, is outside the limits; an empty stake is not an error yet. */
export function limitProblem(
  stake: Cents,
  payout: Cents,
  { least, most, mostPayout }: StakeLimits,
): string | undefined {
  if (stake > most) return t('The largest stake is {amount}', { amount: formatDollars(most) });
  if (payout > mostPayout)
    return t('A bet pays at most {maximum}. Lower the stake.', { maximum: formatDollars(mostPayout) });
  return stake > 0 && stake < least ? t('The smallest stake is {amount}', { amount: formatDollars(least) }) : undefined;
}

/** What the balance and the bonus lack for a stake. */
export const shortOf = (stake: Cents, { balance, bonus }: Pick<WalletView, 'balance' | 'bonus'>): Cents =>
  cents(Math.max(0, stake - (centsFromDollars(balance) ?? 0) - (centsFromDollars(bonus) ?? 0)));

/** The deposit that covers what is missing; the provider charges no less than its minimum. */
export const depositFor = (missing: Cents): Cents => cents(Math.max(missing, minDeposit));

/** The form for a deposit of this amount. */
export const depositPath = (amount: Cents): string => `/deposit?amount=${dollars(amount)}`;

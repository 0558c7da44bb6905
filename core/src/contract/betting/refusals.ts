import { type BookLimitReached, type LegRefusal, maxLines } from '../../betting/index.ts';
import { leagueOf } from '../../matches/index.ts';
import { type Decimal, dollars, formatDollars, formatOdds } from '../../money/index.ts';
import type { PlacingRefusal } from '../../placing/place-bet.ts';
import type { StakeRefusal } from '../../wallet/index.ts';
import { ownRuleView } from '../limits/refusals.ts';
import type { RefusalView } from '../refusal-view.ts';
import type { TicketType } from './bets.ts';

/** A refused selection; odds as numbers. */
export type LegRefusalView = {
  readonly matchId: string;
  readonly betOutcome: string;
  readonly code: LegRefusal['code'];
  readonly error: string;
  readonly seen?: number;
  readonly now?: number;
  readonly point?: number;
  /** The largest stake in dollars that it takes now. */
  readonly maxStake?: number;
};

/** `price-unreadable`: the odds sent as the price seen cannot have been on any screen. */
export type PlaceBetRefusal =
  | PlacingRefusal
  | { readonly code: 'key-reused' }
  | { readonly code: 'price-unreadable'; readonly label: string };

/** `selections-mismatch`: not a number of selections that this type of ticket has. */
export type TicketRefusal =
  | PlaceBetRefusal
  | { readonly code: 'others-refused' }
  | { readonly code: 'selections-mismatch'; readonly type: TicketType };
export type PlaceTicketsRefusal =
  | { readonly code: 'slip-empty' }
  /** One per ticket, in the order of the request. */
  | { readonly code: 'tickets-refused'; readonly tickets: readonly TicketRefusal[] };

/** Whether no bet could have these selections, now or later. */
export const areLegsInvalid = (legs: readonly LegRefusal[]): boolean =>
  legs.some(({ code }) => code === 'match-unknown' || code === 'outcome-unknown' || code === 'match-twice');

/** Renders the refusal of a bet. The last sentence says what happened to the stake. */
export function betRefusalView(refusal: PlaceBetRefusal): RefusalView {
  const view = (sentence: string, details?: Record<string, unknown>): RefusalView => ({
    code: refusal.code,
    error: sentence,
    ...(details && { details }),
  });
  switch (refusal.code) {
    case 'slip-empty':
      return view('Your bet slip is empty');
    case 'stake-invalid':
      return view('Please enter a valid stake amount');
    case 'too-many-legs':
      return view(`A bet takes at most ${refusal.maximum} selections. Nothing was staked.`, {
        maximum: refusal.maximum,
      });
    case 'stake-below-minimum':
      return view(`The smallest stake is ${formatDollars(refusal.minimum)}. Nothing was staked.`, {
        minimum: dollars(refusal.minimum),
      });
    case 'stake-above-maximum':
      return view(`The largest stake${duringPlay(refusal)} is ${formatDollars(refusal.maximum)}. Nothing was staked.`, {
        maximum: dollars(refusal.maximum),
      });
    case 'payout-above-maximum':
      return view(
        `A bet${duringPlay(refusal)} pays at most ${formatDollars(refusal.maximum)}. Lower the stake. Nothing was staked.`,
        { maximum: dollars(refusal.maximum), potentialPayout: dollars(refusal.potentialPayout) },
      );
    case 'book-limit-reached':
      return view(`${bookLimitSentence(refusal)} Nothing was staked.`, {
        limit: refusal.limit,
        maximum: dollars(refusal.maximum),
        maxStake: dollars(refusal.maxStake),
      });
    case 'odds-above-maximum':
      return view(
        `The total odds of a bet are at most ${refusal.maximum.toLocaleString('en-US')}. Remove a selection. Nothing was staked.`,
        { maximum: refusal.maximum, totalOdds: refusal.totalOdds.toNumber() },
      );
    case 'balance-too-low':
      return view(`${shortOf(refusal)} Nothing was staked.`, {
        balance: dollars(refusal.balance),
        missing: dollars(refusal.missing),
        ...(refusal.bonus !== undefined && { bonus: dollars(refusal.bonus) }),
      });
    case 'betting-closed': {
      const { league } = refusal;
      if (!league) return view('All betting is closed for now. Nothing was staked.');
      return view(`Betting on ${leagueOf(league)?.title ?? league} matches is closed for now. Nothing was staked.`, {
        league,
      });
    }
    case 'key-reused':
      return view('This request key was used for another bet. Nothing was staked.');
    case 'price-unreadable':
      return view(`The odds sent for ${refusal.label} are not valid. Nothing was staked.`);
    case 'limit-reached':
    case 'excluded':
      return ownRuleView(refusal, 'Nothing was staked.');
    case 'legs-refused':
      return view(legsSentence(refusal.legs), { legs: refusal.legs.map(legRefusalView) });
  }
}

/** Renders why no ticket of a request was placed, with the reason of each ticket. */
export function ticketsRefusalView(refusal: PlaceTicketsRefusal): RefusalView {
  if (refusal.code === 'slip-empty') return betRefusalView(refusal);
  const tickets = refusal.tickets.map(ticketRefusalView);
  const reasons = tickets.filter(({ code }) => code !== 'others-refused');
  const [only] = reasons;
  const error =
    reasons.length === 1 && only ? only.error : `${reasons.length} tickets cannot be taken now. Nothing was staked.`;
  return { code: refusal.code, error, details: { tickets } };
}

const ticketRules: Readonly<Record<TicketType, string>> = {
  single: 'A single has one selection.',
  accumulator: 'An accumulator has at least two selections.',
  system: `A system has 2 to ${maxLines.toLocaleString('en-US')} lines; each size is at most the number of selections that are not bankers.`,
};

function ticketRefusalView(refusal: TicketRefusal): RefusalView {
  switch (refusal.code) {
    case 'others-refused':
      return { code: refusal.code, error: 'This ticket was not placed because another one was refused.' };
    case 'selections-mismatch': {
      return { code: refusal.code, error: `${ticketRules[refusal.type]} Nothing was staked.` };
    }
    default:
      return betRefusalView(refusal);
  }
}

function bookLimitSentence({ limit, maximum, maxStake }: BookLimitReached): string {
  const isSome = maxStake > 0;
  const most = formatDollars(maxStake);
  switch (limit) {
    case 'combination':
      return isSome
        ? `We can take at most ${most} on these selections now.`
        : 'We cannot take more on these selections for now.';
    case 'bankroll':
      return isSome
        ? `We can take at most ${most} at these odds now.`
        : 'We cannot take more bets at these odds for now.';
    case 'day-stake':
      return `You can stake ${formatDollars(maximum)} in 24 hours. ${isSome ? `${most} is left.` : 'You have reached that limit.'}`;
    case 'day-payout':
      return `Your bets of 24 hours can pay up to ${formatDollars(maximum)}. ${isSome ? `Stake at most ${most}.` : 'You have reached that limit.'}`;
  }
}

const duringPlay = ({ inPlay }: { readonly inPlay?: true }): string => (inPlay ? ' on a match in play' : '');

function shortOf({ balance, bonus, missing }: Extract<StakeRefusal, { code: 'balance-too-low' }>): string {
  const own = `Your balance of ${formatDollars(balance)}`;
  const short = `${formatDollars(missing)} short of this stake.`;
  return bonus === undefined ? `${own} is ${short}` : `${own} and your bonus of ${formatDollars(bonus)} are ${short}`;
}

/** Renders the refusal of one selection, with what a slip needs to offer a change (decimal odds, dollars). */
export function legRefusalView(leg: LegRefusal): LegRefusalView {
  const shown = { matchId: leg.matchId, betOutcome: leg.label, code: leg.code, error: legSentence(leg) };
  if (leg.code === 'odds-changed') return { ...shown, seen: leg.seen.toNumber(), now: leg.now.toNumber() };
  if (leg.code === 'liability-reached') return { ...shown, maxStake: dollars(leg.maxStake) };
  return leg.code === 'line-moved' ? { ...shown, point: leg.point } : shown;
}

function legsSentence(legs: readonly LegRefusal[]): string {
  const [only] = legs;
  if (legs.length === 1 && only) return `${legSentence(only)} Nothing was staked.`;
  const changed = legs.every((leg) => leg.code === 'odds-changed');
  return changed
    ? `The odds of ${legs.length} selections have changed. Nothing was staked.`
    : `${legs.length} selections cannot be taken now. Nothing was staked.`;
}

/** Two decimals as on screens, or all of them if the first two are equal. */
function movement(seen: Decimal, now: Decimal): string {
  const [from, to] = [formatOdds(seen), formatOdds(now)];
  return from === to ? `from ${seen.toFixed()} to ${now.toFixed()}` : `from ${from} to ${to}`;
}

function legSentence(leg: LegRefusal): string {
  switch (leg.code) {
    case 'odds-changed':
      return `The odds of ${leg.label} moved ${movement(leg.seen, leg.now)}.`;
    case 'line-moved':
      return `The goal line moved to ${leg.point}; ${leg.label} is no longer offered.`;
    case 'market-suspended':
      return `${leg.label} is suspended for now.`;
    case 'odds-stale':
      return `The odds of ${leg.label} have not been confirmed for a while.`;
    case 'score-changed':
      return `The score has just changed; the odds of ${leg.label} are being updated.`;
    case 'liability-reached':
      return leg.maxStake > 0
        ? `At most ${formatDollars(leg.maxStake)} more can be staked on ${leg.label} now.`
        : `Enough has been staked on ${leg.label} for now.`;
    case 'match-started':
      return `The match of ${leg.label} has kicked off and is closed for betting.`;
    case 'match-over':
      return `The match of ${leg.label} is over for betting.`;
    case 'match-unknown':
      return `The match of ${leg.label} is not on offer.`;
    case 'outcome-unknown':
      return `${leg.label} is not an outcome of this match.`;
    case 'match-twice':
      return `${leg.label}: a bet takes one selection per match.`;
  }
}

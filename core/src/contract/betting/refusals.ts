import { type BookLimitReached, type LegRefusal, maxLines } from '../../betting/index.ts';
import { formatNumber, type Message, msg, t } from '../../language/index.ts';
import { labelText, selectionText, type Teams } from '../../markets/index.ts';
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

/** Returns the teams of a match if it is known, because labels on their own cannot be translated. */
export type TeamsOf = (matchId: string) => Teams | undefined;
const noTeams: TeamsOf = () => undefined;

/** Renders the refusal of a bet. The last sentence says what happened to the stake. */
export function betRefusalView(refusal: PlaceBetRefusal, teamsOf = noTeams): RefusalView {
  const view = (sentence: string, details?: Record<string, unknown>): RefusalView => ({
    code: refusal.code,
    error: sentence,
    ...(details && { details }),
  });
  switch (refusal.code) {
    case 'slip-empty':
      return view(t('Your bet slip is empty'));
    case 'stake-invalid':
      return view(t('Please enter a valid stake amount'));
    case 'too-many-legs':
      return view(unstaked(t('A bet takes at most {maximum} selections.', { maximum: refusal.maximum })), {
        maximum: refusal.maximum,
      });
    case 'stake-below-minimum':
      return view(unstaked(t('The smallest stake is {minimum}.', { minimum: formatDollars(refusal.minimum) })), {
        minimum: dollars(refusal.minimum),
      });
    case 'stake-above-maximum':
      return view(
        unstaked(
          t(refusal.inPlay ? 'The largest stake on a match in play is {maximum}.' : 'The largest stake is {maximum}.', {
            maximum: formatDollars(refusal.maximum),
          }),
        ),
        { maximum: dollars(refusal.maximum) },
      );
    case 'payout-above-maximum':
      return view(
        unstaked(
          t(
            refusal.inPlay
              ? 'A bet on a match in play pays at most {maximum}. Lower the stake.'
              : 'A bet pays at most {maximum}. Lower the stake.',
            { maximum: formatDollars(refusal.maximum) },
          ),
        ),
        { maximum: dollars(refusal.maximum), potentialPayout: dollars(refusal.potentialPayout) },
      );
    case 'book-limit-reached':
      return view(unstaked(bookLimitSentence(refusal)), {
        limit: refusal.limit,
        maximum: dollars(refusal.maximum),
        maxStake: dollars(refusal.maxStake),
      });
    case 'odds-above-maximum':
      return view(
        unstaked(
          t('The total odds of a bet are at most {maximum}. Remove a selection.', {
            maximum: formatNumber(refusal.maximum),
          }),
        ),
        { maximum: refusal.maximum, totalOdds: refusal.totalOdds.toNumber() },
      );
    case 'balance-too-low':
      return view(unstaked(shortOf(refusal)), {
        balance: dollars(refusal.balance),
        missing: dollars(refusal.missing),
        ...(refusal.bonus !== undefined && { bonus: dollars(refusal.bonus) }),
      });
    case 'betting-closed': {
      const { league } = refusal;
      if (!league) return view(unstaked(t('All betting is closed for now.')));
      const title = leagueOf(league)?.title ?? league;
      return view(unstaked(t('Betting on {league} matches is closed for now.', { league: title })), { league });
    }
    case 'key-reused':
      return view(unstaked(t('This request key was used for another bet.')));
    case 'price-unreadable':
      return view(unstaked(t('The odds sent for {label} are not valid.', { label: textOf(refusal.label) })));
    case 'limit-reached':
    case 'excluded':
      return ownRuleView(refusal, t('Nothing was staked.'));
    case 'legs-refused':
      return view(legsSentence(refusal.legs, teamsOf), {
        legs: refusal.legs.map((leg) => legRefusalView(leg, teamsOf)),
      });
  }
}

/** Renders why no ticket of a request was placed, with the reason of each ticket. */
export function ticketsRefusalView(refusal: PlaceTicketsRefusal, teamsOf = noTeams): RefusalView {
  if (refusal.code === 'slip-empty') return betRefusalView(refusal);
  const tickets = refusal.tickets.map((ticket) => ticketRefusalView(ticket, teamsOf));
  const reasons = tickets.filter(({ code }) => code !== 'others-refused');
  const [only] = reasons;
  const error =
    reasons.length === 1 && only
      ? only.error
      : unstaked(t('{count} tickets cannot be taken now.', { count: reasons.length }));
  return { code: refusal.code, error, details: { tickets } };
}

const ticketRules: Readonly<Record<TicketType, Message>> = {
  single: msg('A single has one selection.'),
  accumulator: msg('An accumulator has at least two selections.'),
  system: msg(
    'A system has 2 to {lines, number} lines; each size is at most the number of selections that are not bankers.',
  ),
};

function ticketRefusalView(refusal: TicketRefusal, teamsOf: TeamsOf): RefusalView {
  switch (refusal.code) {
    case 'others-refused':
      return { code: refusal.code, error: t('This ticket was not placed because another one was refused.') };
    case 'selections-mismatch': {
      return { code: refusal.code, error: unstaked(t(ticketRules[refusal.type], { lines: maxLines })) };
    }
    default:
      return betRefusalView(refusal, teamsOf);
  }
}

function bookLimitSentence({ limit, maximum, maxStake }: BookLimitReached): string {
  const isSome = maxStake > 0;
  const most = formatDollars(maxStake);
  switch (limit) {
    case 'combination':
      return isSome
        ? t('We can take at most {most} on these selections now.', { most })
        : t('We cannot take more on these selections for now.');
    case 'bankroll':
      return isSome
        ? t('We can take at most {most} at these odds now.', { most })
        : t('We cannot take more bets at these odds for now.');
    case 'day-stake':
      return isSome
        ? t('You can stake {maximum} in 24 hours. {most} is left.', { maximum: formatDollars(maximum), most })
        : t('You can stake {maximum} in 24 hours. You have reached that limit.', { maximum: formatDollars(maximum) });
    case 'day-payout':
      return isSome
        ? t('Your bets of 24 hours can pay up to {maximum}. Stake at most {most}.', {
            maximum: formatDollars(maximum),
            most,
          })
        : t('Your bets of 24 hours can pay up to {maximum}. You have reached that limit.', {
            maximum: formatDollars(maximum),
          });
  }
}

/** A refusal's reason, and what happened to the money. */
const unstaked = (reason: string): string => `${reason} ${t('Nothing was staked.')}`;

const textOf = (label: string, teams?: Teams): string =>
  teams ? labelText(teams, label) : selectionText({ betOutcome: label });

function shortOf({ balance, bonus, missing }: Extract<StakeRefusal, { code: 'balance-too-low' }>): string {
  const amounts = { balance: formatDollars(balance), missing: formatDollars(missing) };
  return bonus === undefined
    ? t('Your balance of {balance} is {missing} short of this stake.', amounts)
    : t('Your balance of {balance} and your bonus of {bonus} are {missing} short of this stake.', {
        ...amounts,
        bonus: formatDollars(bonus),
      });
}

/** Renders the refusal of one selection, with what a slip needs to offer a change (decimal odds, dollars). */
export function legRefusalView(leg: LegRefusal, teamsOf = noTeams): LegRefusalView {
  const error = legSentence(leg, teamsOf(leg.matchId));
  const shown = { matchId: leg.matchId, betOutcome: leg.label, code: leg.code, error };
  if (leg.code === 'odds-changed') return { ...shown, seen: leg.seen.toNumber(), now: leg.now.toNumber() };
  if (leg.code === 'liability-reached') return { ...shown, maxStake: dollars(leg.maxStake) };
  return leg.code === 'line-moved' ? { ...shown, point: leg.point } : shown;
}

function legsSentence(legs: readonly LegRefusal[], teamsOf: TeamsOf): string {
  const [only] = legs;
  if (legs.length === 1 && only) return unstaked(legSentence(only, teamsOf(only.matchId)));
  const changed = legs.every((leg) => leg.code === 'odds-changed');
  const count = legs.length;
  return unstaked(
    changed
      ? t('The odds of {count} selections have changed.', { count })
      : t('{count} selections cannot be taken now.', { count }),
  );
}

/** Two decimals as on screens, or all of them if the first two are equal. */
function movement(seen: Decimal, now: Decimal): { readonly from: string; readonly to: string } {
  const [from, to] = [formatOdds(seen), formatOdds(now)];
  return from === to ? { from: seen.toFixed(), to: now.toFixed() } : { from, to };
}

function legSentence(leg: LegRefusal, teams: Teams | undefined): string {
  const label = textOf(leg.label, teams);
  switch (leg.code) {
    case 'odds-changed':
      return t('The odds of {label} moved from {from} to {to}.', { ...movement(leg.seen, leg.now), label });
    case 'line-moved':
      return t('The goal line moved to {point}; {label} is no longer offered.', {
        point: formatNumber(leg.point),
        label,
      });
    case 'market-suspended':
      return t('{label} is suspended for now.', { label });
    case 'odds-stale':
      return t('The odds of {label} have not been confirmed for a while.', { label });
    case 'score-changed':
      return t('The score has just changed; the odds of {label} are being updated.', { label });
    case 'liability-reached':
      return leg.maxStake > 0
        ? t('At most {most} more can be staked on {label} now.', { most: formatDollars(leg.maxStake), label })
        : t('Enough has been staked on {label} for now.', { label });
    case 'match-started':
      return t('The match of {label} has kicked off and is closed for betting.', { label });
    case 'match-over':
      return t('The match of {label} is over for betting.', { label });
    case 'match-unknown':
      return t('The match of {label} is not on offer.', { label });
    case 'outcome-unknown':
      return t('{label} is not an outcome of this match.', { label });
    case 'match-twice':
      return t('{label}: a bet takes one selection per match.', { label });
  }
}

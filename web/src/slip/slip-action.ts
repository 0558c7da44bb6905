import type { OddsPolicy, Slip } from '@touchline/core/betting';
import type { ExclusionView } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import type { Cents } from '@touchline/core/money';
import { exclusionTitle } from '../limits/limit-texts.ts';
import type { Market } from './market.ts';
import { closedNote, isUnavailable, type LegRefusal, needsAcceptance, readLine, type SlipLine } from './slip-line.ts';
import { type TicketForm, ticketsOf, ticketsProblem, totalStake } from './tickets.ts';

/** Everything that decides what the slip's main button does. */
export type SlipFacts = {
  readonly entries: Slip;
  /** Of an accumulator, of each line of a system, and of each single without a stake of its own. */
  readonly stakeText: string;
  readonly form: TicketForm;
  readonly policy: OddsPolicy;
  readonly market: Market;
  readonly bettorId: string | null;
  /** Keeps the bettor from betting. */
  readonly exclusion: ExclusionView | undefined;
  readonly refusals: ReadonlyMap<string, LegRefusal>;
};

/** What the main button does; `none` has the reason. `stake`: of all tickets together. */
export type SlipAction =
  | { readonly type: 'place bet'; readonly stake: Cents }
  | { readonly type: 'accept odds'; readonly moved: readonly SlipLine[] }
  | { readonly type: 'log in' }
  | { readonly type: 'none'; readonly reason: string };

export const slipTexts = {
  empty: msg('Your bet slip is empty'),
  stakeInvalid: msg('Please enter a valid stake amount'),
  failed: msg('Failed to place bet'),
  placed: msg('Bet placed successfully!'),
} as const;

/** Compares every selection of the slip with the market. */
export const slipLines = (slip: SlipFacts): readonly SlipLine[] =>
  slip.entries.map((entry) => readLine(entry, slip.market, slip.refusals.get(entry.matchId)));

/** Decides what the button does. An exclusion comes first, then problems with the selections, the stake last. */
export function slipAction(slip: SlipFacts): SlipAction {
  if (slip.entries.length === 0) return none(t(slipTexts.empty));
  const lines = slipLines(slip);
  const isClosed = lines.some(({ note }) => note === t(closedNote));
  // While betting is closed, logging in would not help.
  if (slip.bettorId === null && !isClosed) return { type: 'log in' };
  if (slip.exclusion) return none(exclusionTitle(slip.exclusion));
  if (slip.market.feed === 'offline') return none(t('You are offline. Nothing can be staked.'));
  if (slip.market.feed === 'stale') return none(t('Prices may be out of date. Nothing can be staked.'));
  if (slip.market.feed === 'loading') return none(t('Waiting for the latest prices.'));
  if (isClosed) return none(t('Betting is closed for now. Nothing can be staked.'));
  const unavailable = lines.find(isUnavailable);
  if (unavailable?.note) return none(unavailable.note);
  if (lines.some((line) => line.status === 'unconfirmed')) {
    return none(t('Some odds are not confirmed just now. Nothing can be staked.'));
  }
  const moved = lines.filter((line) => needsAcceptance(line, slip.policy));
  if (moved.length > 0) return { type: 'accept odds', moved };
  const problem = ticketsProblem(slip);
  if (problem) return none(problem);
  const stake = totalStake(ticketsOf(slip));
  return stake > 0 ? { type: 'place bet', stake } : none(t(slipTexts.stakeInvalid));
}

/** Equal for two actions that ask the bettor for the same thing. */
export function actionKey(action: SlipAction): string {
  if (action.type !== 'accept odds') return action.type;
  return `accept-${action.moved.map((line) => `${line.entry.matchId}@${line.now}`).join(' ')}`;
}

/** Equal for two slips that would be placed again at the same odds; `undefined` if that is not possible. */
export function againKey(slip: SlipFacts): string | undefined {
  const isPossible = slipAction(slip).type !== 'none';
  return isPossible
    ? slipLines(slip)
        .map(({ now }) => now)
        .join(' ')
    : undefined;
}

const none = (reason: string): SlipAction => ({ type: 'none', reason });

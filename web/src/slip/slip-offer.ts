import type { OddsPolicy, Slip } from '@touchline/core/betting';
import type { Cents } from '@touchline/core/money';
import type { Market } from './market.ts';
import { closedNote, type HeldRefusal, mustBeRemoved, needsAcceptance, readLine, type SlipLine } from './slip-line.ts';
import { stakeFromText } from './stake.ts';

/** All that decides what the slip's one big button does. */
export type SlipFacts = {
  readonly entries: Slip;
  readonly stakeText: string;
  readonly policy: OddsPolicy;
  readonly market: Market;
  readonly bettorId: string | null;
  readonly refusals: ReadonlyMap<string, HeldRefusal>;
};

/** What pressing the button does now; `wait` says why it does nothing. */
export type SlipOffer =
  | { readonly does: 'place'; readonly stake: Cents }
  | { readonly does: 'accept'; readonly moved: readonly SlipLine[] }
  | { readonly does: 'log in' }
  | { readonly does: 'wait'; readonly why: string };

export const slipWords = {
  empty: 'Your bet slip is empty',
  stakeInvalid: 'Please enter a valid stake amount',
  failed: 'Failed to place bet',
  placed: 'Bet placed successfully!',
} as const;

/** Every selection of the slip against the market. */
export const slipLines = (slip: SlipFacts): readonly SlipLine[] =>
  slip.entries.map((entry) => readLine(entry, slip.market, slip.refusals.get(entry.matchId)));

/** Decides what the button does. What the bettor must look at first comes first; the stake comes last. */
export function offerOf(slip: SlipFacts): SlipOffer {
  if (slip.entries.length === 0) return { does: 'wait', why: slipWords.empty };
  const lines = slipLines(slip);
  const isClosed = lines.some(({ note }) => note === closedNote);
  // Nobody is asked to log in for what cannot be placed then either.
  if (slip.bettorId === null && !isClosed) return { does: 'log in' };
  if (slip.market.feed === 'offline') return { does: 'wait', why: 'You are offline. Nothing can be staked.' };
  if (slip.market.feed === 'stale') return { does: 'wait', why: 'Prices may be out of date. Nothing can be staked.' };
  if (slip.market.feed === 'loading') return { does: 'wait', why: 'Waiting for the latest prices.' };
  if (isClosed) return { does: 'wait', why: `${closedNote} Nothing can be staked.` };
  const lost = lines.filter(mustBeRemoved).length;
  if (lost > 0)
    return { does: 'wait', why: `Remove ${lost === 1 ? 'the selection' : 'the selections'} you cannot bet on` };
  if (lines.some((line) => line.standing === 'unconfirmed')) {
    return { does: 'wait', why: 'Some odds are not confirmed just now. Nothing can be staked.' };
  }
  const moved = lines.filter((line) => needsAcceptance(line, slip.policy));
  if (moved.length > 0) return { does: 'accept', moved };
  const stake = stakeFromText(slip.stakeText);
  return stake > 0 ? { does: 'place', stake } : { does: 'wait', why: slipWords.stakeInvalid };
}

/** Two offers ask the same thing of the bettor when their words for it are the same. */
export function askOf(offer: SlipOffer): string {
  if (offer.does !== 'accept') return offer.does;
  return `accept ${offer.moved.map((line) => `${line.entry.matchId}@${line.now}`).join(' ')}`;
}

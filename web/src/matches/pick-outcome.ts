import type { SlipEntry } from '@touchline/core/betting';
import type { MatchRow } from '@touchline/core/contract';
import { odds } from '@touchline/core/money';
import { ok, type Result, refused } from '@touchline/core/result';
import { type Offer, reasonOf, slipMatchId } from './offers.ts';

/** Returns the slip entry for a price, or the sentence that says why it cannot be taken. */
export function slipEntryOf(row: MatchRow, offer: Offer): Result<SlipEntry, string> {
  if (offer.state === 'closed') return refused(`${nameOf(row)} is over for betting`);
  if (offer.state === 'missing') return refused('Odds not available for this selection');
  if (offer.state === 'suspended')
    return refused(
      reasonOf(row) === 'Betting closed' ? 'Betting is closed for now' : `${offer.outcome} is suspended for now`,
    );
  const price = offer.price === '-' ? undefined : odds(offer.price);
  if (!price) return refused('Invalid odds value');
  return ok({ matchId: slipMatchId(row), betOutcome: offer.outcome, odds: price, matchName: nameOf(row) });
}

const nameOf = ({ match }: MatchRow): string => `${match.homeTeam} vs ${match.awayTeam}`;

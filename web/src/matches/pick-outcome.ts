import type { SlipEntry } from '@touchline/core/betting';
import type { MatchRow } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { storedMatchName } from '@touchline/core/markets';
import { odds } from '@touchline/core/money';
import { ok, type Result, refused } from '@touchline/core/result';
import { matchName } from './match-texts.ts';
import { bettingClosed, type Offer, reasonOf, slipMatchId } from './offers.ts';

/** Returns the slip entry for a price, or the sentence that says why it cannot be taken. */
export function slipEntryOf(row: MatchRow, offer: Offer): Result<SlipEntry, string> {
  if (offer.state === 'closed') return refused(t('{match} is over for betting', { match: matchName(row.match) }));
  if (offer.state === 'missing') return refused(t('Odds not available for this selection'));
  if (offer.state === 'suspended')
    return refused(
      reasonOf(row) === bettingClosed
        ? t('Betting is closed for now')
        : t('{outcome} is suspended for now', { outcome: offer.text }),
    );
  const price = offer.price === '-' ? undefined : odds(offer.price);
  if (!price) return refused(t('Invalid odds value'));
  return ok({
    matchId: slipMatchId(row),
    betOutcome: offer.outcome,
    odds: price,
    matchName: storedMatchName(row.match),
    seenAt: row.s,
  });
}

import type { Bonus, BonusTerms } from '@touchline/core/bonus';
import type { BonusView } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { dollars } from '@touchline/core/money';

/** Returns the bonus offer and a bonus for the API: dollars, odds as numbers, ISO times. */
export const viewBonus = (offer: BonusTerms, bonus: Bonus | undefined): BonusView => ({
  offer: {
    percent: offer.percent,
    maximum: dollars(offer.maximum),
    wagering: offer.wagering,
    minTotalOdds: offer.minTotalOdds.toNumber(),
    days: offer.days,
    maxStake: offer.maxStake === null ? null : dollars(offer.maxStake),
    opposing: offer.opposing,
  },
  bonus: bonus
    ? {
        id: bonus.id,
        status: bonus.status,
        granted: dollars(bonus.granted),
        wagered: dollars(bonus.wagered),
        toWager: dollars(bonus.toWager),
        onBets: dollars(bonus.onBets),
        grantedAt: isoTime(bonus.grantedAt),
        expiresAt: isoTime(bonus.expiresAt),
        endedAt: bonus.endedAt === null ? null : isoTime(bonus.endedAt),
      }
    : null,
});

const isoTime = (at: Instant): string => new Date(at).toISOString();

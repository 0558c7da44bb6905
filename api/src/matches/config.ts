import type { AcceptanceDelays, BettingLimits } from '@touchline/core/betting';
import type { BonusTerms } from '@touchline/core/bonus';
import type { ConfigView } from '@touchline/core/contract';
import { type MatchClock, realTime } from '@touchline/core/matches';
import { dollars } from '@touchline/core/money';

type ConfigDeps = {
  readonly notice: string | null;
  readonly inPlay: 'open' | 'closed';
  readonly delays: AcceptanceDelays;
  readonly limits: BettingLimits;
  readonly clock: MatchClock;
  readonly bonus: Pick<BonusTerms, 'percent'>;
};

/** The answer of GET /config. */
export function configOf({ notice, inPlay, delays, limits, clock, bonus }: ConfigDeps): ConfigView {
  const { minStake, maxStake, maxLegs, maxPayout, maxTotalOdds, inPlayDivisor } = limits;
  return {
    brand: 'Touchline',
    notice,
    inPlay,
    inPlayDelaySeconds: Math.max(delays.usual, ...Object.values(delays.ofLeague)),
    ...(isRealTime(clock) ? {} : { clock }),
    bonusPercent: bonus.percent,
    limits: {
      minStake: dollars(minStake),
      maxStake: dollars(maxStake),
      maxLegs,
      maxPayout: dollars(maxPayout),
      maxTotalOdds,
      inPlayDivisor,
    },
  };
}

const isRealTime = ({ speed, halfTime }: MatchClock): boolean =>
  speed === realTime.speed && halfTime === realTime.halfTime;

import {
  isExcluded,
  type LimitKind,
  limitKinds,
  limitNow,
  limitPeriods,
  lossUsed,
  type UsedOf,
} from '@touchline/core/account';
import type { LimitsView } from '@touchline/core/contract';
import { type Cents, dollars } from '@touchline/core/money';
import type { OwnLimits } from '@touchline/store/limits';

/** All nine limits, set or not, in the same order always. */
export function viewLimits(own: OwnLimits): LimitsView {
  const { limits, exclusion, now } = own;
  const used: Record<LimitKind, UsedOf> = {
    deposit: own.deposited,
    stake: own.staked,
    loss: lossUsed(own.lost, own.atStake),
  };
  return {
    limits: limitKinds.flatMap((kind) =>
      limitPeriods.map((period) => {
        const change = limits.find((one) => one.kind === kind && one.period === period);
        const waits = change && change.from > now;
        return {
          kind,
          period,
          amount: inDollars(limitNow(change, now)),
          used: dollars(used[kind][period]),
          next: waits ? { amount: inDollars(change.amount), from: iso(change.from) } : null,
        };
      }),
    ),
    exclusion: isExcluded(exclusion, now)
      ? {
          kind: exclusion.kind,
          since: iso(exclusion.since),
          until: exclusion.until === null ? null : iso(exclusion.until),
        }
      : null,
    realityCheckMinutes: own.realityCheckMinutes,
  };
}

const inDollars = (amount: Cents | null): number | null => (amount === null ? null : dollars(amount));
const iso = (at: number): string => new Date(at).toISOString();

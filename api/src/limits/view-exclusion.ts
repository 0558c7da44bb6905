import type { PlayerExclusionView } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import type { PlayerExclusion } from '@touchline/store/limits';
import type { SharedSignals } from '@touchline/store/privacy';

/** What keeps a bettor from betting and depositing, by the house and by their own wish. */
export const viewExclusion = ({ house, own }: PlayerExclusion): Pick<PlayerExclusionView, 'exclusion' | 'own'> => ({
  exclusion: house
    ? {
        cause: house.cause,
        reason: house.reason,
        since: iso(house.since),
        until: untilOf(house.until),
        by: house.adminName,
      }
    : null,
  own: own ? { kind: own.kind, since: iso(own.since), until: untilOf(own.until) } : null,
});

const iso = (at: Instant): string => new Date(at).toISOString();
const untilOf = (at: Instant | null): string | null => (at === null ? null : iso(at));

/** Other accounts that may be the same person's. */
export const viewShared = (shared: readonly SharedSignals[]): PlayerExclusionView['shared'] =>
  shared.map(({ id, name, email, signals, isExcluded }) => ({
    user: { id, name, email },
    signals: [...signals],
    isExcluded,
  }));

import type { MatchRow } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import { t } from '@touchline/core/language';
import { isLive, isUpcoming, liveWindowMs, matchMinute } from '@touchline/core/matches';
import { useSettings } from '../api/settings.ts';
import { useMoment } from './use-moment.ts';

/** Returns when a match kicks off; `undefined` if the feed's date is invalid. */
export function kickoffOf(row: MatchRow): Instant | undefined {
  const ms = Date.parse(row.match.commenceTime);
  return Number.isNaN(ms) ? undefined : instant(ms);
}

/** Returns a match's minute of play, such as `67'`; '' without a kick-off. */
export function useMatchMinute(kickoffAt: Instant | undefined): string {
  const clock = useSettings()?.clock;
  const minute = useMoment((now) => (kickoffAt === undefined ? '' : matchMinute(kickoffAt, now, clock)));
  return minute === 'HT' ? t('HT') : minute;
}

/** `past`: kicked off more than two hours ago, without a result yet. */
export type Phase = 'live' | 'finished' | 'void' | 'upcoming' | 'past';

export function phaseOf(row: MatchRow, now: Instant): Phase {
  if (row.status !== 'open') return row.status;
  const kickoffAt = kickoffOf(row);
  if (kickoffAt === undefined) return 'past';
  const timed = { kickoffAt, status: row.status };
  if (isLive(timed, now)) return 'live';
  return isUpcoming(timed, now) ? 'upcoming' : 'past';
}

/** Returns whether a match kicked off less than two hours ago. Finished matches stay in the Live tab until then. */
export function isInLiveWindow(row: MatchRow, now: Instant): boolean {
  const kickoffAt = kickoffOf(row);
  return kickoffAt !== undefined && kickoffAt <= now && now - kickoffAt < liveWindowMs;
}

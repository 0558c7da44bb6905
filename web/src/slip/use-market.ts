import type { Slip } from '@touchline/core/betting';
import { instant } from '@touchline/core/instant';
import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { type Trust, useLiveActor, useTrust } from '../live/index.ts';
import { useMoment } from '../matches/use-moment.ts';
import type { Market } from './market.ts';

const feedOf: Record<Trust, Market['feed']> = { current: 'ok', reconnecting: 'offline', unconfirmed: 'stale' };
const lookEveryMs = 5_000;

/** Calls back with what is known of the slip's matches, whenever it changes and when the clock passes a kick-off. */
export function useMarket(entries: Slip, inPlay: Market['inPlay'], tell: (market: Market) => void): void {
  const live = useLiveActor();
  const trust = useTrust();
  const isJoined = useSelector(live, ({ context }) => context.epoch !== undefined);
  const staleLeagues = useSelector(live, ({ context }) => context.staleLeagues);
  // A league that nobody confirms keeps its last time, so this moves no more often than the leagues do.
  const staleSince = useSelector(live, ({ context }) => staleTimes(context), shallowEqual);
  const rows = useSelector(
    live,
    ({ context }) => entries.map((entry) => context.rows.get(entry.matchId)),
    shallowEqual,
  );
  const now = useMoment((moment) => Math.floor(moment / lookEveryMs) * lookEveryMs);
  const market = useMemo<Market>(
    () => ({
      feed: trust === 'current' && !isJoined ? 'loading' : feedOf[trust],
      now: instant(now),
      inPlay,
      staleLeagues,
      confirmed: staleSince,
      rows: new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : []))),
    }),
    [trust, isJoined, now, inPlay, staleLeagues, staleSince, rows],
  );
  useEffect(() => tell(market), [market, tell]);
}

type Confirmations = { readonly staleLeagues: readonly string[]; readonly confirmed: Readonly<Record<string, number>> };

const staleTimes = ({ staleLeagues, confirmed }: Confirmations): Readonly<Record<string, number>> =>
  Object.fromEntries(
    staleLeagues.flatMap((league) => {
      const at = confirmed[league];
      return at === undefined ? [] : [[league, at] as const];
    }),
  );

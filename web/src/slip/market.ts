import type { Slip } from '@touchline/core/betting';
import type { MatchRow } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import { shallowEqual, useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { type Trust, useLiveActor, useTrust } from '../live/index.ts';
import { useMoment } from '../matches/use-moment.ts';
import { type PricesBySelection, priceMachine, type WantedPrice, wantedPrices } from './price-machine.ts';

/** What the slip knows of the market: the rows of its matches, and how far they can be trusted. */
export type Market = {
  /** `loading` before the first rows; `stale` when prices are not confirmed; `offline` when the connection is lost. */
  readonly feed: 'loading' | 'ok' | 'stale' | 'offline';
  readonly now: Instant;
  readonly inPlay: 'open' | 'closed';
  /** Leagues whose prices the provider has not confirmed recently. */
  readonly staleLeagues: readonly string[];
  /** When those were last confirmed, in ms since the epoch, if known. */
  readonly confirmed?: Readonly<Record<string, number>>;
  readonly rows: ReadonlyMap<string, MatchRow>;
  /** Of selections whose prices are not in the rows; none for one that is not known yet. */
  readonly prices: PricesBySelection;
};

export const unknownMarket: Market = {
  feed: 'loading',
  now: instant(0),
  inPlay: 'open',
  staleLeagues: [],
  rows: new Map(),
  prices: new Map(),
};

const feedOf: Record<Trust, Market['feed']> = { current: 'ok', reconnecting: 'offline', unconfirmed: 'stale' };
const clockStepMs = 5_000;

type Options = {
  readonly inPlay: Market['inPlay'];
  /** Whether the slip is on the screen: only then prices are asked for. */
  readonly isShown: boolean;
};

/** Calls back with the market of the slip's matches when it changes, and every few seconds so that kick-offs are noticed. */
export function useMarket(entries: Slip, { inPlay, isShown }: Options, onChange: (market: Market) => void): void {
  const live = useLiveActor();
  const trust = useTrust();
  const isJoined = useSelector(live, ({ context }) => context.epoch !== undefined);
  const staleLeagues = useSelector(live, ({ context }) => context.staleLeagues);
  // An unconfirmed league keeps its last time, so this changes no more often than the leagues do.
  const staleSince = useSelector(live, ({ context }) => lastConfirmed(context), shallowEqual);
  const rows = useSelector(
    live,
    ({ context }) => entries.map((entry) => context.rows.get(entry.matchId)),
    shallowEqual,
  );
  const wanted = useMemo(
    () => (isShown ? wantedPrices(entries, (matchId) => rows.find((row) => row?.id === matchId)) : []),
    [isShown, entries, rows],
  );
  const prices = usePrices(wanted);
  const now = useMoment((moment) => Math.floor(moment / clockStepMs) * clockStepMs);
  const market = useMemo<Market>(
    () => ({
      feed: trust === 'current' && !isJoined ? 'loading' : feedOf[trust],
      now: instant(now),
      inPlay,
      staleLeagues,
      confirmed: staleSince,
      rows: new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : []))),
      prices,
    }),
    [trust, isJoined, now, inPlay, staleLeagues, staleSince, rows, prices],
  );
  useEffect(() => onChange(market), [market, onChange]);
}

function usePrices(wanted: readonly WantedPrice[]): PricesBySelection {
  const actor = useActorRef(priceMachine);
  useEffect(() => actor.send({ type: 'wanted changed', wanted }), [actor, wanted]);
  return useSelector(actor, ({ context }) => context.prices);
}

type Confirmations = { readonly staleLeagues: readonly string[]; readonly confirmed: Readonly<Record<string, number>> };

const lastConfirmed = ({ staleLeagues, confirmed }: Confirmations): Readonly<Record<string, number>> =>
  Object.fromEntries(
    staleLeagues.flatMap((league) => {
      const at = confirmed[league];
      return at === undefined ? [] : [[league, at] as const];
    }),
  );

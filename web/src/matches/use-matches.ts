import type { MatchRow } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import { useMachine, useSelector } from '@xstate/react';
import { useCallback, useEffect, useRef } from 'react';
import { call } from '../api/call.ts';
import { events } from '../api/light-endpoints.ts';
import { loadMachine } from '../api/load-machine.ts';
import { useLiveActor } from '../live/index.ts';
import { toastError, toastMs } from '../ui/toast.ts';
import { useMoment } from './use-moment.ts';

const offer = loadMachine(() => call(events), 'Failed to fetch matches');

export type MatchList =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: string; readonly retry: () => void }
  | {
      readonly status: 'shown';
      readonly ids: readonly string[];
      readonly isRefreshing: boolean;
      /** Asks anew; what is shown stays, and a failure is said. */
      readonly refresh: () => void;
    };

const slotMs = 5_000;

/**
 * The ids of the matches that `choose` picks, in its order. They come by HTTP or with the room's snapshot, whichever is
 * first; a price that moves changes no id, so the list itself is drawn again only when matches come, go or change places.
 */
export function useMatches(choose: (rows: Iterable<MatchRow>, now: Instant) => readonly MatchRow[]): MatchList {
  const live = useLiveActor();
  const [snapshot, send] = useMachine(offer);
  const fetched = snapshot.context.value;
  useEffect(() => {
    if (fetched) live.send({ type: 'rows fetched', rows: fetched });
  }, [live, fetched]);

  const now = useMoment((moment) => Math.floor(moment / slotMs) * slotMs);
  const isJoined = useSelector(live, ({ context }) => context.epoch !== undefined);
  const ids = useSelector(
    live,
    ({ context }) => choose(context.rows.values(), instant(now)).map((row) => row.id),
    isSameOrder,
  );

  const wasAsked = useRef(false);
  const failure = snapshot.matches('failed') ? snapshot.context.error : undefined;
  useEffect(() => {
    if (failure === undefined || !wasAsked.current) return;
    wasAsked.current = false;
    toastError(failure, toastMs.usual);
  }, [failure]);
  const refresh = useCallback(() => {
    wasAsked.current = true;
    send({ type: 'refresh' });
  }, [send]);

  if (isJoined || snapshot.matches('succeeded') || ids.length > 0)
    return { status: 'shown', ids, isRefreshing: snapshot.matches('loading'), refresh };
  if (!snapshot.matches('failed')) return { status: 'loading' };
  const error = snapshot.context.error ?? 'Unknown error occurred';
  return { status: 'failed', error, retry: () => send({ type: 'refresh' }) };
}

const isSameOrder = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);

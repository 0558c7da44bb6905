import type { MatchRow } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import { msg, t } from '@touchline/core/language';
import { useMachine, useSelector } from '@xstate/react';
import { useCallback, useEffect, useRef } from 'react';
import { call } from '../api/call.ts';
import { events } from '../api/light-endpoints.ts';
import { loadMachine } from '../api/load-machine.ts';
import { useLiveActor } from '../live/index.ts';
import { toastError, toastMs } from '../ui/toast.ts';
import { useMoment } from './use-moment.ts';

const matchesMachine = loadMachine(() => call(events), msg('Failed to fetch matches'));

export type MatchList =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: string; readonly retry: () => void }
  | {
      readonly status: 'shown';
      readonly ids: readonly string[];
      readonly isRefreshing: boolean;
      /** Fetches again while the list stays visible. A failure shows a toast. */
      readonly refresh: () => void;
    };

type Choose = (rows: Iterable<MatchRow>, now: Instant) => readonly MatchRow[];

const stepMs = 5_000;

/**
 * Returns the ids of the matches that `choose` returns, in its order. They arrive by HTTP or with the live snapshot, whichever is
 * first. The list renders again only when matches are added, removed or reordered, not when prices change.
 */
export function useMatches(choose: Choose): MatchList {
  const live = useLiveActor();
  const [snapshot, send] = useMachine(matchesMachine);
  const fetched = snapshot.context.value;
  useEffect(() => {
    if (fetched) live.send({ type: 'rows fetched', rows: fetched });
  }, [live, fetched]);

  const isJoined = useSelector(live, ({ context }) => context.epoch !== undefined);
  const ids = useMatchIds(choose);

  const isRequested = useRef(false);
  const failure = snapshot.matches('failed') ? snapshot.context.error : undefined;
  useEffect(() => {
    if (failure === undefined || !isRequested.current) return;
    isRequested.current = false;
    toastError(failure, toastMs.usual);
  }, [failure]);
  const refresh = useCallback(() => {
    isRequested.current = true;
    send({ type: 'refresh' });
  }, [send]);

  if (isJoined || snapshot.matches('succeeded') || ids.length > 0)
    return { status: 'shown', ids, isRefreshing: snapshot.matches('loading'), refresh };
  if (!snapshot.matches('failed')) return { status: 'loading' };
  const error = snapshot.context.error ?? t('Unknown error occurred');
  return { status: 'failed', error, retry: () => send({ type: 'refresh' }) };
}

/** Returns the ids of the loaded matches that `choose` returns, without loading any. */
export function useMatchIds(choose: Choose): readonly string[] {
  const now = useMoment((moment) => Math.floor(moment / stepMs) * stepMs);
  return useSelector(
    useLiveActor(),
    ({ context }) => choose(context.rows.values(), instant(now)).map((row) => row.id),
    isSameOrder,
  );
}

const isSameOrder = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);

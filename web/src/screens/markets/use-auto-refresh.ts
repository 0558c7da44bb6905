import { useEffect, useEffectEvent, useRef } from 'react';
import { onJoined, useLiveActor } from '../../live/index.ts';
import { useAdminRoom } from '../../live/rooms.ts';
import type { LoadActor } from './loaded-part.tsx';

type Options = {
  /** The match on the screen; a list refreshes for all. */
  readonly matchId?: string;
  /** Whether transactions are shown too. */
  readonly withTransactions?: true;
  /** Whether the content must not move now. */
  readonly isHeld?: () => boolean;
};

/**
 * Refreshes while the page is visible: at once when a match was decided or has ended, or a transaction changed, and periodically in between, because each of
 * thousands of bets changes the figures and none is pushed.
 */
export function useAutoRefresh<Value>(
  actor: LoadActor<Value>,
  { matchId, withTransactions, isHeld = () => false }: Options = {},
): void {
  const live = useLiveActor();
  const isHeldNow = useEffectEvent(isHeld);
  const current = useRef<Refresher>(undefined);
  useEffect(() => {
    const refresher = startRefresher(actor, () => isHeldNow());
    // Changes that were published while disconnected were missed.
    const stopListening = onJoined(live, refresher.markChanged);
    current.current = refresher;
    return () => {
      stopListening();
      refresher.stop();
    };
  }, [actor, live]);
  useAdminRoom({
    onTransaction: () => {
      if (withTransactions) current.current?.markChanged();
    },
    onMarket: (change) => {
      if (matchId === undefined || change.matchId === null || change.matchId === matchId)
        current.current?.markChanged();
    },
  });
}

/** `share`: the largest part of the time that may be spent loading. */
type Pace = { readonly everyMs: number; readonly share: number };
const periodic: Pace = { everyMs: 3_000, share: 0.05 };
/** Many matches may end at the same moment. */
const afterChange: Pace = { everyMs: 1_000, share: 0.5 };
/** One very slow or missing answer must not stop the refreshes. */
const longestPauseMs = 30_000;

type Refresher = { readonly markChanged: () => void; readonly stop: () => void };

/** One request at a time. A change during a request, or while the page is hidden, is fetched afterwards. */
function startRefresher<Value>(actor: LoadActor<Value>, isHeld: () => boolean): Refresher {
  let isLoading = false;
  let isChanged = false;
  let [requestedAt, tookMs] = [performance.now(), 0];
  // Separate from `requestedAt`: a periodic refresh just before a change must not delay the one for the change.
  let changeRequestedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const refresh = () => {
    if (document.visibilityState !== 'visible') return;
    if (isHeld()) timer = setTimeout(refresh, periodic.everyMs);
    else actor.send({ type: 'refresh' });
  };
  const schedule = () => {
    clearTimeout(timer);
    if (isLoading) return;
    const [{ everyMs, share }, from] = isChanged ? [afterChange, changeRequestedAt] : [periodic, requestedAt];
    const pauseMs = Math.min(longestPauseMs, Math.max(everyMs, tookMs / share));
    timer = setTimeout(refresh, Math.max(0, from + pauseMs - performance.now()));
  };
  const setLoading = (isLoadingNow: boolean) => {
    if (isLoadingNow === isLoading) return;
    isLoading = isLoadingNow;
    if (isLoading) {
      requestedAt = performance.now();
      if (isChanged) changeRequestedAt = requestedAt;
      isChanged = false;
    } else tookMs = performance.now() - requestedAt;
    schedule();
  };

  setLoading(actor.getSnapshot().matches('loading'));
  const { unsubscribe } = actor.subscribe((now) => setLoading(now.matches('loading')));
  document.addEventListener('visibilitychange', schedule);
  return {
    markChanged: () => {
      isChanged = true;
      schedule();
    },
    stop: () => {
      unsubscribe();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', schedule);
    },
  };
}

import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { onJoined, useLiveActor } from '../../live/index.ts';
import { useAdminRoom } from '../../live/rooms.ts';

/** What `refresh` fetches again; tagged `loading` while a request is under way. */
type RefreshableActor = {
  readonly getSnapshot: () => Tagged;
  readonly subscribe: (listener: (now: Tagged) => void) => { readonly unsubscribe: () => void };
  readonly send: (event: { readonly type: 'refresh' }) => void;
};
type Tagged = { readonly hasTag: (tag: 'loading') => boolean };

type HeldOptions = {
  /** Whether the content must not move now. */
  readonly isHeld?: () => boolean;
};
type Options = HeldOptions & {
  /** The match on the screen; a list refreshes for all. */
  readonly matchId?: string;
  /** Whether transactions are shown too. */
  readonly withTransactions?: true;
};

/**
 * Refreshes for an admin while the page is visible: at once when a match was decided or has ended, or a transaction changed, and
 * periodically in between, because each of thousands of bets changes the figures and none is pushed.
 */
export function useAutoRefresh(actor: RefreshableActor, { matchId, withTransactions, ...held }: Options = {}): void {
  const current = useRefresher(actor, held);
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

/** Refreshes periodically while the page is visible, for all of staff: no push reports the changes of colleagues. */
export function usePeriodicRefresh(actor: RefreshableActor): void {
  useRefresher(actor, {});
}

function useRefresher(
  actor: RefreshableActor,
  { isHeld = () => false }: HeldOptions,
): RefObject<Refresher | undefined> {
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
  return current;
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
function startRefresher(actor: RefreshableActor, isHeld: () => boolean): Refresher {
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

  setLoading(actor.getSnapshot().hasTag('loading'));
  const { unsubscribe } = actor.subscribe((now) => setLoading(now.hasTag('loading')));
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

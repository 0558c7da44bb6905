import { useEffect, useEffectEvent, useRef } from 'react';
import { onJoined, useLiveActor } from '../../live/index.ts';
import { useDeskRoom } from '../../live/rooms.ts';
import type { LoadActor } from './loaded-part.tsx';

type Following = {
  /** The match that is shown; a list is of all. */
  readonly matchId?: string;
  /** Whether nothing may move just now. */
  readonly isHeld?: () => boolean;
};

/**
 * Asks again by itself while the page can be seen: at once when something was decided or has ended, and from time to time in between, as
 * bets come by the thousand, each of them moves what stands here, and they are not told one by one.
 */
export function useFollowing<Value>(actor: LoadActor<Value>, { matchId, isHeld = () => false }: Following = {}): void {
  const live = useLiveActor();
  const isHeldNow = useEffectEvent(isHeld);
  const follower = useRef<Follower>(undefined);
  useEffect(() => {
    const following = follow(actor, () => isHeldNow());
    // What was told while the line was down was not heard.
    const deafen = onJoined(live, following.told);
    follower.current = following;
    return () => {
      deafen();
      following.stop();
    };
  }, [actor, live]);
  useDeskRoom({
    onMarket: (change) => {
      if (matchId === undefined || change.matchId === null || change.matchId === matchId) follower.current?.told();
    },
  });
}

type Pace = { readonly everyMs: number; readonly share: number };
/** A long list asks for much: it takes at most this part of the time. */
const unasked: Pace = { everyMs: 3_000, share: 0.05 };
/** Many matches may end in one moment. */
const whenTold: Pace = { everyMs: 1_000, share: 0.5 };
/** An answer that took very long, or never came, says little of the next one. */
const longestPauseMs = 30_000;

type Follower = { readonly told: () => void; readonly stop: () => void };

/** One question at a time. What is told while one is under way, or the page is hidden, is asked about afterwards. */
function follow<Value>(actor: LoadActor<Value>, isHeld: () => boolean): Follower {
  let isLoading = false;
  let isOwed = false;
  let [askedAt, tookMs] = [performance.now(), 0];
  // A look that happened to come just before what is told holds nothing up.
  let askedWhenToldAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = () => {
    if (document.visibilityState !== 'visible') return;
    if (isHeld()) timer = setTimeout(ask, unasked.everyMs);
    else actor.send({ type: 'refresh' });
  };
  const plan = () => {
    clearTimeout(timer);
    if (isLoading) return;
    const [{ everyMs, share }, from] = isOwed ? [whenTold, askedWhenToldAt] : [unasked, askedAt];
    const pauseMs = Math.min(longestPauseMs, Math.max(everyMs, tookMs / share));
    timer = setTimeout(ask, Math.max(0, from + pauseMs - performance.now()));
  };
  const look = (isLoadingNow: boolean) => {
    if (isLoadingNow === isLoading) return;
    isLoading = isLoadingNow;
    if (isLoading) {
      askedAt = performance.now();
      if (isOwed) askedWhenToldAt = askedAt;
      isOwed = false;
    } else tookMs = performance.now() - askedAt;
    plan();
  };

  look(actor.getSnapshot().matches('loading'));
  const { unsubscribe } = actor.subscribe((now) => look(now.matches('loading')));
  document.addEventListener('visibilitychange', plan);
  return {
    told: () => {
      isOwed = true;
      plan();
    },
    stop: () => {
      unsubscribe();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', plan);
    },
  };
}

import type { BetView } from '@touchline/core/contract';
import { onTokenRefused, renewTokensWith, tellTokenRefused } from './api/client.ts';
import { type ScoreChange, scoreChanges } from './goals/score-changes.ts';
import { createLive, type LiveActor, onWallet } from './live/index.ts';
import {
  createRenew,
  createSession,
  keepFresh,
  onStoredSession,
  type Renew,
  type SessionActor,
} from './session/index.ts';
import { keepPreferencesOnAccount } from './settings/keep-on-account.ts';
import { toastError, toastMs } from './ui/toast.ts';

export type Page = { readonly session: SessionActor; readonly live: LiveActor };

/** Starts the two actors that outlive every screen, with the real storage, API and socket. */
export function startPage(): Page {
  const session = createSession();
  session.on('profile failed', ({ reason }) => toastError(`Failed to fetch user profile: ${reason}`, toastMs.usual));
  onTokenRefused((token) => session.send({ type: 'token refused', token }));
  session.start();
  keepPreferencesOnAccount(session);
  const renew = renewFor(session);
  renewTokensWith(async (expired) => {
    const renewal = await renew(expired);
    return renewal.kind === 'renewed' ? { token: renewal.session.accessToken } : renewal.kind;
  });
  keepFresh(session, renew);
  onStoredSession((stored) => session.send({ type: 'stored session changed', stored }));
  const live = createLive(session.getSnapshot().context.token);
  introduce({ session, live }, renew);
  live.start();
  tellResults({ session, live });
  tellGoals({ session, live });
  return { session, live };
}

/**
 * Whoever is logged in is told how their bets end. The code for it comes with the first word of a bet, or when the line was lost and
 * something may have been missed; it is never waited for, and what was told before it came is handed to it.
 */
function tellResults(page: Page): void {
  const { session, live } = page;
  const userNow = () => session.getSnapshot().context.user?.id;
  const told: { readonly to: string | undefined; readonly bet: BetView }[] = [];
  let lostAt: number | undefined;
  let wasCurrent = false;
  let isOnItsWay = false;
  const begin = () => {
    if (isOnItsWay || userNow() === undefined) return;
    isOnItsWay = true;
    import('./results/follow-results.tsx').then(
      ({ followResults }) => {
        for (const { unsubscribe } of following) unsubscribe();
        followResults(page, { told: told.filter(({ to }) => to === userNow()).map(({ bet }) => bet), lostAt });
      },
      () => {
        isOnItsWay = false;
      },
    );
  };
  const following = [
    live.on('bet', ({ bet }) => {
      told.push({ to: userNow(), bet });
      begin();
    }),
    live.subscribe((snapshot) => {
      const isCurrent = snapshot.matches({ online: 'current' });
      if (wasCurrent && !isCurrent && userNow() !== undefined) lostAt ??= Date.now() + snapshot.context.clockLeadMs;
      wasCurrent = isCurrent;
      if (lostAt !== undefined) begin();
    }),
  ];
}

/** Everybody who looks hears of a goal at once: their questions for their bets are spread over this. */
const goalSpreadMs = 4_000;

/** Whoever is logged in is told of goals in matches on which they have bets. The code for it comes with the first goal. */
function tellGoals({ session, live }: Page): void {
  let { rows } = live.getSnapshot().context;
  let isOnItsWay = false;
  const before: ScoreChange[] = [];
  const following = live.subscribe(({ context }) => {
    if (context.rows === rows) return;
    const changes = session.getSnapshot().context.user ? scoreChanges(rows, context.rows) : [];
    rows = context.rows;
    if (changes.length === 0) return;
    before.push(...changes);
    if (isOnItsWay) return;
    isOnItsWay = true;
    import('./goals/follow-goals.tsx').then(
      ({ followGoals }) => {
        following.unsubscribe();
        followGoals({ session, live, before, spreadMs: goalSpreadMs });
      },
      () => {
        isOnItsWay = false;
        before.length = 0;
      },
    );
  });
}

/** Renews tokens and lets the session know: of the next one, or that it is over. */
function renewFor(session: SessionActor): Renew {
  const renew = createRenew();
  return async (outworn) => {
    const renewal = await renew(outworn);
    if (renewal.kind === 'renewed') session.send({ type: 'token renewed', session: renewal.session });
    if (renewal.kind === 'over') tellTokenRefused(outworn);
    return renewal;
  };
}

const tryAgainMs = 5_000;

/**
 * Lets session and live room hear of each other: the room is joined as whoever is logged in, and the wallet follows what
 * is pushed there. A push is a hint, so the profile is fetched again whenever one may have been missed: when the room is
 * joined anew, when matches were looked up by HTTP for want of a line, and when the page comes back into view. A renewed token goes on with the same line; one that the room refuses is
 * renewed, and the session ends when there is no other.
 */
export function introduce({ session, live }: Page, renew: Renew): void {
  const tokenNow = () => session.getSnapshot().context.token;
  const userNow = () => session.getSnapshot().context.user?.id;
  let token = tokenNow();
  let user = userNow();
  let hasJoined = false;
  const renewFor = async (refused: string): Promise<void> => {
    const { kind } = await renew(refused);
    if (kind === 'unreachable' && tokenNow() === refused) setTimeout(renewFor, tryAgainMs, refused);
  };
  live.on('token refused', ({ token: refused }) => void renewFor(refused));
  onWallet(live, (wallet) => session.send({ type: 'wallet changed', wallet }));
  live.on('joined', () => {
    if (hasJoined || session.getSnapshot().matches({ member: 'failed' })) session.send({ type: 'refresh profile' });
    hasJoined = true;
  });
  live.on('polled', () => session.send({ type: 'refresh profile' }));
  session.subscribe(() => {
    if (tokenNow() === token) return;
    token = tokenNow();
    const isSameUser = userNow() === user;
    user = userNow();
    if (isSameUser && token !== undefined) return live.send({ type: 'token renewed', token });
    hasJoined = false;
    return live.send({ type: 'identity changed', token });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') session.send({ type: 'refresh profile' });
  });
}

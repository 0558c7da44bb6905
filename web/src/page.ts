import type { BetView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { onTokenRefused, renewTokensWith, reportTokenRefused } from './api/client.ts';
import { type ScoreChange, scoreChanges } from './goals/score-changes.ts';
import { showLanguage } from './language/show-language.ts';
import { createLive, type LiveActor } from './live/index.ts';
import {
  createRenew,
  createSession,
  keepFresh,
  onStoredSession,
  type Renew,
  type SessionActor,
} from './session/index.ts';
import { followOtherTabs, onChosen, onPreferences, type Preferences, preferences } from './settings/preferences.ts';
import { toastError, toastMs } from './ui/toast.ts';

export type Page = { readonly session: SessionActor; readonly live: LiveActor };

/** Starts the two actors that outlive every screen, with the real storage, API and socket. */
export function startPage(): Page {
  const session = createSession();
  session.on('profile failed', ({ reason }) =>
    toastError(t('Failed to fetch user profile: {reason}', { reason }), toastMs.usual),
  );
  onTokenRefused((token) => session.send({ type: 'token refused', token }));
  session.start();
  followOtherTabs();
  onPreferences(() => void showLanguage(preferences().language).catch(reportMissingTexts));
  keepPreferencesWhenNeeded(session);
  const renew = renewFor(session);
  renewTokensWith(async (expired) => {
    const renewal = await renew(expired);
    return renewal.kind === 'renewed' ? { token: renewal.session.accessToken } : renewal.kind;
  });
  keepFresh(session, renew);
  onStoredSession((stored) => session.send({ type: 'stored session changed', stored }));
  const live = createLive(session.getSnapshot().context.token);
  connectSession({ session, live }, renew);
  live.start();
  followResultsWhenNeeded({ session, live });
  followGoalsWhenNeeded({ session, live });
  openScreensAtTop();
  return { session, live };
}

/** Back and Forward return to where the screen was: browsers do that themselves. wouter reports each change of the address as an event. */
function openScreensAtTop(): void {
  let shown = location.pathname;
  for (const type of ['pushState', 'replaceState', 'popstate'])
    addEventListener(type, () => {
      // A link to a part of a screen scrolls to that part.
      if (location.pathname !== shown && type !== 'popstate' && !location.hash) scrollTo(0, 0);
      shown = location.pathname;
    });
}

const reportMissingTexts = () =>
  toastError(t('The texts of this language could not be loaded. Please reload the page.'), toastMs.usual);

/** Returns a function that loads code once and passes it on. A failed load is repeated at the next call. */
function loadingOnce<Code>(load: () => Promise<Code>, use: (code: Code) => void): () => void {
  let isLoading = false;
  return () => {
    if (isLoading) return;
    isLoading = true;
    load().then(use, () => {
      isLoading = false;
    });
  };
}

/** Keeps the preferences of a logged-in user on the account. The code loads at the first login; choices during it are passed on. */
export function keepPreferencesWhenNeeded(session: SessionActor): void {
  const isMember = () => session.getSnapshot().context.user !== undefined;
  // A reload finds the stars of the account here, a login those of a guest.
  let starred = isMember() ? preferences().favourites : '';
  let chosen: Partial<Preferences> = {};
  const load = loadingOnce(
    () => import('./settings/keep-on-account.ts'),
    ({ keepPreferencesOnAccount }) => {
      following.unsubscribe();
      stopCollecting();
      keepPreferencesOnAccount(session, { starred, chosen });
    },
  );
  const loadForUser = () => {
    if (isMember()) return load();
    starred = '';
    chosen = {};
  };
  const stopCollecting = onChosen((changes) => {
    if (isMember()) chosen = { ...chosen, ...changes };
  });
  const following = session.subscribe(loadForUser);
  loadForUser();
}

/**
 * Notifies a logged-in user of settled bets. The code loads with the first pushed bet, or after a lost connection, when pushes may
 * have been missed. Nothing waits for it; bets that arrive during it are passed on.
 */
function followResultsWhenNeeded(page: Page): void {
  const { session, live } = page;
  const userNow = () => session.getSnapshot().context.user?.id;
  const pushed: { readonly to: string | undefined; readonly bet: BetView }[] = [];
  let lostAt: number | undefined;
  let wasCurrent = false;
  const load = loadingOnce(
    () => import('./results/follow-results.tsx'),
    ({ followResults }) => {
      for (const { unsubscribe } of following) unsubscribe();
      followResults(page, { pushed: pushed.filter(({ to }) => to === userNow()).map(({ bet }) => bet), lostAt });
    },
  );
  const loadForUser = () => userNow() !== undefined && load();
  const following = [
    live.on('bet', ({ bet }) => {
      pushed.push({ to: userNow(), bet });
      loadForUser();
    }),
    live.subscribe((snapshot) => {
      const isCurrent = snapshot.matches({ online: 'current' });
      if (wasCurrent && !isCurrent && userNow() !== undefined) lostAt ??= Date.now() + snapshot.context.clockLeadMs;
      wasCurrent = isCurrent;
      if (lostAt !== undefined) loadForUser();
    }),
  ];
}

/** All clients see a goal at the same time, so they spread their requests for bets over this time, in ms. */
const goalSpreadMs = 4_000;

/** Notifies a logged-in user of goals in matches they have bets on. The code loads with the first goal. */
function followGoalsWhenNeeded({ session, live }: Page): void {
  let { rows } = live.getSnapshot().context;
  const before: ScoreChange[] = [];
  const load = loadingOnce(
    () =>
      import('./goals/follow-goals.tsx').catch((error: unknown) => {
        before.length = 0;
        throw error;
      }),
    ({ followGoals }) => {
      following.unsubscribe();
      followGoals({ session, live, before, spreadMs: goalSpreadMs });
    },
  );
  const following = live.subscribe(({ context }) => {
    if (context.rows === rows) return;
    const changes = session.getSnapshot().context.user ? scoreChanges(rows, context.rows) : [];
    rows = context.rows;
    if (changes.length === 0) return;
    before.push(...changes);
    load();
  });
}

/** Renews tokens and passes the outcome to the session. */
function renewFor(session: SessionActor): Renew {
  const renew = createRenew();
  return async (expired) => {
    const renewal = await renew(expired);
    if (renewal.kind === 'renewed') session.send({ type: 'token renewed', session: renewal.session });
    if (renewal.kind === 'over') reportTokenRefused(expired);
    return renewal;
  };
}

const retryMs = 5_000;

/**
 * Connects session and live room. The room is joined as the logged-in user, and pushed wallets update the session. A push is only a
 * hint, so the profile is fetched again whenever one may have been missed: after a reconnection, after each poll over HTTP, and when
 * the page becomes visible. A profile that cannot be fetched while the room is joined is fetched once more. A renewed token keeps the
 * connection; one that the room refuses is renewed, or the session ends.
 */
export function connectSession({ session, live }: Page, renew: Renew): void {
  const tokenNow = () => session.getSnapshot().context.token;
  const userNow = () => session.getSnapshot().context.user?.id;
  let token = tokenNow();
  let user = userNow();
  let hasJoined = false;
  let mayRetryProfile = false;
  const renewFor = async (refused: string): Promise<void> => {
    const { kind } = await renew(refused);
    if (kind === 'unreachable' && tokenNow() === refused) setTimeout(renewFor, retryMs, refused);
  };
  live.on('token refused', ({ token: refused }) => void renewFor(refused));
  live.on('wallet', ({ wallet }) => session.send({ type: 'wallet changed', wallet }));
  live.on('joined', () => {
    if (hasJoined || session.getSnapshot().matches({ member: 'failed' })) session.send({ type: 'refresh profile' });
    hasJoined = true;
    mayRetryProfile = true;
  });
  session.on('profile failed', () => {
    if (!mayRetryProfile) return;
    mayRetryProfile = false;
    setTimeout(() => session.send({ type: 'refresh profile' }), retryMs);
  });
  live.on('polled', () => session.send({ type: 'polled' }));
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

import { onTokenRefused } from './api/client.ts';
import { createLive, type LiveActor, onWallet } from './live/index.ts';
import { createSession, type SessionActor } from './session/index.ts';
import { toastError, toastMs } from './ui/toast.ts';

export type Page = { readonly session: SessionActor; readonly live: LiveActor };

/** Starts the two actors that outlive every screen, with the real storage, API and socket. */
export function startPage(): Page {
  const session = createSession();
  session.on('profile failed', ({ reason }) => toastError(`Failed to fetch user profile: ${reason}`, toastMs.usual));
  onTokenRefused((token) => session.send({ type: 'token refused', token }));
  session.start();
  const live = createLive(session.getSnapshot().context.token);
  introduce({ session, live });
  live.start();
  return { session, live };
}

/**
 * Lets session and live room hear of each other: the room is joined as whoever is logged in, and the wallet follows what
 * is pushed there. A push is a hint, so the profile is fetched again whenever one may have been missed: when the room is
 * joined anew and when the page comes back into view.
 */
export function introduce({ session, live }: Page): void {
  const tokenNow = () => session.getSnapshot().context.token;
  let token = tokenNow();
  let hasJoined = false;
  live.on('token refused', ({ token: refused }) => session.send({ type: 'token refused', token: refused }));
  onWallet(live, (wallet) => session.send({ type: 'wallet told', wallet }));
  live.on('joined', () => {
    if (hasJoined || session.getSnapshot().matches({ member: 'unknown' })) session.send({ type: 'profile wanted' });
    hasJoined = true;
  });
  session.subscribe(() => {
    if (tokenNow() === token) return;
    token = tokenNow();
    hasJoined = false;
    live.send({ type: 'identity changed', token });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') session.send({ type: 'profile wanted' });
  });
}

import type { LoginAnswer } from '@touchline/core/contract';
import { type Answer, requestAsGuest } from '../api/client.ts';
import { loginAnswer } from '../api/first-shapes.ts';
import { readSharedSession, storeSession } from './storage.ts';

/** What became of a token that no longer counts: there is a new one, the session is over, or nobody could be asked. */
export type Renewal =
  | { readonly kind: 'renewed'; readonly session: LoginAnswer }
  | { readonly kind: 'over' }
  | { readonly kind: 'unreachable' };
export type Renew = (outworn: string) => Promise<Renewal>;

/** POST /auth/refresh: the browser adds the refresh cookie, which no script can see. */
const askForToken = (): Answer<LoginAnswer> => requestAsGuest(loginAnswer, { method: 'POST', path: '/auth/refresh' });

/**
 * Gets the next access token, once for all who ask at the same time, and one tab after the other: the tab that comes second finds
 * what the first has stored. Where the browser knows no locks, the server's grace for two tabs does the same.
 */
export function createRenew(ask: () => Answer<LoginAnswer> = askForToken): Renew {
  let running: Promise<Renewal> | undefined;
  return (outworn) => {
    running ??= inTurn(() => renew(outworn, ask)).finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function renew(outworn: string, ask: () => Answer<LoginAnswer>): Promise<Renewal> {
  const before = readSharedSession();
  if (!before) return { kind: 'over' };
  if (before.accessToken !== outworn) return { kind: 'renewed', session: before };
  const answer = await ask();
  if (!answer.ok) {
    const isOver = answer.refusal.kind === 'refused' && answer.refusal.status === 401;
    // The log-in screen says why.
    if (isOver) sessionStorage.setItem('ended', answer.refusal.view.code);
    return { kind: isOver ? 'over' : 'unreachable' };
  }
  // Logged out, or logged in as somebody else, while the answer was on its way.
  const now = readSharedSession();
  if (now?.user.id !== answer.value.user.id) return { kind: 'over' };
  // What another tab stored may be seen here late: then both have asked, and theirs counts as well.
  if (now.accessToken !== outworn) return { kind: 'renewed', session: now };
  storeSession(answer.value);
  return { kind: 'renewed', session: answer.value };
}

const lock = 'touchline-refresh';

async function inTurn(work: () => Promise<Renewal>): Promise<Renewal> {
  const locks: LockManager | undefined = navigator.locks;
  return locks ? locks.request(lock, work) : work();
}

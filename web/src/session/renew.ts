import type { LoginAnswer } from '@touchline/core/contract';
import { type Answer, readToken } from '../api/client.ts';
import { fetchToken } from '../api/session-calls.ts';
import { readSharedSession, storeSession } from './storage.ts';

/** The outcome for an expired token: a new one, the end of the session, or no answer. */
export type Renewal =
  | { readonly kind: 'renewed'; readonly session: LoginAnswer }
  | { readonly kind: 'over' }
  | { readonly kind: 'unreachable' };
export type Renew = (expired: string) => Promise<Renewal>;

/**
 * Gets the next access token, once for simultaneous callers, and in one tab at a time: the second tab finds what the first stored.
 * Without the Web Locks API, the server's grace period for two tabs has the same effect.
 */
export function createRenew(fetchNext: () => Answer<LoginAnswer> = fetchToken): Renew {
  let running: Promise<Renewal> | undefined;
  return (expired) => {
    running ??= inTurn(() => renew(expired, fetchNext)).finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function renew(expired: string, fetchNext: () => Answer<LoginAnswer>): Promise<Renewal> {
  const before = readSharedSession();
  if (!before) return { kind: 'over' };
  if (before.accessToken !== expired) return { kind: 'renewed', session: before };
  const answer = await fetchNext();
  if (!answer.ok) {
    const isOver = answer.refusal.kind === 'refused' && answer.refusal.status === 401;
    // The login screen shows why, unless the user has logged out by then.
    if (isOver && readToken() === expired) sessionStorage.setItem('ended', answer.refusal.view.code);
    return { kind: isOver ? 'over' : 'unreachable' };
  }
  // The user may have logged out or changed in the meantime.
  const now = readSharedSession();
  if (now?.user.id !== answer.value.user.id) return { kind: 'over' };
  // Another tab's write may be seen late here: then both have renewed, and the other tab's token is valid too.
  if (now.accessToken !== expired) return { kind: 'renewed', session: now };
  storeSession(answer.value);
  return { kind: 'renewed', session: answer.value };
}

const lock = 'touchline-refresh';

async function inTurn(work: () => Promise<Renewal>): Promise<Renewal> {
  const locks: LockManager | undefined = navigator.locks;
  return locks ? locks.request(lock, work) : work();
}

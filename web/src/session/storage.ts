import type { LoginAnswer } from '@touchline/core/contract';
import { readToken, removeToken, writeToken } from '../api/client.ts';
import { loginAnswer } from '../api/first-shapes.ts';

/** The session is stored under `auth` as user and accessToken; the API client reads the token from `token`. */
const key = 'auth';

/** The session of the last visit; `undefined` if either half is missing or broken. */
export function readSession(): LoginAnswer | undefined {
  const stored = parsed(localStorage.getItem(key));
  return stored && readToken() === stored.accessToken ? stored : undefined;
}

/**
 * The session as another tab may be writing it now. The two halves of a write arrive one after the other; when they do not match yet,
 * that is no logout.
 */
export const readSharedSession = (): LoginAnswer | undefined => parsed(localStorage.getItem(key));

export function storeSession(session: LoginAnswer): void {
  sessionStorage.removeItem('ended');
  writeToken(session.accessToken);
  localStorage.setItem(key, JSON.stringify(session));
}

export function clearSession(): void {
  removeToken();
  localStorage.removeItem(key);
}

/** Calls back with the session that another tab stored, `undefined` after a logout. */
export function onStoredSession(listener: (stored: LoginAnswer | undefined) => void): void {
  addEventListener('storage', (event) => {
    // No key: the storage was cleared.
    if (event.key === key || event.key === null) listener(readSharedSession());
  });
}

function parsed(text: string | null): LoginAnswer | undefined {
  try {
    return loginAnswer.parse(JSON.parse(text ?? 'null'));
  } catch {
    return undefined;
  }
}

import { requestAsGuest } from './client.ts';
import { messageAnswer } from './first-shapes.ts';

/**
 * POST /auth/logout with the token that has just been removed from the storage. The screen does not wait for it, and the page may
 * close meanwhile. When it does not arrive, the token expires by itself, and nothing here uses the cookie.
 */
export async function logOut(token: string | undefined): Promise<void> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  await requestAsGuest(messageAnswer, { method: 'POST', path: '/auth/logout', headers, keepalive: true });
}

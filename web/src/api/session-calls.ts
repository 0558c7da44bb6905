import type { LoginAnswer, ProfileView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { refused } from '@touchline/core/result';
import { call } from './call.ts';
import { type Answer, readToken, requestAsGuest } from './client.ts';
import * as endpoints from './light-endpoints.ts';

/** Fetches the profile with the balance. Without a stored token it fails without a request. */
export async function fetchProfile(): Answer<ProfileView> {
  if (readToken()) return call(endpoints.me);
  const view = { code: 'no-token', error: t('No authentication token found') };
  return refused({ kind: 'refused', status: 401, view });
}

/** Gets the next access token. The browser adds the refresh cookie, which no script can read. */
export const fetchToken = (): Answer<LoginAnswer> => requestAsGuest(endpoints.refresh.light, endpoints.refresh);

/**
 * Ends the session of a token that was just removed from storage. The screen does not wait for the answer, and the page may close. If
 * the request is lost, the token expires on its own, and nothing here uses the cookie.
 */
export async function logOut(token: string | undefined): Promise<void> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }; // Not translated.
  await requestAsGuest(endpoints.logOut.light, { ...endpoints.logOut, headers, keepalive: true });
}

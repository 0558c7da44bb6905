import type { ProfileView } from '@touchline/core/contract';
import { refused } from '@touchline/core/result';
import { type Answer, request } from './client.ts';
import { profileView } from './first-shapes.ts';
import { readToken } from './token.ts';

/** GET /auth/me: the profile with the balance. Fails without a call when no token is stored. */
export async function fetchProfile(): Answer<ProfileView> {
  if (readToken()) return request(profileView, { method: 'GET', path: '/auth/me' });
  const view = { code: 'no-token', error: 'No authentication token found' };
  return refused({ kind: 'refused', status: 401, view });
}

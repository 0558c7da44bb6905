import { afterEach, expect, test } from 'vitest';
import { clearSession, readSession, storeSession } from './storage.ts';

const bea = {
  accessToken: 'tok',
  user: { id: 'u1', name: 'Bea', email: 'bea@touchline.test', role: 'bettor' as const },
};
afterEach(() => localStorage.clear());

test('stores a session under `token`, and under `auth` with user and accessToken', () => {
  storeSession(bea);
  expect(localStorage.getItem('token')).toBe('tok');
  expect(JSON.parse(localStorage.getItem('auth') ?? '')).toEqual(bea);
  expect(readSession()).toEqual(bea);
});

test('reads no session from cleared, broken or half-written storage', () => {
  storeSession(bea);
  localStorage.removeItem('token');
  expect(readSession()).toBeUndefined();
  storeSession(bea);
  localStorage.setItem('auth', '{"user":');
  expect(readSession()).toBeUndefined();
  clearSession();
  expect(localStorage).toHaveLength(0);
});

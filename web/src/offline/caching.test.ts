import { describe, expect, test } from 'vitest';
import { cacheOf, isUnavailable, outdatedCaches, strategyOf } from './caching.ts';

const origin = 'https://touchline.test';
const shell = {
  build: 'b2',
  entry: '/assets/home-2.js',
  files: ['/assets/home-2.js', '/theme.js', '/leagues/soccer_epl.png'],
};
const strategy = (path: string, different: { method?: string; mode?: string } = {}) =>
  strategyOf({ method: 'GET', mode: 'cors', url: new URL(path, origin).href, ...different }, shell, origin);

describe('the service worker', () => {
  test.each(['/', '/games?tab=live', '/ledger/wallets/7'])('opens %s from the network, else from the cache', (path) =>
    expect(strategy(path, { mode: 'navigate' })).toBe('page'),
  );
  test.each(['/assets/home-2.js', '/assets/login-screen-9.js', '/theme.js', '/leagues/soccer_epl.png'])(
    'serves %s from the cache',
    (path) => expect(strategy(path)).toBe('file'),
  );
  test.each([
    '/events',
    '/config',
    '/auth/me',
    '/bet/history',
    '/payment/history',
    '/ledger/events',
    '/socket.io/',
    '/',
  ])('never answers the API request %s', (path) => expect(strategy(path)).toBe('network'));
  test('never answers a POST or another site', () =>
    expect([strategy('/assets/home-2.js', { method: 'POST' }), strategy('https://else.test/assets/a.js')]).toEqual([
      'network',
      'network',
    ]));
  test('deletes the caches of other builds, but no foreign ones', () =>
    expect(outdatedCaches([cacheOf(shell), 'touchline-b1', 'foreign'], shell)).toEqual(['touchline-b1']));
  test.each([
    [200, false],
    [404, false],
    [500, false],
    [502, true],
    [503, true],
    [504, true],
  ])('status %i means that the server is unavailable: %s', (status, unavailable) =>
    expect(isUnavailable(status)).toBe(unavailable),
  );
});

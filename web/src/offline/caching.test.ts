import { describe, expect, test } from 'vitest';
import { cacheOf, isAway, outdated, wayOf } from './caching.ts';

const origin = 'https://touchline.test';
const shell = {
  build: 'b2',
  entry: '/assets/home-2.js',
  files: ['/assets/home-2.js', '/theme.js', '/leagues/soccer_epl.png'],
};
const way = (path: string, asked: { method?: string; mode?: string } = {}) =>
  wayOf({ method: 'GET', mode: 'cors', url: new URL(path, origin).href, ...asked }, shell, origin);

describe('the service worker', () => {
  test.each(['/', '/games?tab=live', '/ledger/wallets/7'])('opens %s from the network, else from the cache', (path) =>
    expect(way(path, { mode: 'navigate' })).toBe('page'),
  );
  test.each(['/assets/home-2.js', '/assets/login-screen-9.js', '/theme.js', '/leagues/soccer_epl.png'])(
    'keeps %s, which does not change within a build',
    (path) => expect(way(path)).toBe('file'),
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
  ])('never answers for the API at %s', (path) => expect(way(path)).toBe('network'));
  test('never answers a command, nor for another site', () =>
    expect([way('/assets/home-2.js', { method: 'POST' }), way('https://else.test/assets/a.js')]).toEqual([
      'network',
      'network',
    ]));
  test('throws away the caches of other builds, and no one else’s', () =>
    expect(outdated([cacheOf(shell), 'touchline-b1', 'somebody-elses'], shell)).toEqual(['touchline-b1']));
  test.each([
    [200, false],
    [404, false],
    [500, false],
    [502, true],
    [503, true],
    [504, true],
  ])('takes %i for a server that is away: %s', (status, away) => expect(isAway(status)).toBe(away));
});

import { describe, expect, test } from 'vitest';
import { passwordIn } from './database-url.ts';
import { isRedisUrl, redisOptions } from './redis-url.ts';

describe('a Redis URL', () => {
  test('names one server, or the sentinels that know the primary', () => {
    const one = redisOptions('redis://me:p%40ss@cache:6380/2');
    expect(one).toMatchObject({ host: 'cache', port: 6_380, username: 'me', password: 'p@ss', db: 2 });
    expect(one).not.toHaveProperty('sentinels');
    const several = redisOptions('redis://:p%40ss@one,two:26380,[::1]/0?sentinel=touchline');
    expect(several).toMatchObject({
      sentinels: [
        { host: 'one', port: 26_379 },
        { host: 'two', port: 26_380 },
        { host: '::1', port: 26_379 },
      ],
      ...{ name: 'touchline', password: 'p@ss', sentinelPassword: 'p@ss', db: 0 },
    });
    expect(several).not.toHaveProperty('host');
  });

  test('asks for TLS, of the sentinels too', () => {
    expect(redisOptions('redis://cache')).not.toHaveProperty('tls');
    expect(redisOptions('rediss://cache')).toMatchObject({ tls: {}, port: 6_379 });
    expect(redisOptions('rediss://one?sentinel=touchline')).toMatchObject({
      ...{ tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true },
    });
  });

  test('leaves a server that has become a replica', () => {
    const { reconnectOnError } = redisOptions('redis://cache');
    expect(reconnectOnError(new Error("READONLY You can't write against a read only replica."))).toBe(true);
    expect(reconnectOnError(new Error('WRONGTYPE Operation against a key'))).toBe(false);
  });

  test.each([
    '',
    'http://cache',
    'redis://one,two',
    'redis://one?sentinel=',
    'redis://one/first',
    'redis://one:x',
    'redis://:100%@one',
  ])('"%s" is not valid', (url) => expect(isRedisUrl(url)).toBe(false));

  test('with several servers hands over its password', () => {
    expect(passwordIn('redis://:p%40ss@one,two/0?sentinel=touchline')).toBe('p@ss');
  });
});

import { describe, expect, test } from 'vitest';
import { forReading, hostsIn, isDatabaseUrl, passwordIn, readDatabaseUrl, withSessionOption } from './database-url.ts';

describe('a database URL', () => {
  test('with several servers becomes one URL for each', () => {
    expect(readDatabaseUrl('postgres://me:p%40ss@one:5433,two,[::1]:5434/bets?sslmode=require')).toEqual({
      urls: [
        'postgres://me:p%40ss@one:5433/bets?sslmode=require',
        'postgres://me:p%40ss@two/bets?sslmode=require',
        'postgres://me:p%40ss@[::1]:5434/bets?sslmode=require',
      ],
      mustAcceptWrites: true,
      connectWithinMs: undefined,
    });
  });

  test('says in seconds how long connecting may take', () => {
    expect(readDatabaseUrl('postgres://one/bets?connect_timeout=10')).toMatchObject({ connectWithinMs: 10_000 });
  });

  test.each([
    ['postgres://one/bets', true],
    ['postgres://one/bets?target_session_attrs=read-write', true],
    ['postgres://one/bets?target_session_attrs=primary', true],
    ['postgres://one/bets?target_session_attrs=any', false],
  ])('%s must accept writes: %s', (url, mustAcceptWrites) => {
    expect(readDatabaseUrl(url)).toMatchObject({ mustAcceptWrites });
  });

  test.each([
    '',
    'mysql://one/bets',
    'postgres://one:x/bets',
    'postgres://one:1,two:x/bets',
    'postgres://one/bets?target_session_attrs=standby',
    'postgres://one/bets?connect_timeout=soon',
    'postgres://one/bets?connect_timeout=0',
  ])('"%s" is not valid', (url) => expect(isDatabaseUrl(url)).toBe(false));

  test('hands over its password and its hosts apart', () => {
    const url = 'postgres://me:p%40ss@one:5433,two/bets';
    expect([passwordIn(url), passwordIn(undefined), hostsIn(url)]).toEqual(['p@ss', '', 'one:5433, two']);
  });

  test('may be of a standby for reading, unless it says otherwise', () => {
    expect(forReading('postgres://one/bets')).toBe('postgres://one/bets?target_session_attrs=any');
    expect(forReading('postgres://one/bets?a=b')).toBe('postgres://one/bets?a=b&target_session_attrs=any');
    const primary = 'postgres://one/bets?target_session_attrs=primary';
    expect(forReading(primary)).toBe(primary);
  });

  test('keeps the options it has when one is added', () => {
    const url = withSessionOption('postgres://one,two/bets?options=-c%20role%3Dme', '-c search_path=bullmq');
    expect(url.startsWith('postgres://one,two/bets?')).toBe(true);
    expect(new URLSearchParams(url.split('?')[1]).get('options')).toBe('-c role=me -c search_path=bullmq');
  });
});

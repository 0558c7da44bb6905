import { describe, expect, test } from 'vitest';
import { seconds } from '../instant.ts';
import { beforeNow, sampleNow } from '../testing/sample-match.ts';
import { feedState, type LeagueFeed } from './feed.ts';

const feed = (but: Partial<LeagueFeed>): LeagueFeed => ({
  leagueKey: 'soccer_epl',
  state: 'ok',
  confirmedAt: beforeNow(0),
  everyMs: seconds(40),
  ...but,
});

describe('the feed of a league', () => {
  test.each([
    ['confirmed just now', 40, 0, 'ok'],
    ['two missed polls and ten seconds ago', 40, 90_000, 'ok'],
    ['a millisecond longer ago', 40, 90_001, 'stale'],
    ['polled every 2 s, confirmed 14 s ago', 2, 14_000, 'ok'],
    ['polled every 2 s, confirmed a millisecond longer ago', 2, 14_001, 'stale'],
    ['polled every hour, confirmed two hours ago', 3_600, 7_200_000, 'ok'],
    ['confirmed by a clock slightly ahead of ours', 40, -10_000, 'ok'],
    ['confirmed before our clock was set back', 40, -10_001, 'stale'],
  ])('%s is %4$s', (_when, everySeconds, agoMs, state) => {
    const polled = feed({ everyMs: seconds(everySeconds), confirmedAt: beforeNow(agoMs) });
    expect(feedState(polled, sampleNow)).toBe(state);
  });

  test('a league that was never polled, never confirmed, or that the provider refuses is down', () => {
    expect([
      feedState(undefined, sampleNow),
      feedState(feed({ confirmedAt: null }), sampleNow),
      feedState(feed({ state: 'down' }), sampleNow),
    ]).toEqual(['down', 'down', 'down']);
  });
});

import { describe, expect, test } from 'vitest';
import { instant, minutes, seconds } from '../instant.ts';
import { derivedKeys, outcomeLabel } from '../markets/index.ts';
import type { EventQuote, Match } from '../matches/index.ts';
import { sampleGoals, sampleMatch } from '../testing/sample-match.ts';
import { derivedPriceOf, derivedPrices } from './derived-prices.ts';

const { kickoffAt } = sampleMatch();
const before = instant(kickoffAt - minutes(5));
const priced = (match = sampleMatch(), now = before) =>
  new Map(
    derivedPrices(match, now).map(({ outcome, odds, source }) => [
      outcomeLabel(match, outcome),
      { odds: odds.toNumber(), source },
    ]),
  );

test('prices every derived market, and takes the quoted line as it is quoted', () => {
  const match = sampleMatch();
  const markets = new Set(derivedPrices(match, before).map(({ outcome }) => outcome.market));
  expect([...markets].toSorted()).toEqual(derivedKeys.toSorted());
  expect(priced().get('Goals: Over 2.5')).toEqual({ odds: 1.9, source: 'quoted' });
  expect(priced().get('Goals: Over 3.5')?.source).toBe('derived');
});

test('a more likely selection has lower odds', () => {
  const odds = (label: string) => priced().get(label)?.odds ?? Number.NaN;
  expect(odds('Goals: Over 1.5')).toBeLessThan(odds('Goals: Over 2.5'));
  expect(odds('Asian handicap: Arsenal −1')).toBeGreaterThan(odds('Asian handicap: Arsenal −0.5'));
  expect(odds('Double chance: Arsenal or draw')).toBeLessThan(odds('Draw no bet: Arsenal'));
});

test('in play nothing that is already decided has a price, and a handicap counts the goals scored before', () => {
  const match = sampleMatch({
    score: { home: 2, away: 1 },
    markets: { ...sampleMatch().markets, totals: { ...sampleGoals, point: 4.5 } },
  });
  const labels = [...priced(match, kickoffAt).keys()];
  expect(labels.filter((label) => /^(Both teams|Goals: Over 2\.5|Correct score: (0-|2-0))/.test(label))).toEqual([]);
  expect(labels).toContain('Correct score: 2-1');
  expect(labels).toContain('Asian handicap: Arsenal −1');
});

test('without one of the quotes there are no prices', () => {
  const { markets } = sampleMatch();
  expect(derivedPrices(sampleMatch({ markets: { ...markets, totals: null } }), before)).toEqual([]);
  expect(
    derivedPriceOf(sampleMatch({ markets: { ...markets, h2h: null } }), before, { market: 'btts', pick: 'yes' }),
  ).toBe(undefined);
});

describe('further quotes', () => {
  const quote = (odds: readonly number[], but: Partial<EventQuote> = {}): EventQuote => ({
    market: 'btts',
    line: null,
    odds,
    bookmaker: 'consensus of 4',
    quotedAt: instant(before - minutes(2)),
    ...but,
  });
  const withQuotes = (quotes: readonly EventQuote[], but: Partial<Match> = {}) =>
    sampleMatch({ ...but, eventQuotes: { version: 1, quotes } });
  const yes = (match: Match, now = before) =>
    derivedPrices(match, now).find(({ outcome: { market, pick } }) => market === 'btts' && pick === 'yes');

  test('are offered as they are, and change what is derived', () => {
    const match = withQuotes([quote([1.75, 2.05])]);
    expect(yes(match)).toMatchObject({ source: 'quoted', quotes: [{ bookmaker: 'consensus of 4' }] });
    expect(yes(match)?.odds.toNumber()).toBe(1.75);
    const scoreless = (of: Match) => priced(of).get('Correct score: 0-0')?.odds ?? 0;
    expect(scoreless(match)).not.toBe(scoreless(sampleMatch()));
  });

  test.each([
    ['is ten minutes old', withQuotes([quote([1.75, 2.05], { quotedAt: instant(before - minutes(10) - 1) })])],
    ['is from before a goal', withQuotes([quote([1.75, 2.05])], { scoreChangedAt: instant(before - minutes(2)) })],
    ['does not fit the main quotes', withQuotes([quote([1.1, 7])])],
    ['gives value', withQuotes([quote([1.75, 2.05], { market: 'odd_even' }), quote([3, 3])])],
  ])('are derived instead while one %s', (_, match) => expect(yes(match)?.source).toBe('derived'));

  test('from before kick-off do not count in play', () => {
    const match = withQuotes([quote([1.75, 2.05], { quotedAt: instant(kickoffAt - seconds(30)) })]);
    expect(yes(match, kickoffAt)?.source).toBe('derived');
  });
});

import { describe, expect, test } from 'vitest';
import { instant, minutes, seconds } from '../instant.ts';
import { derivedKeys, outcomeLabel } from '../markets/index.ts';
import type { EventQuote, Match } from '../matches/index.ts';
import { sampleGoals, sampleMatch } from '../testing/sample-match.ts';
import { derivedPriceOf, derivedPrices, verdictChances } from './derived-prices.ts';

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
    const scoreless = (of: Match) => verdictChances(of, before, { market: 'correct_score', pick: '0-0' })?.won;
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

describe('the first half', () => {
  const quote = (line: number, odds: readonly number[], quotedAt = instant(before - minutes(2))): EventQuote => ({
    market: 'totals_h1',
    line,
    odds,
    bookmaker: 'consensus of 4',
    quotedAt,
  });
  const quoting = (...quotes: readonly EventQuote[]) => sampleMatch({ eventQuotes: { version: 1, quotes } });
  const over = 'First-half goals: Over 0.5';
  const inPlay = instant(kickoffAt + minutes(20));
  const newest = instant(inPlay - seconds(30));

  test('has more goals before half-time when its quote says so, and everything else of it follows', () => {
    const few = priced(quoting(quote(1.5, [2.9, 1.4])));
    const many = priced(quoting(quote(1.5, [2.1, 1.7])));
    expect(few.get('First-half goals: Over 1.5')).toEqual({ odds: 2.9, source: 'quoted' });
    expect(few.get(over)?.odds).toBeGreaterThan(many.get(over)?.odds ?? Number.NaN);
    expect(few.get('Half-time result: Draw')?.odds).toBeLessThan(
      many.get('Half-time result: Draw')?.odds ?? Number.NaN,
    );
    expect(few.get('Goals: Over 1.5')).toEqual(many.get('Goals: Over 1.5'));
  });

  test('ignores a quote that no share of the goals explains', () => {
    expect(priced(quoting(quote(1.5, [9, 1.05])))).toEqual(priced());
  });

  test('in play is on offer only while it is quoted, and not in its stoppage time', () => {
    const isOffered = (match: Match, now = inPlay) => priced(match, now).has('Half-time result: Draw');
    expect(isOffered(sampleMatch())).toBe(false);
    expect(isOffered(quoting(quote(0.5, [1.9, 1.9], newest)))).toBe(true);
    const late = instant(kickoffAt + minutes(45));
    expect(isOffered(quoting(quote(0.5, [1.9, 1.9], instant(late - seconds(5)))), late)).toBe(false);
  });

  test('has a value for a cash-out while it is on offer', () => {
    const draw = { market: 'h2h_3_way_h1', pick: 'draw' } as const;
    const chances = (pick: string) => verdictChances(sampleMatch(), before, { market: 'h2h_3_way_h1', pick })?.won ?? 0;
    expect(chances('home') + chances('draw') + chances('away')).toBeCloseTo(1, 9);
    expect(verdictChances(sampleMatch(), inPlay, draw)).toBeUndefined();
  });
});

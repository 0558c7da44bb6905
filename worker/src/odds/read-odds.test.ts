import { instant, minutes } from '@touchline/core/instant';
import { Decimal } from '@touchline/core/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brokenText, readOdds } from './read-odds.ts';

const now = instant(Date.parse('2026-11-21T12:00:00Z'));
const ago = (ms: number) => new Date(now - ms).toISOString();
const justNow = ago(10_000);

const threeWay = [
  { name: 'Arsenal', price: 1.91 },
  { name: 'Chelsea', price: 4.1 },
  { name: 'Draw', price: 3.6 },
];
const line = (point: number, over: number, under: number) => [
  { name: 'Over', price: over, point },
  { name: 'Under', price: under, point },
];
const market = (key: string, outcomes: unknown, last_update: unknown = justNow) => ({ key, last_update, outcomes });
const book = (key: string, ...markets: unknown[]) => ({ key, title: key, last_update: justNow, markets });
const event = (changes: object = {}) => ({
  id: 'e912a0b1c2d3e4f5a6b7c8d9e0f1a2b3',
  sport_key: 'soccer_epl',
  sport_title: 'EPL',
  commence_time: '2026-11-21T15:00:00Z',
  home_team: 'Arsenal',
  away_team: 'Chelsea',
  bookmakers: [book('bet365', market('h2h', threeWay), market('totals', line(2.5, 1.95, 1.9)))],
  ...changes,
});

const read = (body: unknown) => readOdds(body, { leagueKey: 'soccer_epl', now, bookmakers: ['bet365', 'pinnacle'] });
const only = (changes: object) => read([event(changes)]).quotes[0];
const reasons = (body: unknown) => read(body).refused.map(({ reason }) => reason);

describe('a valid event', () => {
  test('is quoted with both markets', () => {
    expect(read([event()])).toEqual({
      refused: [],
      quotes: [
        {
          providerEventId: 'e912a0b1c2d3e4f5a6b7c8d9e0f1a2b3',
          homeTeam: 'Arsenal',
          awayTeam: 'Chelsea',
          kickoffAt: Date.parse('2026-11-21T15:00:00Z'),
          h2h: {
            state: 'open',
            bookmaker: 'bet365',
            quotedAt: Date.parse(justNow),
            home: new Decimal('1.91'),
            draw: new Decimal('3.6'),
            away: new Decimal('4.1'),
          },
          totals: {
            state: 'open',
            bookmaker: 'bet365',
            quotedAt: Date.parse(justNow),
            point: 2.5,
            over: new Decimal('1.95'),
            under: new Decimal('1.9'),
          },
        },
      ],
    });
  });

  test('is the same in any order of outcomes', () => {
    const expected = read([event()]);
    for (const order of [
      [2, 1, 0],
      [1, 0, 2],
      [2, 0, 1],
    ]) {
      const shuffled = order.map((at) => threeWay[at]);
      const bookmakers = [book('bet365', market('totals', line(2.5, 1.95, 1.9).reverse()), market('h2h', shuffled))];
      expect(read([event({ bookmakers })])).toEqual(expected);
    }
  });

  test('uses the bookmaker’s time when the market has none', () => {
    const bookmakers = [book('bet365', { key: 'h2h', outcomes: threeWay })];
    expect(only({ bookmakers })?.h2h?.quotedAt).toBe(Date.parse(justNow));
  });

  test('is quoted without a market that no bookmaker offers completely', () => {
    const bookmakers = [book('bet365', market('h2h', threeWay), market('totals', line(2.75, 1.95, 1.9)))];
    expect(only({ bookmakers })?.totals).toBeNull();
  });

  test('lay prices and handicaps are never used for the match winner', () => {
    const bookmakers = [book('bet365', market('h2h_lay', threeWay), market('spreads', line(0.5, 2, 2)))];
    expect(reasons([event({ bookmakers })])).toEqual(['no-market']);
  });
});

describe('whose prices are taken', () => {
  const higher = threeWay.map((outcome) => ({ ...outcome, price: Math.round(outcome.price * 104) / 100 }));
  const winner = (bookmakers: unknown[], rules: object = {}) =>
    readOdds([event({ bookmakers })], { leagueKey: 'soccer_epl', now, bookmakers: ['bet365', 'pinnacle'], ...rules })
      .quotes[0]?.h2h;

  test('the consensus of the chosen bookmakers that quote the whole market', () => {
    const bookmakers = [
      book('a_stranger', market('h2h', higher)),
      book('pinnacle', market('h2h', threeWay)),
      book('bet365', market('h2h', higher)),
    ];
    expect(winner(bookmakers)).toMatchObject({ bookmaker: 'consensus of 2', home: new Decimal('1.94') });
    const half = [book('pinnacle', market('h2h', threeWay)), book('bet365', market('h2h', higher.slice(0, 2)))];
    expect(winner(half)).toMatchObject({ bookmaker: 'pinnacle', home: new Decimal('1.91') });
  });

  test('without a chosen one, the consensus of all others', () => {
    const bookmakers = ['first', 'second', 'third'].map((key) => book(key, market('h2h', threeWay)));
    expect(winner(bookmakers)).toMatchObject({ bookmaker: 'consensus of 3', home: new Decimal('1.91') });
  });

  test('with exactly one chosen bookmaker, its exact prices, whatever our margin', () => {
    const bookmakers = [book('bet365', market('h2h', threeWay)), book('pinnacle', market('h2h', higher))];
    const rules = { bookmakers: ['bet365'], margins: { soccer_epl: 1.2 } };
    expect(winner(bookmakers, rules)).toMatchObject({ bookmaker: 'bet365', home: new Decimal('1.91') });
  });

  test('at our margin where the league has one', () => {
    const bookmakers = [book('bet365', market('h2h', threeWay)), book('pinnacle', market('h2h', threeWay))];
    expect(winner(bookmakers, { margins: { soccer_epl: 1.2 } })).toMatchObject({ home: new Decimal('1.66') });
    expect(winner(bookmakers, { margins: { soccer_italy_serie_a: 1.2 } })).toMatchObject({ home: new Decimal('1.91') });
  });

  test('not those of a bookmaker whose own price is too old, while others confirm theirs', () => {
    const bookmakers = [
      book('bet365', market('h2h', higher, ago(minutes(11)))),
      book('pinnacle', market('h2h', threeWay)),
    ];
    expect(winner(bookmakers)).toMatchObject({ bookmaker: 'pinnacle', state: 'open' });
  });

  test('none, when too few bookmakers quote or two are far apart', () => {
    const why = (bookmakers: unknown[], rules: object) =>
      readOdds([event({ bookmakers })], { leagueKey: 'soccer_epl', now, bookmakers: ['bet365', 'pinnacle'], ...rules })
        .refused[0]?.reason;
    expect(why([book('bet365', market('h2h', threeWay))], { minBooks: 2 })).toBe('too-few-books');
    const swapped = [
      { name: 'Arsenal', price: 4.1 },
      { name: 'Chelsea', price: 1.91 },
      { name: 'Draw', price: 3.6 },
    ];
    const apart = [book('bet365', market('h2h', threeWay)), book('pinnacle', market('h2h', swapped))];
    expect(why(apart, {})).toBe('books-disagree');
  });
});

describe('a response as a whole', () => {
  const good = (id: string) => event({ id });
  const words = (...events: unknown[]) => brokenText(read(events));

  test('is broken when half of it or more is invalid', () => {
    expect(words(good('a'), good('b'), null)).toBeUndefined();
    expect(words(good('a'), null)).toBe('1 of 2 events are invalid, such as: not-an-event');
    expect(words({ ...good('a'), commence_time: 'tomorrow' })).toContain('kickoff-unreadable');
    expect(brokenText(read({ message: 'maintenance' }))).toBe('the response is not a list of events');
  });

  test('is not broken because its matches are not quoted yet', () => {
    expect(
      words(event({ bookmakers: [] }), event({ bookmakers: [book('bet365', market('outrights', []))] })),
    ).toBeUndefined();
  });
});

describe('the goal line', () => {
  test.each([
    ['2.5 when it is there', [3.5, 2.5, 1.5], 2.5],
    ['the nearest half line to 2.5 otherwise', [4.5, 0.5, 3.5], 3.5],
    ['the lower of two that are equally near', [3.5, 1.5], 1.5],
    ['never a line that can be met exactly or by halves', [2, 2.25, 2.75, 3, 4.5], 4.5],
  ])('is %s', (_, points, expected) => {
    const outcomes = points.flatMap((point) => line(point, 1.95, 1.9));
    expect(only({ bookmakers: [book('bet365', market('totals', outcomes))] })?.totals?.point).toBe(expected);
  });

  test('is skipped when one side is missing or priced wrongly', () => {
    const outcomes = [...line(2.5, 1.95, 1), { name: 'Over', price: 1.2, point: 1.5 }, ...line(4.5, 5, 1.15)];
    expect(only({ bookmakers: [book('bet365', market('totals', outcomes))] })?.totals?.point).toBe(4.5);
  });
});

test('the goal line is the half line that most bookmakers quote', () => {
  const quoting = (key: string, ...points: number[]) =>
    book(
      key,
      market(
        'totals',
        points.flatMap((point) => line(point, 1.95, 1.9)),
      ),
    );
  const bookmakers = [quoting('bet365', 2.5), quoting('pinnacle', 3.5, 3), quoting('other', 2.5)];
  expect(only({ bookmakers })?.totals).toMatchObject({ point: 2.5, bookmaker: 'bet365' });
  const strangers = [quoting('a', 2.5), quoting('b', 3.5, 3), quoting('c', 3.5)];
  expect(only({ bookmakers: strangers })?.totals).toMatchObject({ point: 3.5, bookmaker: 'consensus of 2' });
});

test('a market that lags is open, with the time of its confirmation', () => {
  const bookmakers = [book('bet365', market('h2h', threeWay, ago(minutes(3))))];
  expect(only({ bookmakers })?.h2h).toMatchObject({ state: 'open', confirmedAt: now - minutes(3) });
});

describe('suspends a market that its bookmaker has not confirmed for too long', () => {
  const at = (quotedMs: number, kickoff: string) =>
    only({ commence_time: kickoff, bookmakers: [book('bet365', market('h2h', threeWay, ago(quotedMs)))] })?.h2h?.state;

  test.each([
    ['ten minutes before kick-off', '2026-11-21T15:00:00Z', minutes(10)],
    ['two minutes in play', '2026-11-21T11:30:00Z', minutes(2)],
    ['two minutes from the moment of kick-off', '2026-11-21T12:00:00Z', minutes(2)],
  ])('after %s', (_, kickoff, limitMs) => {
    expect([at(limitMs, kickoff), at(limitMs + 1, kickoff)]).toEqual(['open', 'suspended']);
  });
});

describe('refuses an event with a reason', () => {
  const h2h = (outcomes: unknown, time: unknown = justNow) => ({
    bookmakers: [{ ...book('bet365', market('h2h', outcomes, time)), last_update: null }],
  });
  const priced = (price: unknown) => h2h([{ name: 'Arsenal', price }, threeWay[1], threeWay[2]]);
  const cases: [string, unknown, string][] = [
    ['no object', 7, 'not-an-event'],
    ['nothing', null, 'not-an-event'],
    ['no id', event({ id: undefined }), 'not-an-event'],
    ['an invalid id', event({ id: "x'; drop table matches" }), 'not-an-event'],
    ['no team', event({ home_team: ' ' }), 'not-an-event'],
    ['a team name with a null character', event({ home_team: 'Ars\u0000enal' }), 'not-an-event'],
    ['a lone surrogate', event({ home_team: 'Ars\ud800' }), 'not-an-event'],
    ['a character that turns the direction of writing', event({ home_team: 'Ars\u202elane' }), 'not-an-event'],
    ['another sport', event({ sport_key: 'basketball_nba' }), 'league-unknown'],
    ['another league', event({ sport_key: 'soccer_italy_serie_a' }), 'league-not-asked-for'],
    ['a team against itself', event({ away_team: 'Arsenal ' }), 'teams-equal'],
    ['no kick-off', event({ commence_time: undefined }), 'kickoff-unreadable'],
    ['a day that is not in the calendar', event({ commence_time: '2026-02-30T15:00:00Z' }), 'kickoff-unreadable'],
    ['a time without a zone', event({ commence_time: '2026-11-21T15:00:00' }), 'kickoff-unreadable'],
    ['the year 0', event({ commence_time: '0000-01-01T00:00:00Z' }), 'kickoff-unreadable'],
    ['no bookmakers', event({ bookmakers: [] }), 'no-bookmaker'],
    ['bookmakers that are none', event({ bookmakers: [7, { key: 'x' }] }), 'no-bookmaker'],
    ['no market of ours', event({ bookmakers: [book('bet365', market('outrights', []))] }), 'no-market'],
    ['two outcomes', event(h2h(threeWay.slice(0, 2))), 'selections-incomplete'],
    ['four outcomes', event(h2h([...threeWay, { name: 'Someone else', price: 9 }])), 'selections-incomplete'],
    ['an unknown outcome', event(h2h([{ name: 'Fulham', price: 2 }, ...threeWay.slice(1)])), 'selections-incomplete'],
    ['one team twice', event(h2h([threeWay[0], threeWay[0], threeWay[2]])), 'selections-incomplete'],
    ['outcomes that are no list', event(h2h('1.91')), 'market-unreadable'],
    ['a price as text', event(priced('1.91')), 'market-unreadable'],
    ['a price of 1', event(priced(1)), 'price-not-above-one'],
    ['a negative price', event(priced(-110)), 'price-not-above-one'],
    ['a price with five decimals', event(priced(1.91234)), 'price-too-long'],
    ['a price above 1,000', event(priced(1001)), 'price-too-long'],
    ['an enormous price', event(priced(1e300)), 'price-too-long'],
    ['no time of the quote', event(h2h(threeWay, null)), 'quote-time-unreadable'],
    ['a wrong time of the quote', event(h2h(threeWay, 'yesterday')), 'quote-time-unreadable'],
    [
      'only lines that can be met exactly',
      event({ bookmakers: [book('bet365', market('totals', line(3, 2, 1.8)))] }),
      'no-half-line',
    ],
  ];
  test.each(cases)('%s', (_, value, reason) => expect(reasons([value])).toEqual([reason]));

  test('independently of the others', () => {
    const good = event({ id: 'good' });
    const { quotes, refused } = read([...cases.map(([, value]) => value), good]);
    expect(quotes.map((quote) => quote.providerEventId)).toEqual(['good']);
    expect(refused).toHaveLength(cases.length);
  });

  test('a response that is not a list is refused as a whole', () => {
    expect(read({ message: 'maintenance' })).toEqual({ quotes: [], refused: [{ eventId: '?', reason: 'not-a-list' }] });
  });
});

describe('never throws', () => {
  const account = (body: unknown) => {
    const { quotes, refused } = read(body);
    return quotes.length + refused.length;
  };

  test('whatever the JSON', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (body) => {
        expect(account(body)).toBe(body.length);
      }),
    );
  });

  test('for an event with any part replaced by any JSON: it is quoted or refused', () => {
    const paths = placesIn(event());
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
        expect(account([replaced(event(), path, value)])).toBe(1);
      }),
      { numRuns: 500 },
    );
  });
});

type Path = readonly (string | number)[];

function placesIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? value.map((_, at) => at) : Object.keys(value);
  const inside = Object.values(value).flatMap((part, at) => placesIn(part, [...path, keys[at] ?? at]));
  return [path, ...inside];
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const copy: Record<string, unknown> = Object.assign(Array.isArray(value) ? [] : {}, value);
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

import { afterEach, beforeEach, expect, test } from 'vitest';
import { LEAGUES } from '../football/leagues.ts';
import { START, startSandbox } from '../testing/start.ts';

let world: Awaited<ReturnType<typeof startSandbox>>;
beforeEach(async () => {
  world = await startSandbox();
});
afterEach(() => world.sandbox.close());

test('lists the eight leagues with the provider’s keys and titles, for free', async () => {
  const { status, value, headers } = await world.odds('');
  expect(status).toBe(200);
  expect(value.map((sport: { key: string }) => sport.key)).toEqual(LEAGUES.map(({ key }) => key));
  expect(value[0]).toEqual({
    key: 'soccer_epl',
    group: 'Soccer',
    title: 'EPL',
    description: 'English Premier League',
    active: true,
    has_outrights: false,
  });
  expect(headers.get('x-requests-last')).toBe('0');
});

test('an event with odds has all documented fields, h2h by default, and the exchange’s lay market', async () => {
  const { value, headers } = await world.odds('/soccer_epl/odds?regions=eu');
  const [event] = value;
  expect(Object.keys(event)).toEqual([
    'id',
    'sport_key',
    'sport_title',
    'commence_time',
    'home_team',
    'away_team',
    'bookmakers',
  ]);
  expect(event.id).toMatch(/^[0-9a-f]{32}$/);
  expect(event.commence_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const open = value.find((each: { bookmakers: unknown[] }) => each.bookmakers.length >= 4);
  for (const book of open.bookmakers) {
    expect(Object.keys(book)).toEqual(['key', 'title', 'last_update', 'markets']);
    expect(book.markets.map((market: { key: string }) => market.key)).toEqual(
      book.key === 'betfair_ex_eu' ? ['h2h', 'h2h_lay'] : ['h2h'],
    );
    const [market] = book.markets;
    expect(market.last_update).toBe(book.last_update);
    const names = market.outcomes.map((outcome: { name: string }) => outcome.name);
    expect(names.sort()).toEqual([open.home_team, open.away_team, 'Draw'].sort());
    for (const outcome of market.outcomes) expect(outcome.price).toBeGreaterThan(1);
  }
  expect(headers.get('x-requests-last')).toBe('1');
});

test('returns totals as Over and Under with a point, at the price of h2h per region', async () => {
  const { value, headers } = await world.odds('/soccer_epl/odds?regions=eu,uk&markets=h2h,totals');
  const [event] = value.filter((each: { commence_time: string }) => Date.parse(each.commence_time) > START);
  const totals = event.bookmakers[0].markets.find((market: { key: string }) => market.key === 'totals');
  expect(
    totals.outcomes.map((outcome: { name: string; point: number }) => [outcome.name, outcome.point]).sort(),
  ).toEqual([
    ['Over', 2.5],
    ['Under', 2.5],
  ]);
  expect(headers.get('x-requests-last')).toBe('4');
  expect(headers.get('x-requests-used')).toBe('4');
  expect(headers.get('x-requests-remaining')).toBe('4999996');
});

test('prefers named bookmakers over regions; other regions have none', async () => {
  const keys = async (query: string) => {
    const { value } = await world.odds(`/soccer_spain_la_liga/odds?${query}`);
    return new Set(
      value.flatMap((event: { bookmakers: { key: string }[] }) => event.bookmakers.map((book) => book.key)),
    );
  };
  expect(await keys('bookmakers=pinnacle&regions=uk')).toEqual(new Set(['pinnacle']));
  expect(await keys('regions=uk')).toEqual(new Set(['bet365', 'williamhill']));
  expect(await keys('regions=us')).toEqual(new Set());
});

test('returns outcomes in no fixed order', async () => {
  const { value } = await world.odds('/soccer_spain_la_liga/odds?regions=eu');
  const first = value.flatMap(
    (event: { home_team: string; bookmakers: { markets: { outcomes: { name: string }[] }[] }[] }) =>
      event.bookmakers.map((book) => book.markets[0]?.outcomes[0]?.name === event.home_team),
  );
  expect(new Set(first)).toEqual(new Set([true, false]));
});

test('supports unix dates and American odds', async () => {
  const decimal = await world.odds('/soccer_epl/odds?regions=uk');
  const american = await world.odds('/soccer_epl/odds?regions=uk&oddsFormat=american&dateFormat=unix');
  const at = decimal.value.findIndex((event: { bookmakers: unknown[] }) => event.bookmakers.length > 0);
  expect(american.value[at].commence_time).toBe(Date.parse(decimal.value[at].commence_time) / 1000);
  const price = decimal.value[at].bookmakers[0].markets[0].outcomes[0].price;
  const expected = price >= 2 ? Math.round((price - 1) * 100) : Math.round(-100 / (price - 1));
  expect(american.value[at].bookmakers[0].markets[0].outcomes[0].price).toBe(expected);
});

test('filters events by id and kick-off time, for free', async () => {
  const all = await world.odds('/soccer_epl/events');
  const { id, commence_time: at } = all.value[2];
  expect(Object.keys(all.value[2])).toEqual([
    'id',
    'sport_key',
    'sport_title',
    'commence_time',
    'home_team',
    'away_team',
  ]);
  expect((await world.odds(`/soccer_epl/events?eventIds=${id}`)).value).toEqual([all.value[2]]);
  const window = await world.odds(`/soccer_epl/events?commenceTimeFrom=${at}&commenceTimeTo=${at}`);
  expect(window.value.map((event: { commence_time: string }) => event.commence_time)).toContain(at);
  expect(window.value.every((event: { commence_time: string }) => event.commence_time === at)).toBe(true);
  expect(window.headers.get('x-requests-last')).toBe('0');
});

test('returns a single event, and 404 for an ended one', async () => {
  const { value: events } = await world.odds('/soccer_epl/events');
  const found = await world.odds(`/soccer_epl/events/${events[0].id}/odds?regions=eu`);
  expect(found.value.id).toBe(events[0].id);
  expect(found.value.bookmakers).toBeInstanceOf(Array);
  const missing = await world.odds(`/soccer_epl/events/${'0'.repeat(32)}/odds?regions=eu`);
  expect([missing.status, missing.value.error_code]).toEqual([404, 'EVENT_NOT_FOUND']);
});

test('an event has additional markets, with the time of each, and costs what is returned', async () => {
  const { value: events } = await world.odds('/soccer_epl/odds?regions=eu&markets=spreads');
  const {
    id,
    home_team: home,
    away_team: away,
  } = events.find(
    (each: { bookmakers: unknown[]; commence_time: string }) =>
      each.bookmakers.length >= 3 && Date.parse(each.commence_time) > START,
  );
  const asked = 'btts,team_totals,double_chance,correct_score,alternate_spreads,h2h_3_way_h1';
  const { value, headers } = await world.odds(`/soccer_epl/events/${id}/odds?regions=eu,uk&markets=${asked}`);
  expect(headers.get('x-requests-last')).toBe('12');
  for (const book of value.bookmakers) expect(Object.keys(book)).toEqual(['key', 'title', 'markets']);
  const all = value.bookmakers.flatMap((book: { markets: { key: string }[] }) => book.markets);
  const named = (key: string) => {
    const { outcomes } = all.find((market: { key: string }) => market.key === key);
    return outcomes.map(({ name, description }: { name: string; description?: string }) => description ?? name).sort();
  };
  expect(named('btts')).toEqual(['No', 'Yes']);
  expect(named('team_totals')).toEqual([home, home, away, away].sort());
  expect(named('double_chance')).toEqual([`${home} or Draw`, `${home} or ${away}`, `Draw or ${away}`].sort());
  expect(named('correct_score')).toHaveLength(26);
  expect(new Set(named('h2h_3_way_h1'))).toEqual(new Set([home, 'Draw', away]));
  expect(new Set(named('alternate_spreads'))).toEqual(new Set([home, away]));
  const markets = await world.odds(`/soccer_epl/events/${id}/markets?regions=eu`);
  expect(markets.headers.get('x-requests-last')).toBe('1');
  expect(markets.value.bookmakers[0].markets[0]).toEqual({ key: 'h2h', last_update: expect.any(String) });
  const none = await world.odds(`/soccer_epl/events/${id}/odds?regions=eu&markets=halftime_fulltime`);
  expect([none.value.bookmakers, none.headers.get('x-requests-last')]).toEqual([[], '0']);
  expect((await world.odds('/soccer_epl/odds?regions=eu&markets=btts')).status).toBe(422);
});

test('upcoming lists all matches in play and the next eight of all leagues', async () => {
  const { value } = await world.odds('/upcoming/odds?regions=uk');
  const started = value.filter((event: { commence_time: string }) => Date.parse(event.commence_time) <= START);
  expect(started.length).toBeGreaterThan(0);
  expect(value.length - started.length).toBe(8);
});

test('lists a match until it ends and its score from null to final, and ended ones for three days', async () => {
  const made = await world.call('POST', '/desk/api/fixtures', {
    sportKey: 'soccer_epl',
    homeTeam: 'Alpha',
    awayTeam: 'Beta',
    kickoffAt: START + 60_000,
  });
  const { id } = made.value.match;
  const score = async (query = '') =>
    (await world.odds(`/soccer_epl/scores${query}`)).value.find((event: { id: string }) => event.id === id);
  expect(await score()).toEqual({
    id,
    sport_key: 'soccer_epl',
    sport_title: 'EPL',
    commence_time: '2026-11-20T14:01:00Z',
    home_team: 'Alpha',
    away_team: 'Beta',
    completed: false,
    scores: null,
    last_update: null,
  });
  world.clock.at = START + 120_000;
  await world.call('POST', `/desk/api/matches/${id}/goal`, { side: 'away' });
  const live = await score();
  expect(live).toMatchObject({ completed: false, last_update: '2026-11-20T14:02:00Z' });
  expect(
    live.scores.toSorted((one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name)),
  ).toEqual([
    { name: 'Alpha', score: '0' },
    { name: 'Beta', score: '1' },
  ]);
  await world.call('POST', `/desk/api/matches/${id}/finish`, { home: 2, away: 1 });
  expect(await score()).toBeUndefined();
  expect(await score('?daysFrom=1')).toMatchObject({ completed: true });
  expect((await world.odds('/soccer_epl/odds?regions=eu')).value.some((event: { id: string }) => event.id === id)).toBe(
    false,
  );
  world.clock.at += 2 * 86_400_000;
  expect(await score('?daysFrom=1')).toBeUndefined();
  expect(await score('?daysFrom=3')).toMatchObject({ completed: true });
  world.clock.at += 86_400_001;
  expect(await score('?daysFrom=3')).toBeUndefined();
});

test('scores cost one credit, or two with past days', async () => {
  expect((await world.odds('/soccer_epl/scores')).headers.get('x-requests-last')).toBe('1');
  expect((await world.odds('/soccer_epl/scores?daysFrom=2')).headers.get('x-requests-last')).toBe('2');
});

test.each([
  ['/soccer_epl/odds', 422, 'MISSING_REGION'],
  ['/soccer_epl/odds?regions=mars', 422, 'INVALID_REGION'],
  ['/soccer_epl/odds?bookmakers=Bet%20365', 422, 'INVALID_BOOKMAKERS'],
  ['/soccer_epl/odds?regions=eu&markets=', 422, 'MISSING_MARKET'],
  ['/soccer_epl/odds?regions=eu&markets=corners', 422, 'INVALID_MARKET'],
  ['/soccer_epl/odds?regions=eu&markets=h2h,outrights', 422, 'INVALID_MARKET_COMBO'],
  ['/soccer_epl/odds?regions=eu&dateFormat=french', 422, 'INVALID_DATE_FORMAT'],
  ['/soccer_epl/odds?regions=eu&oddsFormat=roman', 422, 'INVALID_ODDS_FORMAT'],
  ['/soccer_epl/odds?regions=eu&eventIds=abc', 422, 'INVALID_EVENT_IDS'],
  ['/soccer_epl/odds?regions=eu&commenceTimeFrom=today', 422, 'INVALID_COMMENCE_TIME_FROM'],
  ['/soccer_epl/odds?regions=eu&commenceTimeTo=2026-11-20', 422, 'INVALID_COMMENCE_TIME_TO'],
  [
    '/soccer_epl/odds?regions=eu&commenceTimeFrom=2026-11-21T00:00:00Z&commenceTimeTo=2026-11-20T00:00:00Z',
    422,
    'INVALID_COMMENCE_TIME_RANGE',
  ],
  ['/soccer_epl/scores?daysFrom=4', 422, 'INVALID_SCORES_DAYS_FROM'],
  ['/soccer_epl/scores?daysFrom=0', 422, 'INVALID_SCORES_DAYS_FROM'],
  ['/soccer_epl/events/xyz/odds?regions=eu', 422, 'INVALID_EVENT_ID'],
  ['/upcoming/events', 422, 'INVALID_SPORT'],
  ['?all=maybe', 422, 'INVALID_ALL_SPORTS_PARAM'],
  ['/tiddlywinks/odds?regions=eu', 404, 'UNKNOWN_SPORT'],
  ['/tiddlywinks/scores', 404, 'UNKNOWN_SPORT'],
])('refuses %s with %i %s and the quota in the response', async (path, status, code) => {
  const answer = await world.odds(path);
  expect(answer.status).toBe(status);
  expect(answer.value).toEqual({
    message: expect.any(String),
    error_code: code,
    details_url: `https://the-odds-api.com/liveapi/guides/v4/api-error-codes.html#${code.toLowerCase().replaceAll('_', '-')}`,
  });
  expect(answer.headers.get('x-requests-last')).toBe('0');
  expect(answer.headers.get('x-requests-remaining')).toBe('5000000');
});

test('distinguishes a missing key from a wrong one', async () => {
  const without = await world.call('GET', '/v4/sports');
  expect([without.status, without.value.error_code]).toEqual([401, 'MISSING_KEY']);
  const wrong = await world.call('GET', '/v4/sports?apiKey=guess');
  expect([wrong.status, wrong.value.error_code]).toEqual([401, 'INVALID_KEY']);
});

test('refuses the 31st request within a second, and accepts it a second later', async () => {
  await world.sandbox.close();
  const requests = { at: 0 };
  world = await startSandbox({ requestClock: () => requests.at });
  const answers = await Promise.all(Array.from({ length: 31 }, () => world.odds('')));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.map(({ value }) => value.error_code)).toEqual(['EXCEEDED_FREQ_LIMIT']);
  requests.at += 1000;
  expect((await world.odds('')).status).toBe(200);
});

test.each([
  ['http-500', 500, undefined],
  ['quota', 401, 'OUT_OF_USAGE_CREDITS'],
  ['invalid-key', 401, 'INVALID_KEY'],
  ['deactivated-key', 401, 'DEACTIVATED_KEY'],
  ['too-many', 429, 'EXCEEDED_FREQ_LIMIT'],
])('the outage %s responds with %i until it is over', async (kind, status, code) => {
  expect((await world.call('POST', '/desk/api/outage', { kind, seconds: 30 })).status).toBe(200);
  const broken = await world.odds('/soccer_epl/odds?regions=eu');
  expect([broken.status, broken.value.error_code]).toEqual([status, code]);
  world.clock.at += 30_000;
  expect((await world.odds('/soccer_epl/odds?regions=eu')).status).toBe(200);
});

test('the outage timeout never responds, and does not delay closing', async () => {
  await world.call('POST', '/desk/api/outage', { kind: 'timeout' });
  const hanging = world.odds('').then(
    () => 'answered',
    () => 'cut off',
  );
  const healthy = await world.call('GET', '/desk/api/matches');
  expect(healthy.value.outage).toBe('timeout');
  await world.sandbox.close();
  expect(await hanging).toBe('cut off');
  world = await startSandbox();
});

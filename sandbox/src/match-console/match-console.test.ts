import { afterEach, beforeEach, expect, test } from 'vitest';
import { START, startSandbox } from '../testing/start.ts';

let world: Awaited<ReturnType<typeof startSandbox>>;
beforeEach(async () => {
  world = await startSandbox();
});
afterEach(() => world.sandbox.close());

const FIXTURE = {
  sportKey: 'soccer_epl',
  homeTeam: 'Alpha',
  awayTeam: 'Beta',
  kickoffAt: '2026-11-20T15:00:00Z',
  prices: { home: 2.1, draw: 3.4, away: 3.6 },
};
const make = async () => (await world.call('POST', '/desk/api/fixtures', FIXTURE)).value.match.id as string;
const see = async (id: string) => (await world.call('GET', `/desk/api/matches/${id}`)).value.match;
const listed = async (id: string) =>
  (await world.odds('/soccer_epl/odds?regions=eu&markets=h2h,totals')).value.find(
    (event: { id: string }) => event.id === id,
  );
const act = (id: string, what: string, body: object) => world.call('POST', `/desk/api/matches/${id}/${what}`, body);

test('a match created in the console keeps its prices at every bookmaker and ends only from the console', async () => {
  const id = await make();
  const prices = async () =>
    (await listed(id)).bookmakers.map((book: { markets: { outcomes: { name: string; price: number }[] }[] }) =>
      Object.fromEntries(book.markets[0]?.outcomes.map((outcome) => [outcome.name, outcome.price]) ?? []),
    );
  const fixed = Array.from({ length: 4 }, () => ({ Alpha: 2.1, Draw: 3.4, Beta: 3.6 }));
  expect(await prices()).toEqual(fixed);
  world.clock.at = START + 5 * 3_600_000;
  expect(await see(id)).toMatchObject({ phase: 'live', score: { home: 0, away: 0 }, endsBy: 'hand' });
  await act(id, 'goal', { side: 'home' });
  expect(await prices()).toEqual(fixed);
  expect((await act(id, 'finish', {})).value.match).toMatchObject({ phase: 'finished', score: { home: 1, away: 0 } });
});

test('finishing a match before kick-off starts and ends it at the same time', async () => {
  const id = await make();
  const { value } = await act(id, 'finish', { home: 2, away: 2 });
  expect(value.match).toMatchObject({
    phase: 'finished',
    score: { home: 2, away: 2 },
    kickoffAt: new Date(START).toISOString(),
  });
});

test('a postponed match stays listed under its id at the new time, even weeks ahead', async () => {
  const id = await make();
  await act(id, 'kickoff', { kickoffAt: '2026-12-24T20:00:00Z' });
  expect((await listed(id)).commence_time).toBe('2026-12-24T20:00:00Z');
});

test('a suspended market leaves the feed until it is reopened', async () => {
  const id = await make();
  await act(id, 'market', { market: 'suspended' });
  expect((await listed(id)).bookmakers).toEqual([]);
  await act(id, 'market', { market: 'open' });
  expect((await listed(id)).bookmakers).toHaveLength(4);
});

test('prices set in the console also apply to simulated matches until released', async () => {
  const { value } = await world.call('GET', '/desk/api/matches');
  const { id, sportKey } = value.matches.find((match: { phase: string }) => match.phase === 'upcoming');
  const seen = async () => {
    const event = (await world.odds(`/${sportKey}/odds?regions=uk&bookmakers=bet365&eventIds=${id}`)).value[0];
    return event.bookmakers[0].markets[0].outcomes.map((outcome: { price: number }) => outcome.price).sort();
  };
  const before = await seen();
  await act(id, 'prices', { prices: { home: 7.77, draw: 7.78, away: 7.79 } });
  expect(await seen()).toEqual([7.77, 7.78, 7.79]);
  await act(id, 'prices', { prices: null });
  expect(await seen()).toEqual(before);
});

test('a console goal adds to simulated ones, and a simulated match can be ended early', async () => {
  const { value } = await world.call('GET', '/desk/api/matches');
  const { id, score } = value.matches.find(
    (match: { phase: string; clock: string }) => match.phase === 'live' && match.clock.length < 4,
  );
  const { value: after } = await act(id, 'goal', { side: 'away' });
  expect(after.match.score).toEqual({ home: score.home, away: score.away + 1 });
  expect(after.match.market).toBe('suspended');
  expect((await act(id, 'finish', { home: 0, away: 9 })).value.match).toMatchObject({
    phase: 'finished',
    score: { home: 0, away: 9 },
  });
});

test.each([
  ['a goal before kick-off', 'goal', { side: 'home' }, 409],
  ['a goal for an unknown side', 'goal', { side: 'referee' }, 422],
  ['a score that is none', 'finish', { home: 'two', away: 1 }, 422],
  ['half a score', 'finish', { home: 2 }, 422],
  ['a kick-off that is no time', 'kickoff', { kickoffAt: 'soon' }, 422],
  ['a price of 1', 'prices', { prices: { home: 1, draw: 3, away: 4 } }, 422],
  ['an unknown market state', 'market', { market: 'closed' }, 422],
])('refuses %s with a message', async (_what, call, body, status) => {
  const id = await make();
  const answer = await act(id, call, body);
  expect(answer.status).toBe(status);
  expect(answer.value.message).toMatch(/\.$/);
});

test.each([
  [{ ...FIXTURE, sportKey: 'chess' }, 'There is no league "chess".'],
  [{ ...FIXTURE, awayTeam: 'Alpha' }, 'A team cannot play itself.'],
  [{ ...FIXTURE, homeTeam: ' ' }, 'Both teams need a name.'],
  [{ ...FIXTURE, kickoffAt: 'soon' }, 'kickoffAt is a time such as 2026-11-21T15:00:00Z.'],
  [{ ...FIXTURE, prices: { home: 0.5, draw: 2, away: 2 } }, 'prices are home, draw and away, each above 1.'],
])('refuses an invalid fixture: %j', async (body, message) => {
  const answer = await world.call('POST', '/desk/api/fixtures', body);
  expect([answer.status, answer.value]).toEqual([422, { message }]);
});

test('refuses changes to an ended or unknown match', async () => {
  const id = await make();
  await act(id, 'finish', {});
  for (const [call, body] of [
    ['goal', { side: 'home' }],
    ['finish', {}],
    ['market', { market: 'suspended' }],
    ['kickoff', { kickoffAt: START }],
  ] as const) {
    expect((await act(id, call, body)).status).toBe(409);
  }
  expect((await act('nothing', 'finish', {})).status).toBe(404);
});

test('pages are HTML titled Sandbox, load nothing from other hosts, and escape names', async () => {
  await world.call('POST', '/desk/api/fixtures', { ...FIXTURE, homeTeam: '<script>alert(1)</script>' });
  for (const path of ['/', '/desk', '/payments', '/inbox', '/desk?q=alert']) {
    const { status, value, headers } = await world.call('GET', path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(value).toContain('<b>Sandbox</b>');
    expect(value).not.toContain('<script>alert');
    expect(value).not.toMatch(/(src|href)="https?:\/\//);
  }
});

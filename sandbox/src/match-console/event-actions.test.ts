import { afterEach, beforeEach, expect, test } from 'vitest';
import { START, startSandbox } from '../testing/start.ts';

let world: Awaited<ReturnType<typeof startSandbox>>;
beforeEach(async () => {
  world = await startSandbox();
});
afterEach(() => world.sandbox.close());

const make = async (more: object = {}) =>
  (
    await world.call('POST', '/desk/api/fixtures', {
      sportKey: 'soccer_epl',
      homeTeam: 'Alpha',
      awayTeam: 'Beta',
      kickoffAt: START + 60_000,
      ...more,
    })
  ).value.match.id as string;
const act = (id: string, what: string, body: object = {}) =>
  world.call('POST', `/desk/api/matches/${id}/${what}`, body);
const see = async (id: string) => (await world.call('GET', `/desk/api/matches/${id}`)).value.match;
const found = async (path: string, id: string) =>
  (await world.odds(path)).value.find((event: { id: string }) => event.id === id);
const inOdds = (id: string) => found('/soccer_epl/odds?regions=eu', id);
const inEvents = (id: string) => found('/soccer_epl/events', id);
const inScores = (id: string) => found('/soccer_epl/scores?daysFrom=3', id);
const goalsOf = (event: { scores: { name: string; score: string }[] }) =>
  Object.fromEntries(event.scores.map(({ name, score }) => [name, score]));

test('a postponed match disappears from events, odds and scores, then returns under its id at the new time', async () => {
  const id = await make();
  await act(id, 'postpone', { kickoffAt: START + 3_600_000, hiddenSeconds: 30 });
  expect([await inEvents(id), await inOdds(id), await inScores(id)]).toEqual([undefined, undefined, undefined]);
  expect(await see(id)).toMatchObject({
    phase: 'postponed',
    back: { listedAt: '2026-11-20T14:00:30.000Z', kickoffAt: '2026-11-20T15:00:00.000Z' },
  });
  world.clock.at = START + 30_000;
  expect((await inEvents(id)).commence_time).toBe('2026-11-20T15:00:00Z');
  expect((await inOdds(id)).bookmakers).toHaveLength(4);
  expect((await inScores(id)).scores).toBeNull();
});

test('after a long postponement it returns under a new id, which the response contains; the old one is never used again', async () => {
  const id = await make();
  const { value } = await act(id, 'postpone', { kickoffAt: START + 72 * 3_600_000, hiddenSeconds: 60, id: 'new' });
  expect(value.becomes).toMatch(/^[0-9a-f]{32}$/);
  expect(await inEvents(value.becomes)).toBeUndefined();
  world.clock.at = START + 60_000;
  expect(await inEvents(id)).toBeUndefined();
  expect(await inEvents(value.becomes)).toMatchObject({ home_team: 'Alpha', commence_time: '2026-11-23T14:00:00Z' });
});

test('a match postponed without a date is not listed until its kick-off is set', async () => {
  const id = await make();
  await act(id, 'postpone', { kickoffAt: null });
  world.clock.at = START + 86_400_000;
  expect(await inEvents(id)).toBeUndefined();
  expect((await act(id, 'finish')).status).toBe(409);
  await act(id, 'kickoff', { kickoffAt: START + 2 * 86_400_000 });
  expect((await inEvents(id)).commence_time).toBe('2026-11-22T14:00:00Z');
});

test('an abandoned match keeps its score, is never completed, and leaves odds and events after 15 minutes', async () => {
  const id = await make();
  world.clock.at = START + 600_000;
  await act(id, 'goal', { side: 'home' });
  await act(id, 'abandon');
  world.clock.at += 60_000;
  const score = await inScores(id);
  expect([score.completed, score.last_update, goalsOf(score)]).toEqual([
    false,
    '2026-11-20T14:10:00Z',
    { Alpha: '1', Beta: '0' },
  ]);
  expect((await inOdds(id)).bookmakers).toEqual([]);
  world.clock.at += 15 * 60_000;
  expect([await inOdds(id), await inEvents(id)]).toEqual([undefined, undefined]);
  expect((await inScores(id)).completed).toBe(false);
  expect((await act(id, 'goal', { side: 'home' })).status).toBe(409);
});

test('an abandoned match can still be awarded', async () => {
  const id = await make();
  world.clock.at = START + 600_000;
  await act(id, 'abandon');
  await act(id, 'finish', { home: 3, away: 0 });
  const score = await inScores(id);
  expect([score.completed, goalsOf(score)]).toEqual([true, { Alpha: '3', Beta: '0' }]);
});

test('a cancelled match disappears everywhere', async () => {
  const id = await make();
  await act(id, 'cancel');
  expect([await inEvents(id), await inOdds(id), await inScores(id)]).toEqual([undefined, undefined, undefined]);
  expect((await see(id)).phase).toBe('cancelled');
});

test('a corrected result stays completed, with the new score and a later last_update', async () => {
  const id = await make();
  world.clock.at = START + 600_000;
  await act(id, 'finish', { home: 2, away: 1 });
  const before = await inScores(id);
  world.clock.at += 600_000;
  await act(id, 'correct', { home: 2, away: 2 });
  const after = await inScores(id);
  expect([before.completed, goalsOf(before), before.last_update]).toEqual([
    true,
    { Alpha: '2', Beta: '1' },
    '2026-11-20T14:10:00Z',
  ]);
  expect([after.completed, goalsOf(after), after.last_update]).toEqual([
    true,
    { Alpha: '2', Beta: '2' },
    '2026-11-20T14:20:00Z',
  ]);
  expect(await see(id)).toMatchObject({ corrected: true });
});

test('a changed venue swaps home and away under the same id', async () => {
  const id = await make();
  await act(id, 'switch-venue');
  expect(await inEvents(id)).toMatchObject({ home_team: 'Beta', away_team: 'Alpha' });
  world.clock.at = START + 60_000;
  expect((await act(id, 'switch-venue')).status).toBe(409);
});

test('a disallowed goal restores the score', async () => {
  const id = await make();
  world.clock.at = START + 60_000;
  await act(id, 'goal', { side: 'away' });
  world.clock.at += 30_000;
  await act(id, 'withdraw-goal', { side: 'away' });
  expect((await see(id)).score).toEqual({ home: 0, away: 0 });
  expect((await act(id, 'withdraw-goal', { side: 'away' })).status).toBe(422);
});

test('a red card changes the prices of a modelled match', async () => {
  const id = await make({ pricing: 'model' });
  world.clock.at = START + 600_000;
  const before = (await see(id)).prices;
  await act(id, 'red-card', { side: 'home' });
  world.clock.at += 60_000;
  const after = await see(id);
  expect(after.reds).toEqual({ home: 1, away: 0 });
  expect(after.prices.home).toBeGreaterThan(before.home * 1.2);
});

test('added stoppage time lengthens a simulated match and shifts later events', async () => {
  const { value } = await world.call('GET', '/desk/api/matches');
  const { id, kickoffAt, stoppage } = value.matches.find(
    (match: { phase: string; clock: string }) => match.phase === 'live' && /^[1-3]?\d'$/.test(match.clock),
  );
  await act(id, 'stoppage', { half: 1, minutes: 10 });
  await act(id, 'stoppage', { half: 2, minutes: 12 });
  const minuteMs = 5_000;
  const wholeTime = Date.parse(kickoffAt) + (45 + 10 + 5 + 45 + 12) * minuteMs;
  world.clock.at = wholeTime - 1;
  expect(await see(id)).toMatchObject({ phase: 'live', stoppage: { first: 10, second: 12 } });
  world.clock.at = wholeTime;
  expect((await see(id)).phase).toBe('finished');
  expect(stoppage.first).toBeLessThan(10);
  expect((await act(id, 'stoppage', { half: 2, minutes: 13 })).status).toBe(409);
});

test('a suspended market can keep its old price and last_update until it is reopened', async () => {
  const id = await make();
  world.clock.at = START + 120_000;
  const before = await inOdds(id);
  await act(id, 'market', { market: 'suspended', feed: 'lingers' });
  world.clock.at += 600_000;
  expect((await inOdds(id)).bookmakers).toEqual(before.bookmakers);
  await act(id, 'market', { market: 'open' });
  expect((await inOdds(id)).bookmakers[0].last_update).toBe('2026-11-20T14:12:00Z');
});

test.each([
  ['red-card', { side: 'referee' }, 422],
  ['red-card', { side: 'home' }, 409],
  ['withdraw-goal', { side: 'home' }, 409],
  ['stoppage', { half: 3, minutes: 1 }, 422],
  ['stoppage', { half: 1, minutes: 31 }, 422],
  ['correct', { home: 1, away: 1 }, 409],
  ['correct', { home: 1 }, 422],
  ['postpone', { kickoffAt: 'soon' }, 422],
  ['postpone', { kickoffAt: START + 10_000, hiddenSeconds: 30 }, 422],
  ['abandon', {}, 409],
  ['market', { market: 'suspended', feed: 'blinks' }, 422],
])('refuses %s with %j before kick-off with %i and a message', async (call, body, status) => {
  const answer = await act(await make(), call, body);
  expect(answer.status).toBe(status);
  expect(answer.value.message).toMatch(/\.$/);
});

test('the match console lists all its calls, and matches that are not offered', async () => {
  const id = await make();
  await act(id, 'postpone', { kickoffAt: null });
  const page = (await world.call('GET', '/desk?q=alpha')).value;
  expect(page).toContain('Off the list');
  const { calls } = (await world.call('GET', '/desk/api')).value;
  for (const { call } of calls) expect(page).toContain(call);
});

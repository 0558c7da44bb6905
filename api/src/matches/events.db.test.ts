import type { ConfigView, LeagueView, MatchRow, Tick } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { instant, minutes } from '@touchline/core/instant';
import { afterAll, expect, test } from 'vitest';
import { buildTestApp, quote } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

const now = Date.now();
const late = { name: 'Late', kickoffAt: instant(now + minutes(90)) };
const live = { name: 'Live', kickoffAt: instant(now - minutes(30)) };
const api = await buildTestApp({ feedNotice: 'The calendar runs fast.' });
afterAll(() => api.close());

const get = async <Answer>(url: string) => (await api.app.inject({ method: 'GET', url })).json<Answer>();
const state = () => get<Record<string, string>>('/readyz');
const idsOf = (rows: readonly MatchRow[]) => rows.map((row) => row.id);
// No worker is part of these tests, and its absence alone does not make the API unready.
const leader = 'No worker polls and settles.';
const credits = 'The odds provider has not reported its credits yet.';
let first: readonly MatchId[];

test('an API without prices is alive, but not ready', async () => {
  expect(await get('/healthz')).toEqual({ status: 'ok' });
  const answer = await api.app.inject({ method: 'GET', url: '/readyz' });
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    {
      database: 'ok',
      queue: 'ok',
      feed: 'The odds feed is down. No prices have been received yet.',
      leader,
      credits,
      payments: 'ok',
    },
  ]);
});

test('lists the matches that the worker stored, live ones first, and the API is ready', async () => {
  first = await quote(api.database, [late, live]);
  const [lateId, liveId] = first;
  await until(async () => (await get<MatchRow[]>('/events')).length === 2);
  expect(idsOf(await get('/events'))).toEqual([liveId, lateId]);
  await until(async () => (await state())['feed'] === 'ok');
  expect(await state()).toEqual({ database: 'ok', queue: 'ok', feed: 'ok', leader, credits, payments: 'ok' });
});

test('with `since`, sends only changes, in a frame with its version', async () => {
  const before = await get<Tick>('/events?since=0');
  expect([before.full, idsOf(before.d).toSorted()]).toEqual([true, first.toSorted()]);
  await quote(api.database, [{ ...late, home: '2.2' }, live]);
  await until(async () => (await get<Tick>(`/events?since=${before.n}`)).d.length > 0);
  const after = await get<Tick>(`/events?since=${before.n}`);
  expect(after).toEqual({ e: before.e, p: before.n, n: after.n, t: after.t, d: after.d });
  expect(after.d.map((row) => [row.id, row.odds.homeWin])).toEqual([[first[0], 2.2]]);
  expect(after.n).toBeGreaterThan(before.n);
});

test('a reader ahead of the database, because it was replaced, gets everything', async () => {
  const frame = await get<Tick>(`/events?since=${Number.MAX_SAFE_INTEGER}`);
  expect([frame.full, frame.d.length]).toEqual([true, 2]);
});

test('every screen can read the leagues and the betting rules', async () => {
  const leagues = await get<LeagueView[]>('/events/leagues');
  expect(leagues[0]).toEqual({ key: 'soccer_epl', title: 'Premier League', group: 'Soccer' });
  expect(leagues.length).toBe(8);
  expect(await get<ConfigView>('/config')).toEqual({
    brand: 'Touchline',
    notice: 'The calendar runs fast.',
    inPlay: 'closed',
    inPlayDelaySeconds: 0,
    bonusPercent: 100,
    limits: {
      minStake: 0.1,
      maxStake: 5_000,
      maxLegs: 20,
      maxTotalOdds: 10_000,
      maxPayout: 100_000,
      inPlayDivisor: 4,
    },
  });
});

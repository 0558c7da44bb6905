import { type Instant, instant } from '@touchline/core/instant';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/index.ts';
import {
  closeIncident,
  hasIncidentClosedSince,
  type IncidentKind,
  listOpenIncidents,
  markIncidentMailed,
  openIncident,
  readFeeds,
  readIncident,
  readQuota,
  saveFeed,
  saveQuota,
} from './index.ts';

const start = instant(Date.parse('2026-11-21T12:00:00Z'));
const later = (ms: number): Instant => instant(start + ms);
const store = await createTestDatabase();
afterAll(() => store.close());

test('returns the credits that were reported last', async () => {
  expect(await readQuota(store.db)).toBeUndefined();
  const skipped = [{ leagueKey: 'soccer_epl', from: start, to: later(1), matches: 3 }];
  const quota = {
    remaining: 480,
    used: 20,
    last: 2,
    reportedAt: start,
    budget: 500,
    forecast: 450,
    inPlayStretch: 2.5,
    skipped,
  };
  await saveQuota(store.db, 'p', quota);
  expect(await readQuota(store.db)).toEqual(quota);
  const next = { ...quota, remaining: 478, used: 22, reportedAt: later(1), forecast: null, budget: null };
  await saveQuota(store.db, 'p', next);
  expect(await readQuota(store.db)).toEqual(next);
});

test('opens an incident once, even from two workers, and the next one after it is closed', async () => {
  const incident = { provider: 'p', kind: 'refused-us', problem: '401 INVALID_KEY', openedAt: start } as const;
  const opened = await Promise.all([openIncident(store.db, incident), openIncident(store.db, incident)]);
  const [email, ...others] = opened.filter((one) => one !== undefined);
  expect([email?.job.kind, others]).toEqual(['feed-incident', []]);
  const [kept, ...more] = await store.db.selectFrom('letters').select(['id', 'job']).execute();
  expect([kept, more]).toEqual([email, []]);
  const id = email?.job.kind === 'feed-incident' ? email.job.incidentId : '';
  const open = { ...incident, id, closedAt: null, mailedAt: null };
  expect(await listOpenIncidents(store.db, 'p')).toEqual([open]);
  await markIncidentMailed(store.db, id, later(1));
  await closeIncident(store.db, 'p', 'refused-us', later(2));
  expect(await listOpenIncidents(store.db, 'p')).toEqual([]);
  expect(await readIncident(store.db, id)).toEqual({ ...open, mailedAt: later(1), closedAt: later(2) });
  const hasClosed = (since: Instant, kind: IncidentKind = 'refused-us') =>
    hasIncidentClosedSince(store.db, { provider: 'p', kind, since });
  expect([await hasClosed(later(1)), await hasClosed(later(2)), await hasClosed(start, 'wrong-question')]).toEqual([
    true,
    false,
    false,
  ]);
  const again = await openIncident(store.db, incident);
  expect(again?.job).not.toEqual(email?.job);
});

test('stores how long a league’s confirmation is valid', async () => {
  const feed = {
    leagueKey: 'soccer_epl',
    state: 'ok',
    confirmedAt: start,
    everyMs: 1000,
    triedAt: start,
    problem: null,
  } as const;
  await saveFeed(store.db, { ...feed, staleAfterMs: 3000 });
  expect(await readFeeds(store.db)).toEqual([{ ...feed, staleAfterMs: 3000 }]);
  await saveFeed(store.db, feed);
  expect(await readFeeds(store.db)).toEqual([feed]);
});

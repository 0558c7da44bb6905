import type { MatchId } from '@touchline/core/ids';
import { hours, instant, minutes } from '@touchline/core/instant';
import { Decimal } from '@touchline/core/money';
import { afterAll, expect, test } from 'vitest';
import {
  listOpenMatches,
  listOpenReviews,
  listUngraded,
  readFeeds,
  readMatches,
  replicaSnapshot,
  resolveReview,
  saveDoubts,
  saveFeed,
  saveFixtures,
  savePrices,
} from '../matches/index.ts';
import { createTestDatabase, decideMatch, settleEnded } from '../testing/index.ts';
import {
  type ReportedScore,
  recordReports,
  reopenGrading,
  type SavedScores,
  saveScores,
  voidMatch,
  voidMovedMatch,
} from './index.ts';

const kickoffAt = instant(Date.parse('2026-11-21T15:00:00Z'));
const beforeKickoff = instant(kickoffAt - hours(1));
const at = instant(kickoffAt + hours(2));
const store = await createTestDatabase();
afterAll(() => store.close());

/** Stores a match of its own for a test. */
async function storedMatch(eventId: string, listedFor = kickoffAt): Promise<MatchId> {
  const h2h = {
    state: 'open',
    bookmaker: 'bet365',
    quotedAt: kickoffAt,
    home: new Decimal(2),
    draw: new Decimal(3),
    away: new Decimal(4),
  } as const;
  const quote = {
    providerEventId: eventId,
    homeTeam: 'Home',
    awayTeam: 'Away',
    kickoffAt: listedFor,
    h2h,
    totals: null,
  };
  await store.db.transaction().execute((trx) => savePrices(trx, 'soccer_epl', eventId, [quote], kickoffAt));
  const found = (await listOpenMatches(store.db)).find((record) => record.providerEventId === eventId);
  if (!found) throw new Error(`no match ${eventId}`);
  return found.match.id;
}

/** Stores a score and its report, as the worker does. */
const report = (
  eventId: string,
  home: number,
  away: number,
  status: ReportedScore['state'],
  reportedAt = at,
): Promise<SavedScores> =>
  store.db.transaction().execute(async (trx) => {
    const score = { home, away };
    const saved = await saveScores(trx, eventId, [{ providerEventId: eventId, score, state: status }], reportedAt);
    const known = await trx.selectFrom('matches').select('id').where('provider', '=', eventId).execute();
    const reports = known.map(({ id: matchId }) => ({
      ...{ matchId, sourceMatch: eventId, status, score },
      ...{ halfTime: null, laterScores: [] },
    }));
    await recordReports(trx, eventId, reports, reportedAt);
    return saved;
  });
const corrected = (matchId: MatchId, was: string, is: string) => ({
  matchId,
  kind: 'score-corrected',
  subject: expect.stringMatching(`^${was} to ${is} after report \\d+$`),
  facts: { was, is },
});
const ruleScore = (id: MatchId, score: { readonly home: number; readonly away: number }) =>
  decideMatch(store.db, id, { result: { kind: 'score', score }, voidBets: [] }, at);

const readOne = async (id: MatchId) => (await readMatches(store.db, [id]))[0];
const isWaiting = async (id: MatchId) => (await listUngraded(store.db)).some((record) => record.match.id === id);

test('stores a score in play once and keeps the match open', async () => {
  const id = await storedMatch('in-play');
  expect(await report('in-play', 1, 0, 'in-play')).toEqual({ changed: [id], finished: [], reviews: [] });
  expect(await report('in-play', 1, 0, 'in-play')).toEqual({ changed: [], finished: [], reviews: [] });
  expect(await readOne(id)).toMatchObject({ status: 'open', score: { home: 1, away: 0 } });
});

test('ends the match with a final score; a different final score is a dispute that changes nothing', async () => {
  const id = await storedMatch('final');
  expect(await report('final', 2, 1, 'final')).toEqual({ changed: [], finished: [id], reviews: [] });
  expect(await report('final', 0, 0, 'in-play')).toEqual({ changed: [], finished: [], reviews: [] });
  expect(await report('final', 2, 2, 'final')).toEqual({
    ...{ changed: [], finished: [] },
    reviews: [corrected(id, '2-1', '2-2')],
  });
  expect(await readOne(id)).toMatchObject({ status: 'finished', score: { home: 2, away: 1 } });
});

test('ignores a repeated report that an admin overruled, but disputes a third score', async () => {
  const id = await storedMatch('ruled');
  await report('ruled', 2, 1, 'final');
  await ruleScore(id, { home: 0, away: 0 });
  expect(await report('ruled', 2, 1, 'final')).toEqual({ changed: [], finished: [], reviews: [] });
  expect((await report('ruled', 3, 1, 'final')).reviews).toEqual([corrected(id, '0-0', '3-1')]);
});

test('a correction that the provider takes back is reviewed, each time', async () => {
  const id = await storedMatch('back and forth');
  const reviewsAt = async (home: number, away: number, minute: number) =>
    (await report('back and forth', home, away, 'final', instant(at + minutes(minute)))).reviews.map(
      ({ facts }) => facts,
    );
  expect(await reviewsAt(2, 1, 0)).toEqual([]);
  expect(await reviewsAt(2, 2, 1)).toEqual([{ was: '2-1', is: '2-2' }]);
  await ruleScore(id, { home: 2, away: 2 });
  expect(await reviewsAt(2, 1, 2)).toEqual([{ was: '2-2', is: '2-1' }]);
  expect(await reviewsAt(2, 1, 3)).toEqual([]);
  await ruleScore(id, { home: 2, away: 1 });
  expect(await reviewsAt(2, 2, 4)).toEqual([{ was: '2-1', is: '2-2' }]);
});

test('the same correction is reviewed again if the provider took it back in between, however long ago the match ended', async () => {
  const id = await storedMatch('long ago');
  await report('long ago', 2, 1, 'final');
  // The worker records the reports of recent matches only.
  const reviewsAt = async (home: number, away: number, minute: number) => {
    const now = instant(at + minutes(minute));
    const final = { providerEventId: 'long ago', score: { home, away }, state: 'final' } as const;
    const { reviews } = await store.db.transaction().execute((trx) => saveScores(trx, 'long ago', [final], now));
    for (const review of await listOpenReviews(store.db)) {
      const noted = { id: review.id, by: 'admin:1', resolution: 'noted', at: now } as const;
      if (review.matchId === id) await store.db.transaction().execute((trx) => resolveReview(trx, noted));
    }
    return reviews;
  };
  const dispute = [corrected(id, '2-1', '1-2')];
  expect([await reviewsAt(1, 2, 1), await reviewsAt(1, 2, 2)]).toEqual([dispute, []]);
  expect([await reviewsAt(2, 1, 3), await reviewsAt(1, 2, 4), await reviewsAt(1, 2, 5)]).toEqual([[], dispute, []]);
});

test('a correction to a score that was reported before the match ended is reviewed', async () => {
  const id = await storedMatch('before the end');
  // The first final score is not stable yet when the second one comes.
  const reported = { matchId: id, sourceMatch: '1', status: 'final', halfTime: null, laterScores: [] } as const;
  await store.db
    .transaction()
    .execute((trx) => recordReports(trx, 'before the end', [{ ...reported, score: { home: 2, away: 1 } }], at));
  await report('before the end', 2, 2, 'final');
  expect((await report('before the end', 2, 1, 'final')).reviews).toEqual([corrected(id, '2-2', '2-1')]);
});

test('ignores a score of an unknown match', async () => {
  expect(await report('unknown', 2, 1, 'final')).toEqual({
    changed: [],
    finished: [],
    reviews: [],
  });
});

test('voids an open match once, with a new seq, and ignores a later final score', async () => {
  const id = await storedMatch('void');
  const before = (await replicaSnapshot(store.db, at)).seq;
  const voidIt = () => store.db.transaction().execute((trx) => voidMatch(trx, { id, kickoffAt }, at));
  expect(await voidIt()).toBe('voided');
  expect(await voidIt()).toBe('outdated');
  expect((await replicaSnapshot(store.db, at)).seq).toBe(before + 1);
  expect(await report('void', 2, 1, 'final')).toEqual({ changed: [], finished: [], reviews: [] });
  expect(await readOne(id)).toMatchObject({ status: 'void', score: null });
});

test('leaves open only the reviews that still need a person once a match is void', async () => {
  const id = await storedMatch('void with reviews');
  const kinds = [
    ...(['called-off', 'result-missing', 'result-awarded', 'kicked-off-earlier', 'teams-swapped'] as const),
    // Its bets may belong to the new listing, and a reported score says that it was played.
    ...(['id-changed', 'half-time-differs', 'sources-disagree'] as const),
  ];
  const doubts = kinds.map((kind) => ({ matchId: id, kind, subject: 'one', facts: {} }));
  await store.db.transaction().execute((trx) => saveDoubts(trx, doubts, beforeKickoff));
  await store.db.transaction().execute((trx) => voidMatch(trx, { id, kickoffAt }, at));
  const open = (await listOpenReviews(store.db)).filter(({ matchId }) => matchId === id);
  expect(open.map(({ kind }) => kind).toSorted()).toEqual(['half-time-differs', 'id-changed', 'sources-disagree']);
});

test.each([
  ['a score', (eventId: string) => report(eventId, 1, 0, 'in-play')],
  [
    'another kick-off',
    (providerEventId: string) =>
      store.db
        .transaction()
        .execute((trx) => saveFixtures(trx, providerEventId, [{ providerEventId, kickoffAt: at }], beforeKickoff)),
  ],
])('does not void a match that has %s by now', async (what, happen) => {
  const eventId = `void because of ${what}`;
  const id = await storedMatch(eventId);
  await happen(eventId);
  for (const end of [voidMatch, voidMovedMatch])
    expect(await store.db.transaction().execute((trx) => end(trx, { id, kickoffAt }, at))).toBe('outdated');
  expect(await readOne(id)).toMatchObject({ status: 'open' });
});

test('offers an event that was postponed too far as a new match', async () => {
  const id = await storedMatch('postponed');
  await store.db.transaction().execute((trx) => voidMovedMatch(trx, { id, kickoffAt }, at));
  const again = await storedMatch('postponed');
  expect(again).not.toBe(id);
  expect(await readOne(id)).toMatchObject({ status: 'void' });
  expect(await readOne(again)).toMatchObject({ status: 'open' });
});

test('offers a void match that is listed again for days later as a new match, and not one listed as before', async () => {
  const id = await storedMatch('played-later');
  await decideMatch(store.db, id, { result: { kind: 'void' }, voidBets: [] }, at);
  for (const later of [0, 48]) {
    const again = storedMatch('played-later', instant(kickoffAt + hours(later)));
    await expect(again).rejects.toThrow('no match played-later');
  }
  const again = await storedMatch('played-later', instant(kickoffAt + hours(49)));
  expect(await readOne(again)).toMatchObject({ status: 'open', kickoffAt: kickoffAt + hours(49) });
  expect(await readOne(id)).toMatchObject({ status: 'void', kickoffAt });
});

test('starts a replica with open matches and those that ended within ten minutes', async () => {
  const id = await storedMatch('shown');
  await report('shown', 0, 0, 'final');
  const shown = async (now: number) =>
    (await replicaSnapshot(store.db, instant(now))).matches.some((record) => record.match.id === id);
  expect([await shown(at + minutes(9)), await shown(at + minutes(10))]).toEqual([true, false]);
});

test('an ended match awaits grading until its bets are settled', async () => {
  const id = await storedMatch('graded');
  expect(await isWaiting(id)).toBe(false);
  await report('graded', 0, 0, 'final');
  expect(await isWaiting(id)).toBe(true);
  await settleEnded(store, id);
  expect(await isWaiting(id)).toBe(false);
});

test('grades a match again while a leg is pending', async () => {
  const id = await storedMatch('late leg');
  await report('late leg', 0, 0, 'final');
  await settleEnded(store, id);
  expect(await reopenGrading(store.db)).toEqual([]);
  await store.pool.query(
    `insert into bet_legs (bet_id, leg, match_id, market, pick, label, odds, odds_seen, market_version, bookmaker,
       quoted_at, status) values (gen_random_uuid(), 0, $1, 'h2h', 'home', 'Home Win', 2, 2, 1, 'bet365', now(), 'pending')`,
    [id],
  );
  expect(await reopenGrading(store.db)).toEqual([id]);
  expect(await isWaiting(id)).toBe(true);
});

test('reading matches ignores unknown and malformed ids', async () => {
  const id = await storedMatch('read');
  const ids = [id, '00000000-0000-4000-8000-000000000000', "'; drop table matches"] as MatchId[];
  expect((await readMatches(store.db, ids)).map((match) => match.id)).toEqual([id]);
});

test('stores the latest state of polling a league', async () => {
  const first = {
    leagueKey: 'soccer_epl',
    state: 'ok',
    confirmedAt: at,
    everyMs: 40_000,
    triedAt: at,
    problem: null,
  } as const;
  const then = { ...first, state: 'down', triedAt: instant(at + 1), problem: '401 INVALID_KEY' } as const;
  await saveFeed(store.db, first);
  expect(await readFeeds(store.db)).toEqual([first]);
  await saveFeed(store.db, then);
  expect(await readFeeds(store.db)).toEqual([then]);
});

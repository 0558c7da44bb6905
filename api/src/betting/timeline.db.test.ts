import type { BetTimeline, BetView, HouseRulesView, PlaceBetAnswer } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { instant, minutes } from '@touchline/core/instant';
import { houseRulesVersion } from '@touchline/core/rules';
import { listAccess } from '@touchline/store/ledger';
import { finishAndSettle, tamper } from '@touchline/store/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { buildTestApp, confirmFeed, logIn, openAccount, openBettor, quote, requestAs } from '../testing/test-app.ts';

const api = await buildTestApp({ inPlay: 'open' });
const ids = await quote(api.database, [
  { name: 'Red', home: '2.1' },
  { name: 'Blue', home: '1.5' },
  { name: 'Started', kickoffAt: instant(Date.now() - minutes(10)) },
]);
const [red, blue, started] = ids as [MatchId, MatchId, MatchId];
afterAll(() => api.close());

const get = (url: string, token: string) => requestAs(api.app, token, 'GET', url);
async function place(token: string, payload: object): Promise<BetView> {
  const answer = await requestAs(api.app, token, 'POST', '/bet', payload);
  return answer.json<PlaceBetAnswer>().bet;
}
const timelineOf = async ({ _id }: BetView, token: string) =>
  (await get(`/bet/${_id}/timeline`, token)).json<BetTimeline>();
/** Bookmakers confirm the prices of the match in play again, after the database's time of the last goal by any clock. */
async function seeStarted() {
  const at = new Date(Date.now() + 1_000);
  const seen = { seen_at: JSON.stringify({ h2h: at.toISOString() }) };
  await api.database.db.updateTable('matches').set(seen).where('id', '=', started).execute();
  await confirmFeed(api.database, instant(at.getTime()));
}
const onRed = (odds = 2.1) => ({ matchId: red, betOutcome: 'Red United Win', odds });
const onBlue = (odds = 1.5) => ({ matchId: blue, betOutcome: 'Blue United Win', odds });

describe('the timeline of a bet', () => {
  test('is read by staff too, which the access log records, and by no other bettor', async () => {
    const owner = await openBettor(api, 'owner@example.com', 100);
    const bet = await place(owner.token, { stake: 10, matches: [onRed()] });
    const other = await openBettor(api, 'curious@example.com');
    expect((await get(`/bet/${bet._id}/timeline`, other.token)).statusCode).toBe(404);
    await openAccount(api, 'boss@example.com', 'admin');
    const boss = await logIn(api.app, 'boss@example.com');
    expect((await timelineOf(bet, boss)).bet).toEqual(bet);
    await timelineOf(bet, owner.token);
    const { accesses } = await listAccess(api.database.db, { walletId: owner.user.walletId, limit: 5 });
    expect(accesses).toMatchObject([{ action: 'player', email: 'boss@example.com', role: 'admin' }]);
  });
  test('shows the price seen and the price taken, their bookmaker and time, and that the stake was debited', async () => {
    const { token } = await openBettor(api, 'ada@example.com', 100);
    const bet = await place(token, { stake: 10, matches: [onRed(2)], oddsPolicy: 'any' });
    const timeline = await timelineOf(bet, token);
    expect(timeline).toEqual({
      bet,
      oddsPolicy: 'any',
      rulesVersion: houseRulesVersion,
      legs: [
        {
          matchId: red,
          oddsSeen: 2,
          bookmaker: 'test',
          quotedAt: expect.stringMatching(/^\d{4}-.*Z$/),
          scoreAtPlacement: null,
          scores: [],
          endedAt: null,
          gradedAt: null,
        },
      ],
      events: [expect.objectContaining({ type: 'StakeTaken', amount: 10, cashChange: -10, key: `stake:${bet._id}` })],
    });
    expect(timeline.bet.matches[0]?.odds).toBe(2.1);
    expect(timeline.events[0]?.entries).toEqual([
      { account: 'player:cash', amount: -10, balanceAfter: 90 },
      { account: 'player:staked', amount: 10, balanceAfter: 10 },
    ]);
  });

  test('remembers the score at which a bet was placed in play', async () => {
    const { token } = await openBettor(api, 'bea@example.com', 100);
    await api.database.db
      .updateTable('matches')
      .set({ home_score: 1, away_score: 0 })
      .where('id', '=', started)
      .execute();
    await seeStarted();
    const bet = await place(token, { stake: 5, matches: [{ matchId: started, betOutcome: 'Draw', odds: 3.4 }] });
    await api.database.db.updateTable('matches').set({ away_score: 2 }).where('id', '=', started).execute();
    await seeStarted();
    const { legs, bet: now } = await timelineOf(bet, token);
    expect([legs[0]?.scoreAtPlacement, now.matches[0]?.score]).toEqual([
      { home: 1, away: 0 },
      { home: 1, away: 2 },
    ]);
    expect(legs[0]?.scores.map(({ score }) => score)).toEqual([
      { home: 1, away: 0 },
      { home: 1, away: 2 },
    ]);
  });

  test('goes on with the result and the grading of each leg, and ends with the settlement', async () => {
    const { token } = await openBettor(api, 'cy@example.com', 100);
    const bet = await place(token, { stake: 10, matches: [onRed(), onBlue()] });
    await finishAndSettle(api.database, red, 2, 0);
    const half = await timelineOf(bet, token);
    expect(half.bet.matches.map((leg) => [leg.status, leg.matchStatus, leg.score])).toEqual([
      ['won', 'finished', { home: 2, away: 0 }],
      ['pending', 'open', null],
    ]);
    expect(half.legs.map((leg) => [leg.endedAt !== null, leg.gradedAt !== null])).toEqual([
      [true, true],
      [false, false],
    ]);
    await finishAndSettle(api.database, blue, 1, 0);
    const { events, bet: settled } = await timelineOf(bet, token);
    expect([settled.status, settled.payout]).toEqual(['won', 31.5]);
    expect(events.map(({ type, cashChange }) => [type, cashChange])).toEqual([
      ['StakeTaken', -10],
      ['WinningsPaid', 31.5],
    ]);
  });

  test('holds the roll-back of a settlement beside the settlement', async () => {
    const { user, token } = await openBettor(api, 'gus@example.com', 50);
    const bet = await place(token, { stake: 5, matches: [{ matchId: started, betOutcome: 'Draw', odds: 3.4 }] });
    const other = await place(token, { stake: 6, matches: [{ matchId: started, betOutcome: 'Draw', odds: 3.4 }] });
    const payload = JSON.stringify({ betId: bet._id, settlement: 1, reason: 'wrong score' });
    await tamper(
      api.database,
      `insert into ledger_events
       select nextval('ledger_seq'), wallet_id, version + 1, 'SettlementRolledBack', amount, '${payload}'::jsonb,
         'rollback:${bet._id}:1', request, actor, cause, now(), now(), hash, hash
       from ledger_events where wallet_id = '${user.walletId}' order by version desc limit 1`,
    );
    const typesOf = async (of: BetView) => (await timelineOf(of, token)).events.map(({ type }) => type);
    expect(await typesOf(bet)).toEqual(['StakeTaken', 'SettlementRolledBack']);
    expect(await typesOf(other)).toEqual(['StakeTaken']);
  });

  test('only its owner can read it; for others the bet does not exist', async () => {
    const { token } = await openBettor(api, 'dan@example.com', 50);
    const stranger = (await openBettor(api, 'eve@example.com')).token;
    const bet = await place(token, { stake: 5, matches: [{ matchId: started, betOutcome: 'Draw', odds: 3.4 }] });
    const denied = await get(`/bet/${bet._id}/timeline`, stranger);
    const unknown = await get(`/bet/${crypto.randomUUID()}/timeline`, stranger);
    expect([denied.statusCode, denied.json()]).toEqual([404, { code: 'bet-unknown', error: 'Bet not found.' }]);
    expect([unknown.statusCode, unknown.json()]).toEqual([denied.statusCode, denied.json()]);
    const guest = await api.app.inject({ method: 'GET', url: `/bet/${bet._id}/timeline` });
    expect(guest.statusCode).toBe(401);
  });
});

test('filters the history by open or settled bets', async () => {
  const { token } = await openBettor(api, 'fay@example.com', 50);
  const [green, grey] = await quote(api.database, [{ name: 'Green' }, { name: 'Grey' }]);
  const on = (name: string, matchId: MatchId | undefined) => ({ matchId, betOutcome: `${name} United Win`, odds: 2.1 });
  const lost = await place(token, { stake: 1, matches: [on('Green', green)] });
  const open = await place(token, { stake: 2, matches: [on('Grey', grey)] });
  if (green) await finishAndSettle(api.database, green, 0, 1);
  const idsOf = async (query: string) =>
    (await get(`/bet/history${query}`, token)).json<BetView[]>().map((bet) => bet._id);
  expect(await idsOf('')).toEqual([open._id, lost._id]);
  expect(await idsOf('?show=open')).toEqual([open._id]);
  expect(await idsOf('?show=settled')).toEqual([lost._id]);
  expect((await get('/bet/history?show=lost', token)).statusCode).toBe(400);
});

describe('GET /rules', () => {
  const rules = (query = '') => api.app.inject({ method: 'GET', url: `/rules${query}` });
  test('answers the current house rules to everyone', async () => {
    const answer = await rules();
    expect(answer.json<HouseRulesView>()).toMatchObject({ version: houseRulesVersion, current: houseRulesVersion });
    expect(answer.json<HouseRulesView>().markets.map(({ title }) => title)).toContain('Asian handicap');
    expect((await rules(`?version=${houseRulesVersion}`)).json()).toEqual(answer.json());
    expect((await rules('?version=1')).json<HouseRulesView>()).toMatchObject({
      version: 1,
      current: houseRulesVersion,
    });
  });
  test('refuses a version that was never published', async () => {
    const answer = await rules(`?version=${houseRulesVersion + 1}`);
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'rules-unknown' }]);
  });
});

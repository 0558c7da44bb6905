import type { BetView, OperatedMatchDetail, OperatedMatchesView, ResultAnswer } from '@touchline/core/contract';
import type { BetId, MatchId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { listActions } from '@touchline/store/audit';
import { readBet } from '@touchline/store/bets';
import { listEndedUngraded, saveDoubts } from '@touchline/store/matches';
import { settleMatch } from '@touchline/store/settlement';
import { readWallet } from '@touchline/store/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, logIn, openAccount, openBettor, quote, type TestApp } from '../testing/test-app.ts';

let api: TestApp;
let boss: string;
let other: string;
beforeAll(async () => {
  api = await buildTestApp({ fourEyes: cents(10_000) });
  await openAccount(api, 'boss@example.com', 'admin');
  await openAccount(api, 'other@example.com', 'admin');
  [boss, other] = [await logIn(api.app, 'boss@example.com'), await logIn(api.app, 'other@example.com')];
});
afterAll(() => api.close());

let names = 0;
let red: MatchId;
let home: string;
beforeEach(async () => {
  names += 1;
  const name = `Red${names}`;
  home = `${name} United Win`;
  [red] = (await quote(api.database, [{ name }])) as [MatchId];
});

const call = (method: 'GET' | 'POST', url: string, token: string, payload?: object) =>
  api.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) });
const enter = (result: object, token = boss) =>
  call('POST', `/markets/${red}/result`, token, { result, reason: 'the referee said so' });
const score = (homeGoals: number, awayGoals: number) => ({ kind: 'score', home: homeGoals, away: awayGoals });
/** What the worker does every two seconds. */
async function settleAll() {
  for (const { match } of await listEndedUngraded(api.database.db))
    await settleMatch(api.database, match.id, { now: () => instant(Date.now()) });
}
async function bettor(email: string, stake: number, matchId = red) {
  const { user, token } = await openBettor(api, email, 500);
  const placed = await call('POST', '/bet', token, {
    stake,
    matches: [{ matchId, betOutcome: home, odds: 2.1 }],
  });
  if (placed.statusCode !== 201) throw new Error(placed.body);
  const bet = placed.json<{ bet: BetView }>().bet._id as BetId;
  const cash = async () => (await readWallet(api.database.db, user.walletId))?.wallet.cash;
  return { user, token, bet, cash };
}
const kickOff = () =>
  api.database.pool.query(`update matches set kickoff_at = now() - interval '2 hours' where id = $1`, [red]);

test('operators see the open bets on a match and what each outcome costs the house', async () => {
  await bettor(`seen${names}@example.com`, 10);
  const { matches } = (await call('GET', '/markets', boss)).json<OperatedMatchesView>();
  expect(matches.find(({ matchId }) => matchId === red)).toMatchObject({
    status: 'open',
    resultVersion: 0,
    exposure: [{ market: 'h2h', pick: 'home', label: home, bets: 1, staked: 10, pays: 21, liability: 11 }],
  });
});

test('a result is entered with a reason, settles the bets, and is in the audit log', async () => {
  const ada = await bettor(`entered${names}@example.com`, 10);
  expect((await enter(score(1, 0))).json()).toMatchObject({ code: 'not-kicked-off' });
  await kickOff();
  expect((await call('POST', `/markets/${red}/result`, boss, { result: score(1, 0), reason: ' ' })).statusCode).toBe(
    400,
  );
  const dry = await call('POST', `/markets/${red}/dry-run`, boss, { result: score(1, 0) });
  const run = { bets: 1, rolledBack: 0, pays: 21, takesBack: 0, difference: 21, belowZero: 0, needsSecondAdmin: false };
  expect(dry.json()).toEqual(run);
  const done = (await enter(score(1, 0))).json<ResultAnswer>();
  expect(done).toMatchObject({ outcome: 'done', dryRun: run, match: { status: 'finished', resultVersion: 1 } });
  await settleAll();
  expect([await ada.cash(), (await readBet(api.database.db, ada.bet))?.status]).toEqual([51_100, 'won']);
  const { actions } = await listActions(api.database.db, { subject: `match:${red}`, limit: 5 });
  expect(actions).toMatchObject([
    { action: 'result-entered', reason: 'the referee said so', actor: { email: 'boss@example.com' } },
  ]);
});

test('a corrected result takes back exactly what was paid, and the bet tells both', async () => {
  const ada = await bettor(`corrected${names}@example.com`, 10);
  await kickOff();
  await enter(score(1, 0));
  await settleAll();
  const before = await readBet(api.database.db, ada.bet);
  expect((await enter(score(1, 1))).json<ResultAnswer>()).toMatchObject({
    outcome: 'done',
    dryRun: { bets: 1, rolledBack: 1, pays: 0, takesBack: 21, difference: -21, belowZero: 0 },
    match: { resultVersion: 2, rulings: [{ version: 1 }, { version: 2, reason: 'the referee said so' }] },
  });
  await settleAll();
  const bet = await readBet(api.database.db, ada.bet);
  expect([await ada.cash(), bet?.status, bet?.payout, bet?.settlement]).toEqual([49_000, 'lost', 0, 2]);
  expect(bet?.version).toBeGreaterThan(before?.version ?? Number.POSITIVE_INFINITY);
  const { events } = (await call('GET', `/bet/${ada.bet}/timeline`, ada.token)).json<{ events: { key: string }[] }>();
  expect(events.map(({ key }) => key)).toEqual([
    `stake:${ada.bet}`,
    `settle:${ada.bet}:1`,
    `rollback:${ada.bet}:1`,
    `settle:${ada.bet}:2`,
  ]);
});

const justNow = () => ({
  from: new Date(Date.now() - 60_000).toISOString(),
  until: new Date(Date.now() + 60_000).toISOString(),
});

test('bets taken at a palpably wrong price are void on that market, before settlement or after it, until an admin says otherwise', async () => {
  const ada = await bettor(`palpable${names}@example.com`, 10);
  await kickOff();
  await enter(score(1, 0));
  await settleAll();
  expect(await ada.cash()).toBe(51_100);
  const window = { market: 'h2h', ...justNow() };
  const tried = await call('POST', `/markets/${red}/dry-run`, boss, { result: { ...score(1, 0), voidBets: [window] } });
  expect(tried.json()).toMatchObject({ bets: 1, rolledBack: 1, takesBack: 11, difference: -11 });
  for (const [result, cash] of [
    [{ ...score(1, 0), voidBets: [window] }, 50_000],
    // Another score alone says nothing about the price.
    [score(2, 0), 50_000],
    [{ ...score(2, 0), voidBets: [] }, 51_100],
    [{ ...score(2, 0), voidBets: [{ ...window, market: 'totals' }] }, 51_100],
  ] as const) {
    expect((await enter(result)).json()).toMatchObject({ outcome: 'done' });
    await settleAll();
    expect(await ada.cash()).toBe(cash);
  }
});

test('a bet that came after the true kick-off stays void, whatever result is entered or corrected', async () => {
  const ada = await bettor(`late${names}@example.com`, 10);
  await kickOff();
  const { from: is, until: seenAt } = justNow();
  const facts = { was: seenAt, is, seenAt };
  const doubt = { matchId: red, kind: 'kicked-off-earlier', subject: `late${names}`, facts } as const;
  await api.database.db.transaction().execute((trx) => saveDoubts(trx, [doubt], instant(Date.now())));
  const tried = await call('POST', `/markets/${red}/dry-run`, boss, { result: score(1, 0) });
  expect(tried.json()).toMatchObject({ bets: 1, pays: 10 });
  for (const result of [score(1, 0), score(2, 0), { ...score(1, 0), voidBets: [] }]) {
    await enter(result);
    await settleAll();
    expect([await ada.cash(), (await readBet(api.database.db, ada.bet))?.status]).toEqual([50_000, 'void']);
  }
});

test('money that is gone leaves the balance below zero: nothing is clipped, and no bet and no withdrawal is taken', async () => {
  const ada = await bettor(`gone${names}@example.com`, 10);
  await kickOff();
  await enter(score(1, 0));
  await settleAll();
  await call('POST', '/payment/withdraw', ada.token, {
    amount: 511,
    withdrawalMethod: 'paypal',
    paypalEmail: 'ada@example.com',
  });
  const dry = await call('POST', `/markets/${red}/dry-run`, boss, { result: score(0, 2) });
  expect(dry.json()).toMatchObject({ belowZero: 1, takesBack: 21 });
  await enter(score(0, 2));
  await settleAll();
  expect(await ada.cash()).toBe(-2_100);
  const [next] = await quote(api.database, [{ name: `Blue${names}` }]);
  const refusedBet = await call('POST', '/bet', ada.token, {
    stake: 1,
    matches: [{ matchId: next, betOutcome: `Blue${names} United Win`, odds: 2.1 }],
  });
  expect(refusedBet.json()).toMatchObject({ code: 'balance-too-low' });
});

describe('four eyes', () => {
  /** A match whose result moves $210 with a limit of $100. */
  async function proposal() {
    const ada = await bettor(`large${names}@example.com`, 100);
    await kickOff();
    const proposed = await enter(score(1, 0));
    const answer = proposed.json<ResultAnswer>();
    expect([proposed.statusCode, answer.outcome, answer.match.status]).toEqual([202, 'proposed', 'open']);
    return { ada, id: answer.match.proposal?.id ?? '' };
  }
  const confirm = (id: string, token: string) => call('POST', `/markets/proposals/${id}/confirm`, token);

  test('above the limit a second admin has to confirm, never the one who proposed', async () => {
    const { ada, id } = await proposal();
    expect((await enter(score(2, 0), other)).json()).toMatchObject({ code: 'proposal-open' });
    const own = await confirm(id, boss);
    expect([own.statusCode, own.json()]).toMatchObject([403, { code: 'own-proposal' }]);
    const confirmed = (await confirm(id, other)).json<OperatedMatchDetail>();
    expect(confirmed).toMatchObject({ status: 'finished', proposal: null, rulings: [{ version: 1 }] });
    expect(confirmed.rulings[0]?.actor).not.toBe(confirmed.rulings[0]?.confirmedBy);
    await settleAll();
    expect(await ada.cash()).toBe(61_000);
    const { actions } = await listActions(api.database.db, { subject: `match:${red}`, limit: 5 });
    expect(actions.map(({ action, actor }) => [action, actor.email])).toEqual([
      ['result-confirmed', 'other@example.com'],
      ['result-proposed', 'boss@example.com'],
    ]);
  });

  test('of two admins at once who confirm or reject, one decides and the other is told', async () => {
    await openAccount(api, 'third@example.com', 'admin');
    const third = await logIn(api.app, 'third@example.com');
    const { id } = await proposal();
    const answers = await Promise.all([
      confirm(id, other),
      confirm(id, third),
      call('POST', `/markets/proposals/${id}/reject`, other, { reason: 'not yet official' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    const { rulings } = (await call('GET', `/markets/${red}`, boss)).json<OperatedMatchDetail>();
    expect(rulings.length).toBeLessThanOrEqual(1);
    const { actions } = await listActions(api.database.db, { subject: `match:${red}`, limit: 5 });
    expect(actions).toHaveLength(2);
  });

  test('a proposal ends when the result has changed since', async () => {
    const { id } = await proposal();
    await api.database.pool.query(
      `update matches set status = 'finished', home_score = 3, away_score = 0, ended_at = now() where id = $1`,
      [red],
    );
    await settleAll();
    const late = await confirm(id, other);
    expect([late.statusCode, late.json()]).toMatchObject([409, { code: 'proposal-outdated' }]);
  });
});

test('markets are suspended and opened with a reason that stays', async () => {
  const suspended = await call('POST', `/markets/${red}/suspend`, boss, { market: 'h2h', reason: 'a line-up leaked' });
  expect(suspended.json()).toMatchObject({
    markets: [{ market: 'h2h', state: 'suspended', why: 'operator' }],
    orders: [{ market: 'h2h', status: 'suspended', reason: 'a line-up leaked' }],
  });
  const opened = await call('POST', `/markets/${red}/open`, boss, { reason: 'it was wrong' });
  expect(opened.json()).toMatchObject({ markets: [{ market: 'h2h', state: 'open' }] });
  const { actions } = await listActions(api.database.db, { subject: `match:${red}`, limit: 5 });
  expect(actions.map(({ action, reason }) => [action, reason])).toEqual([
    ['market-opened', 'it was wrong'],
    ['market-suspended', 'a line-up leaked'],
  ]);
});

test('a doubt about a match is decided once, with a reason that stays', async () => {
  const doubt = { matchId: red, kind: 'result-late', subject: `event-${names}`, facts: { score: '2-1' } } as const;
  await api.database.db.transaction().execute((trx) => saveDoubts(trx, [doubt], instant(Date.now())));
  const { reviews } = (await call('GET', `/markets/${red}`, boss)).json<OperatedMatchDetail>();
  expect(reviews).toMatchObject([{ kind: 'result-late', facts: { score: '2-1' } }]);
  const decide = (resolution: string) =>
    call('POST', `/markets/reviews/${reviews[0]?.id}/resolve`, boss, { resolution, reason: 'the league confirmed it' });
  expect((await decide('same')).json()).toMatchObject({ code: 'review-noted-only' });
  expect((await decide('noted')).json()).toMatchObject({ matchId: red, reviews: [] });
  expect((await decide('noted')).json()).toMatchObject({ code: 'review-unknown' });
  const { actions } = await listActions(api.database.db, { subject: `match:${red}`, limit: 5 });
  expect(actions).toMatchObject([
    { action: 'review-resolved', reason: 'the league confirmed it', after: { resolution: 'noted' } },
  ]);
});

import type { CashOutView, OperatedMatchDetail, PlaceBetAnswer, ResultAnswer } from '@touchline/core/contract';
import type { MatchId, UserId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { changeRole } from '@touchline/store/accounts';
import type { Trx } from '@touchline/store/connect';
import { listUngraded, readMatches } from '@touchline/store/matches';
import { dryRun, listProposals, readLastProposal, settleMatch } from '@touchline/store/settlement';
import { readWallet } from '@touchline/store/wallet';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, buildTestNode, logIn, openAccount, openBettor, quote, requestAs } from '../testing/test-app.ts';
import { enterResult } from './enter-result.ts';

/** What one admin may decide alone within a day. */
const fourEyes = cents(100_000);
const api = await buildTestApp({ fourEyes });
const node = await buildTestNode(api.database, { fourEyes });
afterAll(async () => {
  await node.close();
  await api.close();
});

let admins = 0;
let admin: string;
let adminId: UserId;
beforeEach(async () => {
  // The limit is an admin's: each test has its own.
  admins += 1;
  ({ id: adminId } = await openAccount(api, `admin${admins}@example.com`, 'admin'));
  admin = await logIn(api.app, `admin${admins}@example.com`);
});

const post = (url: string, token: string, payload: object, app = api.app) =>
  requestAs(app, token, 'POST', url, payload);
const score = (home: number, away: number) => ({ kind: 'score', home, away });
const enter = (match: Quoted, result: object, app = api.app) =>
  post(`/markets/${match.id}/result`, admin, { result, reason: 'the referee said so' }, app);

type Quoted = { readonly id: MatchId; readonly name: string; readonly odds: number };
let fixtures = 0;
/** Matches that kicked off two hours ago as soon as their bets are placed. */
async function openMatches(count: number, odds: string): Promise<readonly Quoted[]> {
  const names = Array.from({ length: count }, () => `Fixture${++fixtures}`);
  const ids = await quote(
    api.database,
    names.map((name) => ({ name, home: odds })),
  );
  return names.map((name, at) => ({ id: ids[at] as MatchId, name, odds: Number(odds) }));
}
const kickOff = (matches: readonly Quoted[]) =>
  api.database.pool.query(`update matches set kickoff_at = now() - interval '2 hours' where id = any($1::uuid[])`, [
    matches.map(({ id }) => id),
  ]);
let bettors = 0;
/** A home win on every match, by a new bettor who has just that much money. */
async function bet(matches: readonly Quoted[], stake: number) {
  bettors += 1;
  const { user, token } = await openBettor(api, `bettor${bettors}@example.com`, stake);
  const picks = matches.map(({ id, name, odds }) => ({ matchId: id, betOutcome: `${name} United Win`, odds }));
  const placed = await post('/bet', token, { stake, matches: picks });
  if (placed.statusCode !== 201) throw new Error(placed.body);
  return async () => (await readWallet(api.database.db, user.walletId))?.wallet.cash;
}
/** What the worker does every two seconds. */
async function settleAll() {
  for (const { match } of await listUngraded(api.database.db))
    await settleMatch(api.database, match.id, { now: () => instant(Date.now()) });
}

test('attack: one admin ends a $9,000 book 0–3 alone', async () => {
  const matches = await openMatches(1, '2.1');
  const [match] = matches as [Quoted];
  for (const stake of [4_500, 4_500]) await bet(matches, stake);
  await kickOff(matches);
  const answer = await enter(match, score(0, 3));
  expect([answer.statusCode, answer.json<ResultAnswer>().outcome]).toEqual([202, 'proposed']);
  expect(answer.json<ResultAnswer>()).toMatchObject({
    dryRun: { pays: 0, decides: 9_000, alone: 0, limit: 1_000, needsSecondAdmin: true },
    match: { status: 'open', rulings: [] },
  });
});

test('attack: the proposal of an admin whose role was taken is confirmed by one other admin', async () => {
  const matches = await openMatches(1, '2');
  const [match] = matches as [Quoted];
  await bet(matches, 4_500);
  await kickOff(matches);
  await enter(match, score(0, 3));
  const [proposal] = await listProposals(api.database.db, [match.id]);
  await openAccount(api, 'remaining@example.com', 'admin');
  const remaining = await logIn(api.app, 'remaining@example.com');
  const ended = await api.database.byOwner((db) => changeRole(db, adminId, 'bettor', instant(Date.now())));
  expect(ended).toEqual({ approvals: 0, proposals: 1, adjustments: 0 });
  expect((await post(`/markets/proposals/${proposal?.id}/confirm`, remaining, {})).statusCode).toBe(409);
  expect(await readLastProposal(api.database.db, match.id)).toMatchObject({ outcome: 'withdrawn' });
  const { rows } = await api.database.pool.query('select action from audit_log where subject = $1 order by id', [
    `match:${match.id}`,
  ]);
  expect(rows.map(({ action }) => action)).toEqual(['result-proposed', 'proposal-withdrawn']);
  admin = remaining;
  expect((await enter(match, score(0, 3))).json<ResultAnswer>().outcome).toBe('proposed');
});

test('attack: ending one leg of a two-leg bet wrongly and alone later pays $81,000', async () => {
  const matches = await openMatches(2, '9');
  const [first] = matches as [Quoted];
  const cash = await bet(matches, 1_000);
  await kickOff(matches);
  const answer = await enter(first, score(1, 0));
  expect([answer.statusCode, answer.json<ResultAnswer>().outcome]).toEqual([202, 'proposed']);
  expect(answer.json<ResultAnswer>().dryRun).toMatchObject({ pays: 0, waiting: 1, decides: 81_000 });
  await settleAll();
  expect(await cash()).toBe(0);
});

describe('attack: $1,000 on each of many matches', () => {
  test('by one admin alone: from the second on, a second admin confirms', async () => {
    const matches = await openMatches(3, '2');
    for (const match of matches) await bet([match], 500);
    await kickOff(matches);
    const answers = [];
    for (const match of matches) answers.push((await enter(match, score(1, 0))).json<ResultAnswer>());
    expect(answers.map(({ outcome }) => outcome)).toEqual(['done', 'proposed', 'proposed']);
    expect(answers.map(({ dryRun: { decides, alone, limit } }) => [decides, alone, limit])).toEqual([
      [1_000, 0, 1_000],
      [1_000, 1_000, 1_000],
      [1_000, 1_000, 1_000],
    ]);
  });

  test('at once on two nodes: one is carried out, the other waits', async () => {
    const matches = await openMatches(2, '2');
    for (const match of matches) await bet([match], 500);
    await kickOff(matches);
    const answers = await Promise.all(matches.map((match, at) => enter(match, score(1, 0), [api, node][at]?.app)));
    expect(answers.map((answer) => answer.json<ResultAnswer>().outcome).toSorted()).toEqual(['done', 'proposed']);
  });
});

describe('attack: bets come in while an admin decides', () => {
  /** Voids a match on which a bet of $100 is accepted during each of the dry runs that `isBetDuring` names, the first being 1. */
  async function voidWhile(isBetDuring: (dryRun: number) => boolean) {
    const matches = await openMatches(1, '2');
    const [match] = matches as [Quoted];
    const { db, pool } = api.database;
    let dryRuns = 0;
    const connect = async () => {
      dryRuns += 1;
      const client = await pool.connect();
      if (isBetDuring(dryRuns)) await bet(matches, 100);
      return client;
    };
    const store = { db, pool: { connect } as typeof pool };
    const deps = { store, now: () => instant(Date.now()), fourEyes, announceMarket: () => undefined };
    const asked = { result: { kind: 'void' as const }, reason: 'it was never played' };
    return enterResult(deps, { userId: adminId, role: 'admin', requestId: 'r' }, match.id, asked);
  }

  test('includes a bet placed after the dry run in the next one', async () => {
    expect(await voidWhile((at) => at === 1)).toMatchObject({
      value: { outcome: 'done', dryRun: { bets: 1, decides: 10_000 } },
    });
  });

  test('needs a second admin if bets keep arriving', async () => {
    expect(await voidWhile(() => true)).toMatchObject({ value: { outcome: 'proposed', dryRun: { decides: null } } });
  });
});

test('a book too large to compute needs a second admin', async () => {
  const matches = await openMatches(1, '2');
  const [match] = matches as [Quoted];
  for (const stake of [1, 1]) await bet(matches, stake);
  const decision = { result: { kind: 'void' }, voidBets: [] } as const;
  const runs = [await dryRun(api.database, match.id, decision, 2), await dryRun(api.database, match.id, decision, 1)];
  expect(runs.map(({ decides }) => decides)).toEqual([200, null]);
});

describe('a proposed result', () => {
  /** A match before kick-off that an admin proposed to void, with a bet of $1,100 on it. */
  async function proposeVoid() {
    const matches = await openMatches(1, '2');
    const [match] = matches as [Quoted];
    const { user, token } = await openBettor(api, `bettor${++bettors}@example.com`, 2_000);
    const place = (stake: number) =>
      post('/bet', token, {
        stake,
        matches: [{ matchId: match.id, betOutcome: `${match.name} United Win`, odds: match.odds }],
      });
    const placed = (await place(1_100)).json<PlaceBetAnswer>();
    const path = `/bet/${placed.bet._id}/cash-out`;
    const cashOut = () => requestAs(api.app, token, 'GET', path);
    expect((await cashOut()).json<CashOutView>().amount).toBeGreaterThan(0);
    const proposed = (await enter(match, { kind: 'void' })).json<ResultAnswer>();
    expect(proposed.outcome).toBe('proposed');
    const requote = () => quote(api.database, [{ name: match.name, home: match.odds.toFixed(1) }]);
    return { match, user, place, cashOut, proposal: proposed.match.proposal, requote };
  }
  const stateOf = async ({ id }: Quoted) => {
    const market = (await readMatches(api.database.db, [id]))[0]?.markets.h2h;
    return [market?.state, market?.why];
  };
  const suspended = ['suspended', 'under-review'];

  test('takes no bets and no cash-outs, whatever the provider quotes and admins order, until it is declined', async () => {
    const { match, place, cashOut, proposal, requote } = await proposeVoid();
    expect(await stateOf(match)).toEqual(suspended);
    expect((await place(10)).body).toContain('market-suspended');
    expect((await cashOut()).json<CashOutView>()).toMatchObject({ reason: { code: 'suspended' } });
    await requote();
    expect(await stateOf(match)).toEqual(suspended);
    for (const order of ['suspend', 'open']) {
      const ordered = await post(`/markets/${match.id}/${order}`, admin, { reason: 'the market is fine' });
      expect(ordered.statusCode, ordered.body).toBe(200);
    }
    expect(await stateOf(match)).toEqual(suspended);
    expect((await place(10)).body).toContain('market-suspended');
    const withdrawn = await post(`/markets/proposals/${proposal?.id}/reject`, admin, { reason: 'it is played' });
    expect(withdrawn.json<OperatedMatchDetail>().lastProposal).toEqual({
      id: proposal?.id,
      outcome: 'withdrawn',
      by: { userId: adminId, name: 'Ada Bell' },
    });
    await requote();
    expect(await stateOf(match)).toEqual(['open', undefined]);
    expect((await place(10)).statusCode).toBe(201);
  });

  test('settles exactly the bets that it shows', async () => {
    const { match, place, proposal } = await proposeVoid();
    expect((await place(10)).statusCode).toBe(409);
    const second = await openAccount(api, `second${admins}@example.com`, 'admin');
    const token = await logIn(api.app, second.email);
    expect((await post(`/markets/proposals/${proposal?.id}/confirm`, token, {})).statusCode).toBe(200);
    const bets = await api.database.db
      .selectFrom('bet_legs')
      .select('bet_id')
      .where('match_id', '=', match.id)
      .execute();
    expect([proposal?.dryRun.bets, bets.length]).toEqual([1, 1]);
  });

  test('shows a bet that was placed after its first dry run', async () => {
    const matches = await openMatches(1, '2');
    const [match] = matches as [Quoted];
    await bet(matches, 1_100);
    const { db, pool } = api.database;
    let isFirst = true;
    const transaction = () => ({
      execute: async (decide: (trx: Trx) => Promise<unknown>) => {
        if (isFirst) await bet(matches, 100);
        isFirst = false;
        return db.transaction().execute(decide);
      },
    });
    const raced = new Proxy(db, {
      get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name).bind(target)),
    });
    const deps = {
      store: { db: raced, pool },
      now: () => instant(Date.now()),
      fourEyes,
      announceMarket: () => undefined,
    };
    const asked = { result: { kind: 'void' as const }, reason: 'it was never played' };
    expect(await enterResult(deps, { userId: adminId, role: 'admin', requestId: 'r' }, match.id, asked)).toMatchObject({
      value: { outcome: 'proposed', dryRun: { bets: 2, decides: 120_000 } },
    });
  });

  test('of void bets in a period suspends nothing', async () => {
    const matches = await openMatches(1, '2');
    const [match] = matches as [Quoted];
    await bet(matches, 1_100);
    const from = new Date(Date.now() - 60_000).toISOString();
    const answer = await enter(match, { kind: 'window', from, until: new Date().toISOString() });
    expect(answer.json<ResultAnswer>().outcome).toBe('proposed');
    expect(await stateOf(match)).toEqual(['open', undefined]);
  });
});

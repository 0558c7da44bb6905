import type { ResultAnswer } from '@touchline/core/contract';
import type { MatchId, UserId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { listUngraded } from '@touchline/store/matches';
import { dryRun, settleMatch } from '@touchline/store/settlement';
import { readWallet } from '@touchline/store/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildTestApp,
  buildTestNode,
  logIn,
  openAccount,
  openBettor,
  quote,
  type TestApp,
} from '../testing/test-app.ts';
import { enterResult } from './enter-result.ts';

/** What one admin may decide alone within a day. */
const fourEyes = cents(100_000);
let api: TestApp;
let node: Omit<TestApp, 'database'>;
beforeAll(async () => {
  api = await buildTestApp({ fourEyes });
  node = await buildTestNode(api.database, { fourEyes });
});
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
  app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` }, payload });
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

import type {
  BetTimeline,
  BetView,
  DryRunView,
  OperatedMatchDetail,
  OperatedMatchesView,
  ResultAnswer,
  TicketView,
} from '@touchline/core/contract';
import type { BetId, MatchId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { listActions } from '@touchline/store/audit';
import { readBet } from '@touchline/store/bets';
import { listAccess } from '@touchline/store/ledger';
import { decidedAliases, listUngraded, readMatches, saveDoubts, suggestAliases } from '@touchline/store/matches';
import { decidedAlone, recordReports, settleMatch, voidMatch } from '@touchline/store/settlement';
import { createMatch, tamper } from '@touchline/store/testing';
import { readWallet } from '@touchline/store/wallet';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildTestApp,
  logIn,
  openAccount,
  openBettor,
  promote,
  quote,
  requestAs,
  testPassword,
} from '../testing/test-app.ts';

type TicketsPage = { readonly tickets: readonly TicketView[]; readonly next: string | null };

let boss: string;
let other: string;
const api = await buildTestApp({ fourEyes: cents(10_000) });
afterAll(() => api.close());

let names = 0;
let red: MatchId;
let home: string;
const [bossEmail, otherEmail] = [() => `boss${names}@example.com`, () => `other${names}@example.com`];
beforeEach(async () => {
  names += 1;
  // What an admin decides alone is added up over all matches: each test has its own.
  for (const email of [bossEmail(), otherEmail()]) await openAccount(api, email, 'admin');
  [boss, other] = [await logIn(api.app, bossEmail()), await logIn(api.app, otherEmail())];
  const name = `Red${names}`;
  home = `${name} United Win`;
  [red] = (await quote(api.database, [{ name }])) as [MatchId];
});

const call = (method: 'GET' | 'POST', url: string, token: string, payload?: object) =>
  requestAs(api.app, token, method, url, payload);
const enter = (result: object, token = boss) =>
  call('POST', `/markets/${red}/result`, token, { result, reason: 'the referee said so' });
const score = (homeGoals: number, awayGoals: number) => ({ kind: 'score', home: homeGoals, away: awayGoals });
/** What the worker does every two seconds. */
async function settleAll() {
  for (const { match } of await listUngraded(api.database.db))
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
  api.database.pool.query(
    `update matches set kickoff_at = date_trunc('second', now()) - interval '2 hours' where id = $1`,
    [red],
  );

test('admins see the open bets on a match and the liability of each outcome', async () => {
  await bettor(`seen${names}@example.com`, 10);
  const { matches } = (await call('GET', '/markets', boss)).json<OperatedMatchesView>();
  expect(matches.find(({ matchId }) => matchId === red)).toMatchObject({
    status: 'open',
    resultVersion: 0,
    exposure: [{ market: 'h2h', pick: 'home', label: home, bets: 1, staked: 10, pays: 21, liability: 11 }],
  });
  const { profitAtScores } = (await call('GET', `/markets/${red}`, boss)).json<OperatedMatchDetail>();
  expect(profitAtScores).toHaveLength(121);
  for (const { home: goals, away, profit } of profitAtScores) expect(profit).toBe(goals > away ? -11 : 10);
});

test('each market has its prices, margin, turnover and what each outcome would win or lose', async () => {
  const ada = await bettor(`books${names}@example.com`, 10);
  const draw = { stake: 6, matches: [{ matchId: red, betOutcome: 'Draw', odds: 3.4 }] };
  expect((await call('POST', '/bet', ada.token, draw)).statusCode).toBe(201);
  const read = async () => (await call('GET', `/markets/${red}`, boss)).json<OperatedMatchDetail>().books;
  const [winner, ...others] = await read();
  expect(winner).toMatchObject({
    title: 'Match winner',
    isQuoted: true,
    // 1 / 2.1 + 1 / 3.4 + 1 / 3.6 is 1.0481.
    margin: 0.0481,
    bets: 2,
    turnover: 16,
    staked: 16,
  });
  // If home wins, $21.00 is paid of $16.00 staked; if it is a draw, $20.40; otherwise nothing.
  expect(winner?.outcomes).toEqual([
    { label: home, odds: 2.1, bets: 1, staked: 10, liability: 5, profit: -5 },
    { label: 'Draw', odds: 3.4, bets: 1, staked: 6, liability: 4.4, profit: -4.4 },
    expect.objectContaining({ odds: 3.6, bets: 0, staked: 0, profit: 16 }),
  ]);
  expect(others).toEqual([]);
  await kickOff();
  await enter(score(1, 0));
  await settleAll();
  // Settled bets stay in the turnover; there are no prices any more.
  expect(await read()).toMatchObject([{ margin: null, bets: 2, turnover: 16, staked: 0 }]);
});

test('derived markets have a margin, and a position on each outcome', async () => {
  const { id } = await createMatch(api.database.db, `Alpha${names} Town`, `Beta${names} United`);
  const { token } = await openBettor(api, `derived${names}@example.com`, 500);
  const books = async () => (await call('GET', `/markets/${id}`, boss)).json<OperatedMatchDetail>().books;
  const both = async () => (await books()).find(({ title }) => title === 'Both teams to score');
  const odds = (await both())?.outcomes.find(({ label }) => label.endsWith('Yes'))?.odds ?? 0;
  const yes = { stake: 10, matches: [{ matchId: id, betOutcome: 'Both teams to score: Yes', odds }] };
  const placed = await call('POST', '/bet', token, yes);
  expect(placed.statusCode, placed.body).toBe(201);
  expect(await both()).toMatchObject({
    ...{ isQuoted: false, bets: 1, turnover: 10, staked: 10 },
    outcomes: [
      { label: 'Both teams to score: Yes', bets: 1, profit: Math.floor(1_000 - 1_000 * odds) / 100 },
      { label: 'Both teams to score: No', bets: 0, profit: 10 },
    ],
  });
  for (const { title, margin } of await books()) expect(margin, title).toBeGreaterThanOrEqual(-0.001);
});

test('admins page through the tickets of a match, and each name that they read is recorded', async () => {
  const first = await bettor(`first${names}@example.com`, 10);
  const second = await bettor(`second${names}@example.com`, 20);
  const page = async (query: string) => (await call('GET', `/markets/${red}/bets?${query}`, boss)).json<TicketsPage>();
  const newest = await page('limit=1');
  expect(newest).toMatchObject({
    tickets: [{ bettor: { userId: second.user.id, name: 'Ada Bell' }, bet: { _id: second.bet, stake: 20 } }],
    next: second.bet,
  });
  expect(await page(`limit=1&before=${newest.next}`)).toMatchObject({
    tickets: [{ bettor: { userId: first.user.id }, bet: { _id: first.bet, matches: [{ betOutcome: home }] } }],
    next: null,
  });
  const { accesses } = await listAccess(api.database.db, { walletId: first.user.walletId, limit: 5 });
  expect(accesses).toMatchObject([{ action: 'name', role: 'admin', email: bossEmail() }]);
});

describe('a half-time score', () => {
  const matchOf = async () => (await call('GET', `/markets/${red}`, boss)).json<OperatedMatchDetail>();
  const decided = async () =>
    (await matchOf()).rulings.map(({ decision: { kind, score, halfTime } }) => [kind, score, halfTime]);
  const half = (home: number, away: number) => ({ kind: 'half-time', home, away });

  test('is entered by an admin while the match goes on, and stays with the result until it is corrected', async () => {
    expect((await enter(half(1, 0))).json()).toMatchObject({ code: 'not-kicked-off' });
    await kickOff();
    expect((await enter(half(1, 0))).json()).toMatchObject({ outcome: 'done' });
    await enter(score(2, 1));
    expect((await enter(half(3, 0))).json()).toMatchObject({ code: 'half-time-impossible' });
    expect((await enter({ ...score(2, 1), halfTime: { home: 0, away: 2 } })).json()).toMatchObject({
      code: 'half-time-impossible',
    });
    await enter(half(1, 1));
    await enter({ ...score(2, 2), halfTime: null });
    const goals = (home: number, away: number) => ({ home, away });
    expect(await decided()).toEqual([
      ['open', null, goals(1, 0)],
      ['score', goals(2, 1), goals(1, 0)],
      ['score', goals(2, 1), goals(1, 1)],
      ['score', goals(2, 2), null],
    ]);
    // 2-1, and 2-2 instead.
    expect((await matchOf()).resultVersion).toBe(2);
    await enter({ kind: 'void' });
    expect((await enter(half(0, 0))).json()).toMatchObject({ code: 'half-time-impossible' });
  });

  test('is shown as the providers reported it, newest first', async () => {
    const report = {
      matchId: red,
      sourceMatch: '77',
      status: 'half-time',
      score: { home: 1, away: 0 },
      halfTime: { home: 1, away: 0 },
      laterScores: [],
    } as const;
    const at = instant(Date.now());
    await api.database.db.transaction().execute(async (trx) => {
      await recordReports(trx, 'the-odds-api', [{ ...report, status: 'in-play', halfTime: null }], at);
      await recordReports(trx, 'football-data.org', [report], at);
    });
    expect((await matchOf()).reports).toMatchObject([
      { source: 'football-data.org', status: 'half-time', halfTime: { home: 1, away: 0 } },
      { source: 'the-odds-api', status: 'in-play', score: { home: 1, away: 0 }, halfTime: null },
    ]);
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
  const run = {
    bets: 1,
    rolledBack: 0,
    waiting: 0,
    pays: 21,
    takesBack: 0,
    promised: 0,
    difference: 21,
    belowZero: 0,
    decides: 21,
    alone: 0,
    limit: 100,
    needsSecondAdmin: false,
  };
  expect(dry.json()).toEqual(run);
  const done = (await enter(score(1, 0))).json<ResultAnswer>();
  expect(done).toMatchObject({ outcome: 'done', dryRun: run, match: { status: 'finished', resultVersion: 1 } });
  await settleAll();
  expect([await ada.cash(), (await readBet(api.database.db, ada.bet))?.status]).toEqual([51_100, 'won']);
  const { actions } = await listActions(api.database.db, { subject: `match:${red}`, limit: 5 });
  expect(actions).toMatchObject([
    { action: 'result-entered', reason: 'the referee said so', actor: { email: bossEmail() } },
  ]);
});

test('a corrected result reverses exactly what was paid, and the bet shows both results', async () => {
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

test('bets at a palpably wrong price are void on that market, before or after settlement, until an admin decides otherwise', async () => {
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

describe('a window of bets taken at a wrong price', () => {
  /** Whole seconds, as a form gives them; over by now, or within the second that runs. */
  const theLastMinute = (market?: 'h2h' | 'totals') => {
    const second = Math.floor(Date.now() / 1_000) * 1_000;
    return {
      kind: 'window',
      from: new Date(second - 60_000).toISOString(),
      until: new Date(second + 1_000).toISOString(),
      ...(market && { market }),
    };
  };
  const wrongPrice = (window: object, token = boss) =>
    call('POST', `/markets/${red}/result`, token, { result: window, reason: 'the price was 21.0 for 2.1' });

  test('is voided during the match after a preview: stakes are refunded, and bettor and audit log see the reason', async () => {
    const ada = await bettor(`window${names}@example.com`, 10);
    const window = theLastMinute('h2h');
    const tried = await call('POST', `/markets/${red}/dry-run`, boss, { result: window });
    expect(tried.json()).toMatchObject({ bets: 1, rolledBack: 0, waiting: 0, pays: 10, promised: -11, belowZero: 0 });
    expect(await ada.cash()).toBe(49_000);
    const done = (await wrongPrice(window)).json<ResultAnswer>();
    expect(done).toMatchObject({
      outcome: 'done',
      match: {
        status: 'open',
        resultVersion: 0,
        settledAt: null,
        rulings: [{ version: 1, decision: { kind: 'open', voidBets: [{ reason: 'the price was 21.0 for 2.1' }] } }],
      },
    });
    const again = await wrongPrice(window);
    expect([again.statusCode, again.json()]).toMatchObject([409, { code: 'window-known' }]);
    await settleAll();
    expect([await ada.cash(), (await readBet(api.database.db, ada.bet))?.status]).toEqual([50_000, 'void']);
    const { legs } = (await call('GET', `/bet/${ada.bet}/timeline`, ada.token)).json<BetTimeline>();
    expect(legs).toMatchObject([{ voidReason: 'the price was 21.0 for 2.1' }]);
    const { actions } = await listActions(api.database.db, { subject: `match:${red}`, limit: 5 });
    expect(actions).toMatchObject([{ action: 'voiding-decided', reason: 'the price was 21.0 for 2.1' }]);
    // Bets of the other market, and of before and after it, were not touched; the result that comes later says nothing about it.
    await kickOff();
    expect((await enter(score(1, 0))).json<ResultAnswer>()).toMatchObject({ match: { resultVersion: 1 } });
    await settleAll();
    expect(await ada.cash()).toBe(50_000);
  });

  test('leaves bets alone that are on the other market or were taken before it', async () => {
    const ada = await bettor(`beside${names}@example.com`, 10);
    await wrongPrice(theLastMinute('totals'));
    await tamper(api.database, `update bets set placed_at = now() - interval '2 minutes' where id = '${ada.bet}'`);
    await wrongPrice(theLastMinute());
    await settleAll();
    expect([await ada.cash(), (await readBet(api.database.db, ada.bet))?.status]).toEqual([49_000, 'pending']);
  });

  test('can be lifted: the bets wait for the result again', async () => {
    const ada = await bettor(`lifted${names}@example.com`, 10);
    const window = theLastMinute();
    await wrongPrice(window);
    await settleAll();
    expect(await ada.cash()).toBe(50_000);
    const lift = { ...window, kind: 'lift' };
    const tried = await call('POST', `/markets/${red}/dry-run`, boss, { result: lift });
    expect(tried.json()).toMatchObject({ bets: 1, rolledBack: 1, takesBack: 10, promised: 11 });
    expect((await wrongPrice(lift)).json()).toMatchObject({ outcome: 'done', match: { status: 'open' } });
    expect((await wrongPrice(lift)).json()).toMatchObject({ code: 'window-unknown' });
    await settleAll();
    expect([await ada.cash(), (await readBet(api.database.db, ada.bet))?.status]).toEqual([49_000, 'pending']);
    await kickOff();
    await enter(score(1, 0));
    await settleAll();
    expect(await ada.cash()).toBe(51_100);
  });

  test('that is empty or not over is refused', async () => {
    const window = theLastMinute();
    expect((await wrongPrice({ ...window, until: window.from })).json()).toMatchObject({ code: 'window-empty' });
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect((await wrongPrice({ ...window, until })).json()).toMatchObject({ code: 'window-not-over' });
  });

  test('that voids a large payout needs a second admin, and lapses if the match has ended since', async () => {
    const ada = await bettor(`promise${names}@example.com`, 60);
    const proposed = await wrongPrice(theLastMinute('h2h'));
    const { match, dryRun } = proposed.json<ResultAnswer>();
    expect([proposed.statusCode, dryRun]).toMatchObject([202, { pays: 60, promised: -66, needsSecondAdmin: true }]);
    const confirm = (token: string) => call('POST', `/markets/proposals/${match.proposal?.id}/confirm`, token);
    expect((await confirm(boss)).json()).toMatchObject({ code: 'own-proposal' });
    const answers = await Promise.all([confirm(other), confirm(other)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    await settleAll();
    expect(await ada.cash()).toBe(50_000);
    await bettor(`later${names}@example.com`, 60);
    const lift = { ...match.proposal?.decision.voidBets[0], kind: 'lift' };
    const lifting = (await wrongPrice(lift)).json<ResultAnswer>();
    expect(lifting.outcome).toBe('proposed');
    await kickOff();
    const [unplayed] = await readMatches(api.database.db, [red]);
    if (!unplayed) throw new Error('there is no match');
    await api.database.db.transaction().execute((trx) => voidMatch(trx, unplayed, instant(Date.now())));
    const late = await call('POST', `/markets/proposals/${lifting.match.proposal?.id}/confirm`, other);
    expect(late.json()).toMatchObject({ code: 'proposal-outdated' });
  });
});

test('a bet that came after the true kick-off stays void, whatever result is entered or corrected, until an admin lifts the window', async () => {
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
  const { rulings } = (await call('GET', `/markets/${red}`, boss)).json<OperatedMatchDetail>();
  const { reason: _, ...window } = rulings.at(-1)?.decision.voidBets[0] ?? expect.fail('no window');
  expect((await enter({ kind: 'lift', ...window })).json()).toMatchObject({ outcome: 'done' });
  await settleAll();
  expect([await ada.cash(), (await readBet(api.database.db, ada.bet))?.status]).toEqual([51_100, 'won']);
  await enter(score(2, 0));
  await settleAll();
  expect(await ada.cash()).toBe(51_100);
});

test('spent money leaves the balance negative: nothing is clipped, and bets and withdrawals are refused', async () => {
  const ada = await bettor(`gone${names}@example.com`, 10);
  await kickOff();
  await enter(score(1, 0));
  await settleAll();
  await call('POST', '/payment/withdraw', ada.token, {
    amount: 511,
    withdrawalMethod: 'paypal',
    paypalEmail: 'ada@example.com',
    password: testPassword,
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
  /** A match whose result decides $210 with a limit of $100. */
  async function proposal() {
    const ada = await bettor(`large${names}@example.com`, 100);
    await kickOff();
    const proposed = await enter(score(1, 0));
    const answer = proposed.json<ResultAnswer>();
    expect([proposed.statusCode, answer.outcome, answer.match.status]).toEqual([202, 'proposed', 'open']);
    return { ada, id: answer.match.proposal?.id ?? '' };
  }
  const confirm = (id: string, token: string) => call('POST', `/markets/proposals/${id}/confirm`, token);

  /** What the first admin has decided alone, as it counts so many milliseconds from now. */
  async function aloneByBoss(later = 0) {
    const users = api.database.db.selectFrom('users').select('id').where('email', '=', bossEmail());
    const { id: admin } = await users.executeTakeFirstOrThrow();
    return decidedAlone(api.database.db, { admin, now: instant(Date.now() + later) });
  }

  test('above the limit a second admin has to confirm, never the one who proposed', async () => {
    const { ada, id } = await proposal();
    expect((await enter(score(2, 0), other)).json()).toMatchObject({ code: 'proposal-open' });
    const own = await confirm(id, boss);
    expect([own.statusCode, own.json()]).toMatchObject([403, { code: 'own-proposal' }]);
    const confirmed = (await confirm(id, other)).json<OperatedMatchDetail>();
    expect(confirmed).toMatchObject({
      status: 'finished',
      proposal: null,
      lastProposal: { id, outcome: 'confirmed', by: { name: 'Ada Bell' } },
      rulings: [{ version: 1 }],
    });
    const [ruling] = confirmed.rulings;
    expect([ruling?.actor, ruling?.confirmedBy].map((actor) => confirmed.people[actor ?? ''])).toEqual([
      `Ada Bell (${bossEmail()})`,
      `Ada Bell (${otherEmail()})`,
    ]);
    await settleAll();
    expect(await ada.cash()).toBe(61_000);
    const { actions } = await listActions(api.database.db, { subject: `match:${red}`, limit: 5 });
    expect(actions.map(({ action, actor }) => [action, actor.email])).toEqual([
      ['result-confirmed', otherEmail()],
      ['result-proposed', bossEmail()],
    ]);
  });

  test('an admin with a bet on the match decides, proposes and confirms nothing about it, open or settled', async () => {
    const ada = await bettor(`own${names}@example.com`, 10);
    await promote(api, ada.user);
    const own = await logIn(api.app, ada.user.email);
    const refusals = async (result: object) => [
      (await call('POST', `/markets/${red}/dry-run`, own, { result })).json().code,
      (await enter(result, own)).json().code,
    ];
    const relisted = { matchId: red, kind: 'id-changed', subject: `own-${names}`, facts: {} } as const;
    const halves = { ...relisted, kind: 'half-time-differs', subject: `halves-${names}` } as const;
    await api.database.db.transaction().execute((trx) => saveDoubts(trx, [relisted, halves], instant(Date.now())));
    const { reviews } = (await call('GET', `/markets/${red}`, own)).json<OperatedMatchDetail>();
    const { id } = await proposal();
    const seenBy = async (token: string) =>
      (await call('GET', `/markets/${red}`, token)).json<OperatedMatchDetail>().hasOwnBet;
    expect([await seenBy(own), await seenBy(other)]).toEqual([true, undefined]);
    for (const result of [score(1, 0), { kind: 'void' }])
      expect(await refusals(result)).toEqual(['own-bet', 'own-bet']);
    const reviewOf = (kind: string) => reviews.find((review) => review.kind === kind)?.id;
    for (const [resolution, kind] of [
      ['same', 'id-changed'],
      ['other', 'id-changed'],
      ['noted', 'half-time-differs'],
    ] as const) {
      const body = { resolution, reason: 'the league confirmed it' };
      const resolved = await call('POST', `/markets/reviews/${reviewOf(kind)}/resolve`, own, body);
      expect([resolved.statusCode, resolved.json()]).toMatchObject([403, { code: 'own-bet' }]);
    }
    const confirmed = await confirm(id, own);
    expect([confirmed.statusCode, confirmed.json()]).toMatchObject([403, { code: 'own-bet' }]);
    expect((await confirm(id, other)).statusCode).toBe(200);
    await settleAll();
    expect(await ada.cash()).toBe(51_100);
    expect(await refusals(score(0, 1))).toEqual(['own-bet', 'own-bet']);
    [red] = (await quote(api.database, [{ name: `Green${names}` }])) as [MatchId];
    await kickOff();
    expect((await enter(score(0, 1), own)).json()).toMatchObject({ outcome: 'done' });
  });

  test('one admin cannot exceed the limit in small steps: their decisions alone in 24 hours add up', async () => {
    await bettor(`little${names}@example.com`, 20);
    await kickOff();
    const weighed = async (result: object, token: string) =>
      (await call('POST', `/markets/${red}/dry-run`, token, { result })).json<DryRunView>().needsSecondAdmin;
    // $42, and then the same $42 again with the stake of $20 that is lost.
    expect((await enter(score(1, 0))).json()).toMatchObject({ outcome: 'done' });
    await settleAll();
    expect([await weighed(score(0, 0), boss), await weighed(score(0, 0), other)]).toEqual([true, false]);
    // A goal more moves nothing.
    expect((await enter(score(2, 0))).json()).toMatchObject({ outcome: 'done' });
    await settleAll();
    const proposed = await enter(score(0, 0));
    const { match, dryRun } = proposed.json<ResultAnswer>();
    expect([proposed.statusCode, dryRun]).toMatchObject([
      202,
      { takesBack: 42, decides: 62, alone: 42, needsSecondAdmin: true },
    ]);
    expect(match.proposal?.dryRun.needsSecondAdmin).toBe(true);
    expect((await confirm(match.proposal?.id ?? '', boss)).json()).toMatchObject({ code: 'own-proposal' });
    expect((await confirm(match.proposal?.id ?? '', other)).statusCode).toBe(200);
    await settleAll();
    // What two have decided together is held against neither.
    expect(await aloneByBoss()).toBe(4_200);
    expect([await weighed(score(1, 0), boss), await weighed(score(1, 0), other)]).toEqual([true, false]);
    const { rows } = await api.database.pool.query(
      'select action, amount from solo_decisions where subject = $1 order by id',
      [`match:${red}`],
    );
    expect(rows).toEqual([{ action: 'result-entered', amount: 4_200 }]);
  });

  test('windows that one admin voids one after the other count together, and no longer than a day', async () => {
    const second = Math.floor(Date.now() / 1_000) * 1_000;
    const windowAt = (minutes: number) => ({
      kind: 'window',
      from: new Date(second - (minutes + 1) * 60_000).toISOString(),
      until: new Date(second - minutes * 60_000).toISOString(),
    });
    for (const minutes of [5, 10, 15]) {
      const ada = await bettor(`windows${names}-${minutes}@example.com`, 20);
      const placedAt = second / 1_000 - minutes * 60 - 30;
      await tamper(
        api.database,
        `update bets set placed_at = to_timestamp(${placedAt}), accepted_at = null where id = '${ada.bet}'`,
      );
    }
    // Each gives $20 back and takes $22 of promises away.
    const outcomes = [];
    for (const minutes of [5, 10]) {
      outcomes.push((await enter(windowAt(minutes))).json<ResultAnswer>().outcome);
      await settleAll();
    }
    expect(outcomes).toEqual(['done', 'done']);
    const weighed = await call('POST', `/markets/${red}/dry-run`, boss, { result: windowAt(15) });
    expect(weighed.json()).toMatchObject({ pays: 20, promised: -22, needsSecondAdmin: true });
    expect([await aloneByBoss(), await aloneByBoss(24 * 3_600_000)]).toEqual([8_400, 0]);
  });

  test('when two admins decide at once, one decides and the other is refused', async () => {
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
  const { orders, people } = opened.json<OperatedMatchDetail>();
  expect(orders.map(({ actor }) => people[actor])).toEqual([`Ada Bell (${bossEmail()})`]);
  const { actions } = await listActions(api.database.db, { subject: `match:${red}`, limit: 5 });
  expect(actions.map(({ action, reason }) => [action, reason])).toEqual([
    ['market-opened', 'it was wrong'],
    ['market-suspended', 'a line-up leaked'],
  ]);
});

test('a void by an admin leaves nothing to decide about the match but its relisting', async () => {
  const kinds = ['called-off', 'half-time-missing', 'kicked-off-earlier', 'teams-swapped', 'id-changed'] as const;
  const doubts = kinds.map((kind) => ({ matchId: red, kind, subject: `void-${names}`, facts: {} }));
  await api.database.db.transaction().execute((trx) => saveDoubts(trx, doubts, instant(Date.now())));
  expect((await enter({ kind: 'void' })).json()).toMatchObject({ outcome: 'done' });
  const { reviews } = (await call('GET', `/markets/${red}`, boss)).json<OperatedMatchDetail>();
  expect(reviews.map(({ kind }) => kind)).toEqual(['id-changed']);
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

test('a new listing that has become a match of its own cannot be the old one: the admin reads what to do', async () => {
  const [blue] = await quote(api.database, [{ name: `Blue${names}` }]);
  const listings = api.database.db
    .selectFrom('matches')
    .select('provider_event_id')
    .where('id', '=', blue as MatchId);
  const { provider_event_id: subject } = await listings.executeTakeFirstOrThrow();
  const doubt = { matchId: red, kind: 'id-changed', subject, facts: {} } as const;
  await api.database.db.transaction().execute((trx) => saveDoubts(trx, [doubt], instant(Date.now())));
  const { reviews } = (await call('GET', `/markets/${red}`, boss)).json<OperatedMatchDetail>();
  const decide = (resolution: string) =>
    call('POST', `/markets/reviews/${reviews[0]?.id}/resolve`, boss, { resolution, reason: 'asked the league' });
  const same = await decide('same');
  expect([same.statusCode, same.json()]).toMatchObject([
    409,
    {
      code: 'review-match-separate',
      error:
        'The new listing has already become a separate match. Choose “Different match”, and void the old match if it is not played.',
    },
  ]);
  expect((await decide('other')).json()).toMatchObject({ matchId: red, reviews: [] });
});

test('a suggested team name is confirmed once, with a reason that stays, and ends the other suggestions for it', async () => {
  const source = `source${names}`;
  const suggest = (team: string) =>
    ({ source, leagueKey: 'soccer_epl', name: 'Spurs', team, facts: { ours: team } }) as const;
  await api.database.db
    .transaction()
    .execute((trx) => suggestAliases(trx, ['Tottenham', 'Sparta'].map(suggest), instant(Date.now())));
  const waiting = async () =>
    (await call('GET', '/markets', boss)).json<OperatedMatchesView>().names.filter((name) => name.source === source);
  const suggested = await waiting();
  expect(suggested.map(({ name, team, ours }) => [name, team, ours])).toEqual([
    ['Spurs', 'Sparta', 'Sparta'],
    ['Spurs', 'Tottenham', 'Tottenham'],
  ]);
  const decide = () =>
    call('POST', `/markets/names/${suggested[1]?.id}/decide`, boss, { verdict: 'same', reason: 'the club says so' });
  expect((await decide()).statusCode).toBe(200);
  expect(await waiting()).toEqual([]);
  expect((await decide()).json()).toMatchObject({ code: 'name-unknown' });
  expect(await decidedAliases(api.database.db, { source, leagueKey: 'soccer_epl' })).toMatchObject([
    { team: 'Sparta', status: 'rejected' },
    { team: 'Tottenham', status: 'confirmed' },
  ]);
  const { actions } = await listActions(api.database.db, { subject: 'team:soccer_epl', limit: 1 });
  expect(actions).toMatchObject([
    { action: 'team-name-confirmed', reason: 'the club says so', after: { source, name: 'Spurs', team: 'Tottenham' } },
  ]);
});

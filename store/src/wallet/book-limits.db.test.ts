import { type BettingLimits, defaultLimits } from '@touchline/core/betting';
import { cents } from '@touchline/core/money';
import { Pool } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { openNet } from '../bets/exposure-rows.ts';
import { rebuildWallets } from '../ledger/index.ts';
import { verifyBook } from '../ledger/verify-book.ts';
import {
  changeWinner,
  correctScore,
  createMatch,
  createMatchInPlay,
  createPlayer,
  createTestDatabase,
  finishAndSettle,
  foundBy,
  homeWins,
  inPlayHomeWins,
  judging,
  letDelayPass,
  letTimePass,
  type Player,
  type TestMatch,
} from '../testing/index.ts';
import { createWalletWriter, type Outcomes, type PlaceBet } from './index.ts';

const database = await createTestDatabase();
const one = createWalletWriter(database);
const other = createWalletWriter(database, { retries: 50 });
const owner = new Pool({ connectionString: database.ownerUrl, max: 2 });
afterAll(async () => {
  await owner.end();
  await one.close();
  await other.close();
  await database.close();
});

const players = (count: number, dollars: number): Promise<readonly Player[]> =>
  Promise.all(Array.from({ length: count }, () => createPlayer(database.db, one, dollars)));
const matches = (count: number): Promise<readonly TestMatch[]> =>
  Promise.all(
    Array.from({ length: count }, () => {
      made += 1;
      return createMatch(database.db, `Home ${made}`, `Away ${made}`);
    }),
  );
let made = 0;
const under = (bet: PlaceBet, limits: Partial<BettingLimits>): PlaceBet => ({
  ...bet,
  rules: { ...bet.rules, limits: { ...defaultLimits, ...limits } },
});
type Placed = Outcomes['place-bet'];
/** All at once, every other one on the second writer. */
const placeAll = (bets: readonly PlaceBet[]): Promise<readonly Placed[]> =>
  Promise.all(bets.map((bet, at) => (at % 2 ? other : one).submit(bet)));
const taken = (outcomes: readonly Placed[]): number => outcomes.filter((outcome) => outcome.ok).length;
const refusals = (outcomes: readonly Placed[]) => outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal]));
const net = async (): Promise<number> => {
  const client = await database.pool.connect();
  try {
    return await openNet(client);
  } finally {
    client.release();
  }
};
const promisedOn = async (match: TestMatch): Promise<number | undefined> => {
  const { rows } = await database.pool.query<{ promised: number }>(
    'select promised_home as promised from market_exposures where match_id = $1',
    [match.id],
  );
  return rows[0]?.promised;
};

describe('attack: 1,200 identical bets of 11 selections promise $24 million for $12,000', () => {
  test('holds to the cent at $250,000 above the stakes, on two writers and from many accounts', async () => {
    const eleven = await matches(11);
    const accounts = await players(40, 300);
    // $10 at 2,048.00 pays $20,480 and costs $20,470.
    const bets = Array.from({ length: 1_200 }, (_, at) => {
      const account = accounts[at % accounts.length];
      if (!account) throw new Error('no account');
      return homeWins(account, at % 3 ? eleven : [...eleven].reverse(), 1_000);
    });
    const outcomes = await placeAll(bets);
    expect(taken(outcomes)).toBe(12);
    for (const refusal of refusals(outcomes)) {
      expect(refusal).toEqual({
        code: 'book-limit-reached',
        limit: 'combination',
        maximum: 25_000_000,
        maxStake: 212,
      });
    }
    const [account] = accounts;
    if (!account) throw new Error('no account');
    expect((await one.submit(homeWins(account, eleven, 213))).ok).toBe(false);
    expect((await one.submit(homeWins(account, eleven, 212))).ok).toBe(true);
    expect(await other.submit(homeWins(account, eleven, 10))).toMatchObject({ refusal: { maxStake: 0 } });
    // Other selections are not refused for it.
    expect((await one.submit(homeWins(account, eleven.slice(1), 10))).ok).toBe(true);

    // A process that has never met the combination decides the first bet on it twice, and every later one once.
    const errors: unknown[] = [];
    const started = createWalletWriter(database, { onError: (error) => errors.push(error) });
    for (const stake of [1_000, 1_000, 10]) {
      expect(await started.submit(homeWins(account, eleven, stake))).toMatchObject({ refusal: { maxStake: 0 } });
    }
    expect(errors).toHaveLength(1);
    await started.close();
  });
});

describe('attack: the same ten selections, and another eleventh each time', () => {
  test('keeps the worst case of each outcome within its limit, on two writers at once', async () => {
    const ten = await matches(10);
    const others = await matches(40);
    const accounts = await players(40, 20);
    const limits = { maxMatchLoss: cents(25_000_000) };
    const bets = accounts.map((account, at) => {
      const last = others[at];
      if (!last) throw new Error('no match');
      return under(homeWins(account, [...ten, last], 1_000), limits);
    });
    const outcomes = await placeAll(bets);
    expect(taken(outcomes)).toBe(12);
    for (const refusal of refusals(outcomes)) {
      expect(refusal).toMatchObject({ code: 'legs-refused', legs: ten.map(() => ({ code: 'liability-reached' })) });
      expect(refusal).toMatchObject({ legs: [{ maxStake: 212 }, ...ten.slice(1).map(() => ({ maxStake: 212 }))] });
    }
  });
});

describe('attack: bet on the last match of accumulators that have won everything else', () => {
  test('counts the full payout for the last selection, nothing after a loss, and all of it after an undo', async () => {
    const [first, second, last] = await matches(3);
    const [account, guest] = await players(2, 1_000);
    if (!first || !second || !last || !account || !guest) throw new Error('nothing to bet on');
    const limits = { maxMatchLoss: cents(70_000), maxLiability: cents(50_000_000) };
    expect((await one.submit(under(homeWins(account, [first, second, last], 10_000), limits))).ok).toBe(true);
    for (const won of [first, second]) {
      await finishAndSettle(database, won.id, 1, 0);
    }
    expect(await promisedOn(first)).toBe(0);
    expect(await promisedOn(last)).toBe(80_000);
    expect(await one.submit(under(homeWins(guest, [last], 10), limits))).toMatchObject({
      refusal: { code: 'legs-refused', legs: [{ code: 'liability-reached', maxStake: 0 }] },
    });
    await correctScore(database, second.id, 0, 1);
    expect(await promisedOn(last)).toBe(0);
    expect((await one.submit(under(homeWins(guest, [last], 1_000), limits))).ok).toBe(true);
    await correctScore(database, second.id, 2, 1);
    expect(await promisedOn(last)).toBe(82_000);
    expect((await one.submit(under(homeWins(guest, [last], 10), limits))).ok).toBe(false);
    expect(await foundBy(database, verifyBook)).toEqual([]);
  });
});

describe('attack: promise more than the bankroll', () => {
  test('holds the bankroll to the cent with two writers on different matches', async () => {
    const before = await net();
    const own = await matches(60);
    const accounts = await players(60, 100);
    const limits = { bankroll: cents(before + 100_000) };
    const bets = accounts.map((account, at) => {
      const match = own[at];
      if (!match) throw new Error('no match');
      return under(homeWins(account, [match], 3_000), limits);
    });
    const outcomes = await placeAll(bets);
    expect(taken(outcomes)).toBe(33);
    for (const refusal of refusals(outcomes)) {
      expect(refusal).toMatchObject({ code: 'book-limit-reached', limit: 'bankroll', maxStake: 1_000 });
    }
    expect(await net()).toBe(before + 99_000);
    for (const match of own) {
      await finishAndSettle(database, match.id, 0, 1);
    }
    expect(await net()).toBe(before);
  });
});

describe('attack: one customer uses up the limits of the book', () => {
  const letPass = (player: Player, minutes: number) => letTimePass(database, player, minutes);

  test('limits their stakes of a rolling 24 hours to the cent, on two writers', async () => {
    const [match] = await matches(1);
    const [account] = await players(1, 1_000);
    if (!match || !account) throw new Error('nothing to bet on');
    const limits = { maxDayStake: cents(10_000) };
    const bet = (stake: number) => under(homeWins(account, [match], stake), limits);
    const outcomes = await placeAll(Array.from({ length: 8 }, () => bet(3_000)));
    expect(taken(outcomes)).toBe(3);
    for (const refusal of refusals(outcomes)) {
      expect(refusal).toEqual({ code: 'book-limit-reached', limit: 'day-stake', maximum: 10_000, maxStake: 1_000 });
    }
    expect((await one.submit(bet(1_000))).ok).toBe(true);
    expect(await one.submit(bet(10))).toMatchObject({ refusal: { maxStake: 0 } });
    await letPass(account, 1_439);
    expect((await one.submit(bet(10))).ok).toBe(false);
    await letPass(account, 1);
    expect((await one.submit(bet(10_000))).ok).toBe(true);
    expect((await one.submit(bet(10))).ok).toBe(false);
  });

  test('limits what their bets of 24 hours may pay', async () => {
    const all = await matches(5);
    const [account] = await players(1, 1_000);
    if (!account) throw new Error('no account');
    const limits = { maxDayPayout: cents(100_000) };
    const outcomes = await placeAll(
      all.map((match, at) => under(homeWins(account, [match, all[(at + 1) % 5] ?? match], 6_000), limits)),
    );
    expect(taken(outcomes)).toBe(4);
    expect(refusals(outcomes)).toEqual([
      { code: 'book-limit-reached', limit: 'day-payout', maximum: 100_000, maxStake: 1_000 },
    ]);
  });

  test('does not count a bet that was not accepted', async () => {
    const [account] = await players(1, 1_000);
    if (!account) throw new Error('no account');
    const limits = { maxDayStake: cents(10_000) };
    const match = await createMatchInPlay(database.db, 'Ajax', 'Twente');
    const held = {
      ...inPlayHomeWins(account, [match], 10_000),
      rules: { ...inPlayHomeWins(account, [match], 1).rules },
    };
    const bet: PlaceBet = { ...held, rules: { ...held.rules, limits: { ...defaultLimits, ...limits } } };
    expect((await one.submit(bet)).ok).toBe(true);
    await changeWinner(database.db, match, { state: 'suspended' });
    await letDelayPass(database, [bet.betId]);
    expect(await one.submit(judging(bet))).toMatchObject({ ok: true, value: { bet: { status: 'void' } } });
    const [later] = await matches(1);
    if (!later) throw new Error('no match');
    expect((await one.submit(under(homeWins(account, [later], 10_000), limits))).ok).toBe(true);
    expect((await one.submit(under(homeWins(account, [later], 10), limits))).ok).toBe(false);
  });

  test.each(['rejected', 'accepted at worse odds'])(
    'gives no room for a bet that was placed before the 24 hours and %s within them',
    async (how) => {
      const [account] = await players(1, 1_000);
      const [later] = await matches(1);
      if (!account || !later) throw new Error('nothing to bet on');
      const match = await createMatchInPlay(database.db, 'Ajax', 'Twente');
      const bet = inPlayHomeWins(account, [match], 10_000, 'any');
      expect((await one.submit(bet)).ok).toBe(true);
      await letTimePass(database, account, 1);
      await changeWinner(database.db, match, how === 'rejected' ? { state: 'suspended' } : { home: '1.5' });
      await letDelayPass(database, [bet.betId]);
      const state = how === 'rejected' ? 'rejected' : 'accepted';
      expect(await one.submit(judging(bet))).toMatchObject({ ok: true, value: { bet: { acceptance: { state } } } });
      await letPass(account, 24 * 60 - 0.5);
      const limits = { maxDayPayout: cents(20_000) };
      expect((await one.submit(under(homeWins(account, [later], 10_000), limits))).ok).toBe(true);
      expect(await one.submit(under(homeWins(account, [later], 2_000), limits))).toMatchObject({
        refusal: { code: 'book-limit-reached', limit: 'day-payout', maxStake: 0 },
      });
    },
  );
});

describe('attack: let the odds of a bet awaiting acceptance rise until it exceeds a limit', () => {
  test('rejects it if bankroll, match or combination has no room at the better odds', async () => {
    const start = await net();
    for (const limits of [{ bankroll: cents(start + 2_500) }, { maxMatchLoss: cents(2_500) }]) {
      const match = await createMatchInPlay(database.db, 'Ajax', 'Twente');
      const [account] = await players(1, 100);
      if (!account) throw new Error('no account');
      const held = inPlayHomeWins(account, [match], 2_000, 'better');
      const bet: PlaceBet = { ...held, rules: { ...held.rules, limits: { ...defaultLimits, ...limits } } };
      expect((await one.submit(bet)).ok).toBe(true);
      await changeWinner(database.db, match, { home: '2.5' });
      await letDelayPass(database, [bet.betId]);
      const judged = await other.submit({ ...judging(bet), limits: { ...defaultLimits, ...limits } });
      expect(judged).toMatchObject({
        ok: true,
        value: { bet: { acceptance: { state: 'rejected', code: 'book-limit-reached' } } },
      });
      expect(await net()).toBe(start);
    }
  });
});

test('finally, stored exposure equals that of the open bets; a difference of one cent is detected and rebuilt', async () => {
  expect(await foundBy(database, verifyBook)).toEqual([]);
  await owner.query('update open_book set net = net + 1');
  await owner.query(
    'delete from open_combinations where combination = (select combination from open_combinations limit 1)',
  );
  expect(await foundBy(database, verifyBook)).toMatchObject([{ kind: 'book-differs' }, { kind: 'book-differs' }]);
  expect(await rebuildWallets(owner)).toMatchObject({ bookDiffered: true });
  expect(await foundBy(database, verifyBook)).toEqual([]);
});

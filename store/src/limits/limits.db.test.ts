import { instant } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { Pool } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { connect } from '../connect.ts';
import {
  askDeposit,
  changeClocks,
  correctScore,
  createMatch,
  createMatchInPlay,
  createPlayer,
  createTestDatabase,
  finishAndSettle,
  homeWins,
  inPlayHomeWins,
  judging,
  letTimePass,
  type Player,
  placeBet,
  setScore,
} from '../testing/index.ts';
import { createWalletWriter, readWallet } from '../wallet/index.ts';
import { excludeBettor, readLimits, readPlay, setLimit, withRoomAgain } from './index.ts';

const database = await createTestDatabase();
const one = createWalletWriter(database);
const other = createWalletWriter(database);
const owner = new Pool({ connectionString: database.ownerUrl, max: 1 });
afterAll(async () => {
  await one.close();
  await other.close();
  await owner.end();
  await database.close();
});

const by = ({ walletId, userId }: Player) => ({ walletId, actor: `user:${userId}` });
const limit = (player: Player, kind: 'stake' | 'loss' | 'deposit', dollars: number | null) =>
  setLimit(database.db, by(player), { kind, period: 'day', amount: dollars === null ? null : cents(dollars * 100) });
const match = () => createMatch(database.db, 'Ajax', 'Utrecht');

/** A bet on a home win that is over with this score, or lost when the away team won. */
async function played(player: Player, stake: number, score: readonly [number, number]): Promise<void> {
  const game = await match();
  await placeBet(one, homeWins(player, [game], stake));
  await finishAndSettle(database, game.id, ...score);
}

const letPass = (player: Player, hours: number) => letTimePass(database, player, 60 * hours);

describe('a stake limit', () => {
  test('accepts stakes to the cent and refuses the next cent, until the first stakes are a day old', async () => {
    const player = await createPlayer(database.db, one, 100);
    const game = await match();
    await limit(player, 'stake', 30);
    expect((await one.submit(homeWins(player, [game], 2_000))).ok).toBe(true);
    await letPass(player, 23);
    expect((await one.submit(homeWins(player, [game], 1_000))).ok).toBe(true);
    const passed = { kind: 'stake', period: 'day', limit: cents(3_000), used: cents(3_000) } as const;
    const reached = { code: 'limit-reached', passed: [passed] } as const;
    expect(await one.submit(homeWins(player, [game], 100))).toEqual({ ok: false, refusal: reached });
    const [first] = await owner
      .query<{ at: Date }>(
        `select recorded_at as at from ledger_events where wallet_id = $1 and type = 'StakeTaken' order by version`,
        [player.walletId],
      )
      .then(({ rows }) => rows);
    const now = instant(Date.now());
    const again = (first?.at.getTime() ?? 0) + 24 * 3_600_000;
    const roomFor = (amount: number) => withRoomAgain(database.db, player.walletId, reached, cents(amount), now);
    expect(await roomFor(100)).toEqual({ ...reached, passed: [{ ...passed, again }] });
    expect(await roomFor(3_001)).toEqual(reached);
    await letPass(player, 1);
    expect((await one.submit(homeWins(player, [game], 2_000))).ok).toBe(true);
  });

  test('gives no room for a rejected bet in the minutes when only its rejection is within the period', async () => {
    const player = await createPlayer(database.db, one, 500);
    await limit(player, 'stake', 100);
    const inPlay = await createMatchInPlay(database.db, 'PSV', 'Twente');
    const bet = inPlayHomeWins(player, [inPlay], 10_000);
    expect((await one.submit(bet)).ok).toBe(true);
    await letTimePass(database, player, 2);
    await setScore(database.db, inPlay, 1, 0);
    expect(await one.submit(judging(bet))).toMatchObject({ ok: true, value: { bet: { status: 'void' } } });
    await letTimePass(database, player, 1_439);
    expect((await readLimits(database.db, player.walletId)).staked.day).toBe(0);
    const { staked } = await readPlay(database.db, player.walletId, instant(Date.now() - 86_400_000));
    expect(staked).toBe(0);
    const game = await match();
    expect((await one.submit(homeWins(player, [game], 6_000))).ok).toBe(true);
    await letTimePass(database, player, 60);
    expect((await one.submit(homeWins(player, [game], 4_000))).ok).toBe(true);
    const answer = await one.submit(homeWins(player, [game], 5_000));
    const passed = { kind: 'stake', period: 'day', limit: cents(10_000), used: cents(10_000) } as const;
    const reached = { code: 'limit-reached', passed: [passed] } as const;
    expect(answer).toEqual({ ok: false, refusal: reached });
  });

  test('reports when there is room again without counting a bet that was rejected', async () => {
    const player = await createPlayer(database.db, one, 500);
    await limit(player, 'stake', 100);
    const inPlay = await createMatchInPlay(database.db, 'PSV', 'Twente');
    const bet = inPlayHomeWins(player, [inPlay], 10_000);
    expect((await one.submit(bet)).ok).toBe(true);
    await letTimePass(database, player, 2);
    await setScore(database.db, inPlay, 1, 0);
    expect((await one.submit(judging(bet))).ok).toBe(true);
    const last = await one.submit(homeWins(player, [await match()], 10_000));
    const at = last.ok ? last.value.bet.placedAt : 0;
    const passed = { kind: 'stake', period: 'day', limit: cents(10_000), used: cents(10_000) } as const;
    const reached = { code: 'limit-reached', passed: [passed] } as const;
    const room = await withRoomAgain(database.db, player.walletId, reached, cents(5_000), instant(Date.now()));
    expect(room.passed[0]?.again).toBe(at + 24 * 3_600_000);
  });

  test('accepts one of two concurrent bets that only fit singly, in one group and on two writers, 100 times', async () => {
    const game = await match();
    for (let round = 0; round < 100; round += 1) {
      const player = await createPlayer(database.db, one, 100);
      await limit(player, 'stake', 30);
      const second = round % 2 === 0 ? one : other;
      const answers = await Promise.all([
        one.submit(homeWins(player, [game], 2_000)),
        second.submit(homeWins(player, [game], 2_000)),
      ]);
      expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
      expect(answers.find((answer) => !answer.ok)).toMatchObject({
        refusal: { code: 'limit-reached', passed: [{ used: 2_000 }] },
      });
      expect((await readWallet(database.db, player.walletId))?.wallet.staked).toBe(2_000);
    }
  });

  test('does not change the answer to a repeated bet', async () => {
    const player = await createPlayer(database.db, one, 100);
    const bet = homeWins(player, [await match()], 2_000);
    const first = await one.submit(bet);
    await limit(player, 'stake', 1);
    const again = await one.submit(bet);
    expect([first.ok, again.ok && again.value.repeated]).toEqual([true, true]);
  });
});

test('a week and a month last as many hours in every time zone, also when its clocks change', async () => {
  const player = await createPlayer(database.db, one, 100);
  await played(player, 2_000, [0, 1]);
  const deposit = await askDeposit(database.db, player, 50);
  expect((await one.submit(deposit)).ok).toBe(true);
  await changeClocks(database, 'forward', 3);
  const session = connect(database.url, { max: 1 });
  const paid = async (hours: number) => {
    await letPass(player, hours);
    await owner.query(`update transactions set updated_at = updated_at - $2 * interval '1 hour' where wallet_id = $1`, [
      player.walletId,
      hours,
    ]);
  };
  const used = async (period: 'week' | 'month') => {
    const { staked, lost, deposited } = await readLimits(session.db, player.walletId);
    return { staked: staked[period], lost: lost[period], deposited: deposited[period] };
  };
  const all = { staked: 2_000, lost: 2_000, deposited: 5_000 };
  await paid(7 * 24 - 0.5);
  expect(await used('week')).toEqual(all);
  await paid(23 * 24);
  expect(await used('month')).toEqual(all);
  await paid(0.5);
  expect(await used('month')).toEqual({ staked: 0, lost: 0, deposited: 0 });
  await session.close();
});

describe('a loss limit', () => {
  test('counts stakes at risk and losses, less returns', async () => {
    const player = await createPlayer(database.db, one, 100);
    await limit(player, 'loss', 30);
    await played(player, 1_000, [0, 1]);
    const game = await match();
    const bet = homeWins(player, [game], 2_000);
    expect((await one.submit(bet)).ok).toBe(true);
    const refused = await one.submit(homeWins(player, [await match()], 100));
    expect(refused).toMatchObject({
      refusal: { code: 'limit-reached', passed: [{ kind: 'loss', limit: 3_000, used: 3_000 }] },
    });
    await finishAndSettle(database, game.id, 2, 0);
    expect((await readLimits(database.db, player.walletId)).lost.day).toBe(-1_000);
    expect((await one.submit(homeWins(player, [await match()], 3_000))).ok).toBe(true);
  });

  test('gives no room for a loss that was undone after it had left the period', async () => {
    const player = await createPlayer(database.db, one, 300);
    await limit(player, 'loss', 100);
    const game = await match();
    expect((await one.submit(homeWins(player, [game], 10_000))).ok).toBe(true);
    await finishAndSettle(database, game.id, 0, 1);
    await letPass(player, 25);
    await correctScore(database, game.id, 1, 0);
    expect((await readLimits(database.db, player.walletId)).lost).toEqual({
      day: -10_000,
      week: -10_000,
      month: -10_000,
    });
  });

  test('does not add earlier winnings to the limit', async () => {
    const player = await createPlayer(database.db, one, 100);
    await played(player, 5_000, [1, 0]);
    await limit(player, 'loss', 10);
    const game = await match();
    expect(await one.submit(homeWins(player, [game], 1_001))).toMatchObject({
      refusal: { passed: [{ kind: 'loss', used: 0 }] },
    });
    expect((await one.submit(homeWins(player, [game], 1_000))).ok).toBe(true);
  });
});

describe('an exclusion', () => {
  test('refuses bets from its answer on, but not settlements and withdrawals', async () => {
    const player = await createPlayer(database.db, one, 100);
    const game = await match();
    const bet = homeWins(player, [game], 1_000);
    await one.submit(bet);
    const begun = await excludeBettor(database.db, by(player), { kind: 'time-out', days: 1 });
    const until = begun.ok ? begun.value.until : undefined;
    expect(await other.submit(homeWins(player, [game], 1_000))).toEqual({
      ok: false,
      refusal: { code: 'excluded', kind: 'time-out', until },
    });
    await finishAndSettle(database, game.id, 1, 0);
    expect((await readWallet(database.db, player.walletId))?.wallet.cash).toBe(11_000);
  });

  test('credits a deposit that was started earlier, without a bonus', async () => {
    const player = await createPlayer(database.db, one);
    const paid = await askDeposit(database.db, player, 50);
    await excludeBettor(database.db, by(player), { kind: 'self-exclusion', days: null });
    expect((await one.submit(paid)).ok).toBe(true);
    expect((await readWallet(database.db, player.walletId))?.wallet).toMatchObject({ cash: 5_000, bonus: 0 });
  });
});

describe('usage and history', () => {
  test('reports usage that agrees with the rule and the ledger', async () => {
    const player = await createPlayer(database.db, one, 100);
    await played(player, 1_000, [1, 0]);
    await letPass(player, 25);
    await played(player, 2_000, [0, 0]);
    const { staked, lost } = await readLimits(database.db, player.walletId);
    expect({ staked, lost }).toEqual({
      staked: { day: 2_000, week: 3_000, month: 3_000 },
      lost: { day: 2_000, week: 1_000, month: 1_000 },
    });
    expect(await readPlay(database.db, player.walletId, instant(Date.now() - 3_600_000))).toEqual({
      staked: 2_000,
      net: -2_000,
    });
    expect(await readPlay(database.db, player.walletId, instant(0))).toEqual({ staked: 3_000, net: -1_000 });
  });

  test('records each change in an append-only row, and none without a change', async () => {
    const player = await createPlayer(database.db, one);
    for (const dollars of [50, 50, 80, 80, 20]) await limit(player, 'deposit', dollars);
    const rows = await database.db
      .selectFrom('limit_changes')
      .select(['before_amount', 'amount', 'actor'])
      .where('wallet_id', '=', player.walletId)
      .orderBy('id')
      .execute();
    const actor = `user:${player.userId}`;
    expect(rows).toEqual([
      { before_amount: null, amount: 5_000, actor },
      { before_amount: 5_000, amount: 8_000, actor },
      { before_amount: 5_000, amount: 2_000, actor },
    ]);
    for (const table of ['limit_changes', 'exclusions', 'reality_checks', 'restricted_wallets']) {
      await expect(database.pool.query(`delete from ${table}`)).rejects.toThrow('permission denied');
      await expect(owner.query(`update ${table} set wallet_id = wallet_id`)).rejects.toThrow(/append-only|may not/i);
    }
  });
});

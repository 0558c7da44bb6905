import { defaultLimits } from '@touchline/core/betting';
import { viewBet } from '@touchline/core/contract';
import type { BetId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { cents, Decimal } from '@touchline/core/money';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { readBet } from '../bets/index.ts';
import { exportLedger, verifyMoney } from '../ledger/index.ts';
import {
  changeWinner,
  createMatch,
  createMatchInPlay,
  createPlayer,
  createTestDatabase,
  decideMatch,
  depositWithBonus,
  finishAndSettle,
  finishMatch,
  homeWins,
  inPlayHomeWins,
  judging,
  letDelayPass,
  placeBet,
  setScore,
  settleEnded,
  type TestMatch,
  tamper,
  verifyUnsigned,
} from '../testing/index.ts';
import { betTerms, createWalletWriter, type PlaceBet, readWallet } from './index.ts';

const database = await createTestDatabase();
const writer = createWalletWriter(database);
const other = createWalletWriter(database);
afterAll(async () => {
  await writer.close();
  await other.close();
  await database.close();
});

const walletOf = async ({ walletId }: PlaceBet) => (await readWallet(database.db, walletId))?.wallet;
const eventsOf = async (betId: BetId) => {
  const { rows } = await sql<{ type: string; amount: number; payload: Record<string, unknown> }>`
    select type, amount, payload from ledger_events where payload ->> 'betId' = ${betId} order by version`.execute(
    database.db,
  );
  return rows;
};
const openOn = async (match: TestMatch) => {
  const { rows } = await sql<{ staked: number; on_home: number }>`
    select staked, on_home from market_exposures where match_id = ${match.id}`.execute(database.db);
  return rows;
};

/** A bettor with $100 holds $10 on a home win at 2.00. */
async function hold(policy: 'none' | 'better' | 'any' = 'none') {
  const match = await createMatchInPlay(database.db, 'Ajax', 'Twente');
  const player = await createPlayer(database.db, writer, 100);
  const command = inPlayHomeWins(player, [match], 1_000, policy);
  return { match, player, command, placed: await placeBet(writer, command) };
}

describe('a bet with a match in play', () => {
  test('awaits acceptance: its stake is taken, it shows until when, and nothing happens early', async () => {
    const { command, placed, match } = await hold();
    expect(placed.wallet).toMatchObject({ cash: 9_000, staked: 1_000 });
    expect(placed.bet.acceptance).toEqual({ state: 'pending', until: placed.bet.placedAt + 8_000 });
    expect(await readBet(database.db, command.betId)).toEqual(placed.bet);
    expect(await writer.submit(judging(command))).toEqual({ ok: false, refusal: { code: 'bet-waits' } });
    await finishAndSettle(database, match.id, 1, 0);
    const { acceptance, settlement } = placed.bet;
    expect(await readBet(database.db, command.betId)).toMatchObject({ status: 'pending', acceptance, settlement });
    await expect(
      database.pool.query(`update bets set status = 'lost', payout = 0, settled_at = now() where id = $1`, [
        command.betId,
      ]),
    ).rejects.toThrow('bets_pending_unsettled');
  });

  test('is accepted at once before kick-off', async () => {
    const match = await createMatch(database.db, 'Ajax', 'Twente');
    const player = await createPlayer(database.db, writer, 100);
    const placed = await writer.submit(inPlayHomeWins(player, [match], 1_000));
    expect(placed.ok && placed.value.bet.acceptance).toBe(undefined);
  });

  test('is accepted after the delay if nothing happened, and the ledger records its terms', async () => {
    const { command, match } = await hold();
    await letDelayPass(database, [command.betId]);
    const judged = await writer.submit(judging(command));
    const bet = await readBet(database.db, command.betId);
    if (!judged.ok || !bet) throw new Error('not judged');
    expect(judged.value.bet).toEqual(bet);
    expect(bet).toMatchObject({
      version: 2,
      status: 'pending',
      potentialPayout: 2_000,
      acceptance: { state: 'accepted' },
    });
    expect(await walletOf(command)).toMatchObject({ cash: 9_000, staked: 1_000 });
    expect(await eventsOf(command.betId)).toMatchObject([
      { type: 'StakeTaken', amount: 1_000, payload: { awaits: true } },
      { type: 'BetAccepted', amount: 0, payload: { terms: betTerms(bet.id, bet) } },
    ]);
    expect(await openOn(match)).toEqual([{ staked: 1_000, on_home: 2_000 }]);
  });

  test('is accepted at better odds if the bettor allows it', async () => {
    const { command, match } = await hold('better');
    await changeWinner(database.db, match, { home: '2.25' });
    await letDelayPass(database, [command.betId]);
    await writer.submit(judging(command));
    const bet = await readBet(database.db, command.betId);
    if (!bet) throw new Error('no bet');
    expect(viewBet(bet)).toMatchObject({
      totalOdds: 2.25,
      potentialPayout: 22.5,
      acceptance: { state: 'accepted' },
      matches: [{ odds: 2.25 }],
    });
    expect((await eventsOf(command.betId)).at(-1)?.payload['terms']).toBe(betTerms(bet.id, bet));
    expect(await openOn(match)).toEqual([{ staked: 1_000, on_home: 2_250 }]);
  });

  test('is voided by a window in which it was accepted, not by one in which it was placed', async () => {
    const { command, match } = await hold();
    await letDelayPass(database, [command.betId]);
    await writer.submit(judging(command));
    const placedAt = (await readBet(database.db, command.betId))?.placedAt ?? instant(0);
    const justAfter = instant(placedAt + 1);
    const statuses: unknown[] = [];
    for (const window of [{ until: justAfter }, { from: justAfter }]) {
      await decideMatch(database.db, match.id, { result: { kind: 'open' }, voidBets: [window] }, placedAt);
      await settleEnded(database, match.id);
      statuses.push((await readBet(database.db, command.betId))?.status);
    }
    expect(statuses).toEqual(['pending', 'void']);
    expect(await walletOf(command)).toMatchObject({ cash: 10_000, staked: 0 });
  });

  test.each<[string, string, (match: TestMatch) => Promise<unknown>]>([
    ['a goal fell', 'score-changed', (match) => setScore(database.db, match, 1, 0)],
    [
      'a goal fell and was taken back',
      'score-changed',
      async (match) => {
        await setScore(database.db, match, 1, 0);
        await setScore(database.db, match, 0, 0);
      },
    ],
    [
      'its market is suspended',
      'betting-suspended',
      (match) => changeWinner(database.db, match, { state: 'suspended' }),
    ],
    [
      'its market was suspended and is open again at the same price',
      'betting-suspended',
      async (match) => {
        await changeWinner(database.db, match, { state: 'suspended' });
        await changeWinner(database.db, match, { state: 'open' });
      },
    ],
    ['its price moved', 'line-changed', (match) => changeWinner(database.db, match, { home: '1.9' })],
    ['the match ended', 'event-closed', (match) => finishMatch(database.db, match.id, 0, 0)],
  ])('is rejected and its stake returned when %s', async (_what, code, happen) => {
    const { command, match } = await hold();
    await happen(match);
    await letDelayPass(database, [command.betId]);
    const judged = await writer.submit(judging(command));
    const bet = await readBet(database.db, command.betId);
    if (!judged.ok || !bet) throw new Error('not judged');
    expect(judged.value.bet).toEqual({ ...bet, legs: judged.value.bet.legs });
    expect(bet).toMatchObject({
      status: 'void',
      payout: 1_000,
      settlement: 0,
      acceptance: { state: 'rejected', code, matchId: match.id },
      legs: [{ status: 'void' }],
    });
    expect(viewBet(bet).acceptance?.reason).toMatch(/^Ajax Win: .*\. Your stake was returned\.$/);
    expect(await walletOf(command)).toEqual({ cash: 10_000, held: 0, bonus: 0, staked: 0 });
    expect(await eventsOf(command.betId)).toMatchObject([
      { type: 'StakeTaken' },
      { type: 'BetRejected', amount: 1_000, payload: { reason: code } },
    ]);
    expect(await openOn(match)).toEqual([{ staked: 0, on_home: 0 }]);
  });

  test.each(['Draw no bet: Ajax', 'Builder: Ajax Win + Goals: Over 1.5'])(
    'on "%s" is rejected if a market that it is priced from was suspended during the delay, and only then',
    async (label) => {
      const match = await createMatchInPlay(database.db, 'Ajax', 'Twente');
      const suspend = async () => {
        await changeWinner(database.db, match, { state: 'suspended' });
        await changeWinner(database.db, match, { state: 'open' });
      };
      const place = async () => {
        const command = inPlayHomeWins(await createPlayer(database.db, writer, 100), [match], 1_000, 'any');
        const picks = command.request.picks.map((pick) => ({ ...pick, label }));
        const placed = await writer.submit({ ...command, request: { ...command.request, picks } });
        if (!placed.ok) throw new Error(placed.refusal.code);
        return command;
      };
      await suspend();
      await tamper(database, `update price_changes set recorded_at = recorded_at - interval '1 minute'`);
      const before = await place();
      await letDelayPass(database, [before.betId]);
      expect(await writer.submit(judging(before))).toMatchObject({
        value: { bet: { acceptance: { state: 'accepted' } } },
      });
      const during = await place();
      await suspend();
      await letDelayPass(database, [during.betId]);
      expect(await writer.submit(judging(during))).toMatchObject({
        value: {
          bet: { status: 'void', acceptance: { state: 'rejected', code: 'betting-suspended', matchId: match.id } },
        },
      });
    },
  );

  test('is rejected at a goal, before the delay is over', async () => {
    const { command, match } = await hold();
    await setScore(database.db, match, 1, 0);
    const judged = await writer.submit(judging(command));
    expect(judged.ok && judged.value.bet.acceptance).toMatchObject({ state: 'rejected', code: 'score-changed' });
    expect(await walletOf(command)).toMatchObject({ cash: 10_000, staked: 0 });
  });

  test('is rejected when the feed is silent', async () => {
    const { command } = await hold();
    await letDelayPass(database, [command.betId]);
    await database.db.updateTable('league_feeds').set({ state: 'down' }).execute();
    const judged = await writer.submit(judging(command));
    expect(judged.ok && judged.value.bet.acceptance).toMatchObject({ state: 'rejected', code: 'stale' });
  });

  test('waits until the provider has confirmed its prices', async () => {
    const { command, placed } = await hold();
    await letDelayPass(database, [command.betId]);
    const before = new Date(placed.bet.placedAt - 10_000);
    await database.db.updateTable('league_feeds').set({ confirmed_at: before }).execute();
    expect(await writer.submit(judging(command))).toEqual({ ok: false, refusal: { code: 'bet-waits' } });
    expect((await readBet(database.db, command.betId))?.acceptance?.state).toBe('pending');
  });

  test('returns bonus money to the bonus when it is rejected, without wagering', async () => {
    const match = await createMatchInPlay(database.db, 'Ajax', 'Twente');
    const player = await createPlayer(database.db, writer);
    await depositWithBonus(database.db, writer, player, 40);
    const command = inPlayHomeWins(player, [match], 6_000);
    await writer.submit(command);
    expect(await walletOf(command)).toEqual({ cash: 0, held: 0, bonus: 2_000, staked: 6_000 });
    await setScore(database.db, match, 0, 1);
    await letDelayPass(database, [command.betId]);
    await writer.submit(judging(command));
    expect(await walletOf(command)).toEqual({ cash: 4_000, held: 0, bonus: 4_000, staked: 0 });
    const bonus = await database.db.selectFrom('bonuses').select(['on_bets', 'wagered']).execute();
    expect(bonus).toEqual([{ on_bets: 0, wagered: 0 }]);
  });

  test('is judged once, even by several workers at the same time', async () => {
    const match = await createMatchInPlay(database.db, 'Ajax', 'Twente');
    const commands: PlaceBet[] = [];
    for (let at = 0; at < 40; at += 1) {
      commands.push(inPlayHomeWins(await createPlayer(database.db, writer, 100), [match], 1_000));
    }
    await Promise.all(commands.map((command) => writer.submit(command)));
    const ids = commands.map((command) => command.betId);
    await letDelayPass(database, ids.slice(20));
    await setScore(database.db, match, 2, 0);
    await letDelayPass(database, ids);
    const asked = [...commands, ...commands].flatMap((command) => [
      writer.submit(judging(command)),
      other.submit(judging(command)),
    ]);
    const first = (await Promise.all(asked)).filter((outcome) => outcome.ok && !outcome.value.repeated);
    expect(first).toHaveLength(40);
    for (const command of commands) expect(await walletOf(command)).toMatchObject({ cash: 10_000, staked: 0 });
  });
});

describe('the liability of an outcome', () => {
  test('holds to the cent with many bettors on two processes at once', async () => {
    const match = await createMatch(database.db, 'PSV', 'Twente');
    const limits = { ...defaultLimits, maxLiability: cents(100_000) };
    const players = await Promise.all(Array.from({ length: 60 }, () => createPlayer(database.db, writer, 100)));
    const bets = players.map((player) => {
      const bet = homeWins(player, [match], 3_000);
      return { ...bet, rules: { ...bet.rules, limits } };
    });
    const outcomes = await Promise.all(bets.map((bet, at) => (at % 2 ? writer : other).submit(bet)));
    const taken = outcomes.filter((outcome) => outcome.ok);
    expect(taken).toHaveLength(33);
    for (const outcome of outcomes) {
      if (outcome.ok) continue;
      expect(outcome.refusal).toMatchObject({
        code: 'legs-refused',
        legs: [{ code: 'liability-reached', label: 'PSV Win', maxStake: 1_000 }],
      });
    }
    expect(await openOn(match)).toEqual([{ staked: 99_000, on_home: 198_000 }]);
  });

  test('counts bets on other markets that win at the same score, placed through another process at once', async () => {
    const match = await createMatch(database.db, 'Heracles', 'Twente');
    const limits = { ...defaultLimits, maxLiability: cents(100_000) };
    const players = await Promise.all(Array.from({ length: 60 }, () => createPlayer(database.db, writer, 100)));
    const over = { matchId: match.id, label: 'Over 2.5', oddsSeen: new Decimal('1.9') };
    const outcomes = await Promise.all(
      players.map((player, at) => {
        const bet = homeWins(player, [match], 3_000);
        const rules = { ...bet.rules, limits };
        return at % 2
          ? writer.submit({ ...bet, rules })
          : other.submit({ ...bet, rules, request: { ...bet.request, picks: [over] } });
      }),
    );
    const taken = (parity: number) => outcomes.filter((outcome, at) => outcome.ok && at % 2 === parity).length;
    const lossAtThreeNil = taken(1) * 3_000 + taken(0) * 2_700;
    expect(lossAtThreeNil).toBeLessThanOrEqual(100_000);
    expect(lossAtThreeNil).toBeGreaterThan(100_000 - 3_000);
  });
});

test('every event of the ledger verifies after all acceptances, rejections and returns', async () => {
  expect(await verifyMoney(database.pool)).toMatchObject({ passed: true, findings: [] });
  const run = await verifyUnsigned('export.ndjson', exportLedger(database.pool, { format: 'ndjson' }));
  expect([run.code, run.text]).toEqual([0, expect.not.stringContaining('verdict-wrong')]);
});

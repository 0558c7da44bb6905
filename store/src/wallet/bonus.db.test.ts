import { randomUUID } from 'node:crypto';
import { standardTerms } from '@touchline/core/bonus';
import type { BetId, TransactionId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { cents, Decimal } from '@touchline/core/money';
import { derivedPrices } from '@touchline/core/pricing';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { readBet } from '../bets/index.ts';
import { readBonus } from '../bonus/read-bonus.ts';
import { exportLedger, trialBalance, verifyMoney } from '../ledger/index.ts';
import { readMatches } from '../matches/index.ts';
import { settleMatch } from '../settlement/settle-match.ts';
import {
  askDeposit,
  causeOf,
  confirmedWithdrawal,
  correctScore,
  createMatch,
  createPlayer,
  createTestDatabase,
  decideMatch,
  depositWithBonus,
  finishMatch,
  homeWins,
  letBonusRunOut,
  type Player,
  placeBet,
  settleEnded,
  type TestMatch,
  verifyUnsigned,
} from '../testing/index.ts';
import { createWalletWriter, readWallet, type WalletWriter } from './index.ts';

const database = await createTestDatabase();
const writer = createWalletWriter(database);
/** As of a second process. */
const other = createWalletWriter(database);
const owner = new Client({ connectionString: database.ownerUrl });
await owner.connect();
afterAll(async () => {
  // Whatever these tests did: the books balance, and every wallet is the fold of its events.
  expect(await verifyMoney(database.pool)).toMatchObject({ passed: true, findings: [] });
  expect((await trialBalance(database.db)).sum).toBe(0);
  await owner.end();
  await writer.close();
  await other.close();
  await database.close();
});

const walletOf = async (player: Player) => (await readWallet(database.db, player.walletId))?.wallet;
const bonusOf = (player: Player) => readBonus(database.db, player.walletId);
const eventsOf = async (player: Player): Promise<readonly (readonly [string, number])[]> => {
  const { rows } = await database.pool.query<{ type: string; amount: number }>(
    'select type, amount from ledger_events where wallet_id = $1 order by version',
    [player.walletId],
  );
  return rows.map((row) => [row.type, row.amount]);
};
const newMatch = () => createMatch(database.db, `Home ${randomUUID()}`, `Away ${randomUUID()}`);
async function bet(player: Player, match: TestMatch, stake: number): Promise<BetId> {
  const command = homeWins(player, [match], stake);
  await placeBet(writer, command);
  return command.betId;
}
/** The match ends, and its bets are settled, by two runs at once. */
async function end(match: TestMatch, home: number, away: number) {
  await finishMatch(database.db, match.id, home, away);
  await Promise.all([settleEnded(database, match.id), settleEnded(database, match.id)]);
}
const withdraw = (player: Player, amount: number, forfeitBonus?: boolean) =>
  writer.submit({
    type: 'request-withdrawal',
    transactionId: randomUUID() as TransactionId,
    walletId: player.walletId,
    amount: cents(amount),
    method: 'bank_transfer',
    payout: null,
    ...confirmedWithdrawal,
    asked: 'test',
    flags: [],
    metadata: {},
    ...(forfeitBonus !== undefined && { forfeitBonus }),
    ...causeOf('request-withdrawal'),
    actor: `user:${player.userId}`,
  });

/** A bonus that became cash while all of it was on an open bet of $60 on the home win of `late`. */
async function convertedWhileOnBet() {
  const player = await createPlayer(database.db, writer);
  const granting = await depositWithBonus(database.db, writer, player, 30, { ...standardTerms, wagering: 2 });
  const [late, soon, last] = [await newMatch(), await newMatch(), await newMatch()];
  await bet(player, late, 6_000);
  // Money that brings no bonus, to meet the wagering with.
  await writer.submit(await askDeposit(database.db, player, 60));
  for (const match of [soon, last]) {
    await bet(player, match, 3_000);
    await end(match, 0, 1);
  }
  return { player, granting, late };
}
const chargeBack = (
  player: Player,
  transactionId: TransactionId,
  amount: number,
  reversalId = `chb_${transactionId}`,
) =>
  writer.submit({
    type: 'reverse-deposit',
    walletId: player.walletId,
    transactionId,
    reversal: { id: randomUUID() as TransactionId, kind: 'chargeback', reversalId, amount: cents(amount) },
    ...causeOf('reverse-deposit'),
  });

describe('the first deposit of a bettor', () => {
  test('grants the bonus in the same commit, once, even if its payment is reported again', async () => {
    const player = await createPlayer(database.db, writer);
    const command = await askDeposit(database.db, player, 60);
    const [first, again] = await Promise.all([writer.submit(command), other.submit(command)]);
    expect([first.ok && first.value.repeated, again.ok && again.value.repeated].toSorted()).toEqual([false, true]);
    const done = [first, again].find((one) => one.ok && !one.value.repeated);
    expect(done).toMatchObject({
      value: { version: 2, also: [{ type: 'BonusGranted', amount: 6_000 }], wallet: { cash: 6_000, bonus: 6_000 } },
    });
    expect(await bonusOf(player)).toMatchObject({
      id: command.deposit.transactionId,
      status: 'active',
      terms: standardTerms,
      granted: 6_000,
      toWager: 30_000,
    });
  });

  test('is the only one that grants it', async () => {
    const player = await createPlayer(database.db, writer);
    await depositWithBonus(database.db, writer, player, 20);
    await depositWithBonus(database.db, writer, player, 80);
    expect(await walletOf(player)).toMatchObject({ cash: 10_000, bonus: 2_000 });
  });

  test('grants it for one of two simultaneous deposits', async () => {
    const player = await createPlayer(database.db, writer);
    const deposits = [await askDeposit(database.db, player, 50), await askDeposit(database.db, player, 50)];
    await Promise.all(deposits.map((command, at) => [writer, other][at % 2]?.submit(command)));
    expect(await walletOf(player)).toMatchObject({ cash: 10_000, bonus: 5_000 });
  });

  test('grants none while none is offered, nor later for the second deposit', async () => {
    const player = await createPlayer(database.db, writer);
    await depositWithBonus(database.db, writer, player, 20, { ...standardTerms, percent: 0 });
    await depositWithBonus(database.db, writer, player, 20);
    expect([await walletOf(player), await bonusOf(player)]).toMatchObject([{ cash: 4_000, bonus: 0 }, undefined]);
  });

  test('ignores money that the bettor did not deposit', async () => {
    const player = await createPlayer(database.db, writer, 100);
    expect(await bonusOf(player)).toBeUndefined();
    await depositWithBonus(database.db, writer, player, 20);
    expect(await walletOf(player)).toMatchObject({ cash: 12_000, bonus: 2_000 });
  });
});

describe('a bet with bonus money', () => {
  test('takes own money first, and splits winnings like the stake', async () => {
    const player = await createPlayer(database.db, writer);
    await depositWithBonus(database.db, writer, player, 30);
    const match = await newMatch();
    const betId = await bet(player, match, 4_000);
    expect(await walletOf(player)).toEqual({ cash: 0, held: 0, bonus: 2_000, staked: 4_000 });
    expect(await readBet(database.db, betId)).toMatchObject({ stake: 4_000, bonusStake: 1_000 });
    expect(await bonusOf(player)).toMatchObject({ onBets: 1_000, wagered: 0 });
    await end(match, 1, 0);
    // $80 for $40: three quarters are the bettor's own.
    expect(await walletOf(player)).toEqual({ cash: 6_000, held: 0, bonus: 4_000, staked: 0 });
    expect(await bonusOf(player)).toMatchObject({ onBets: 0, wagered: 4_000, status: 'active' });
  });

  test('above balance and bonus together is refused with both amounts', async () => {
    const player = await createPlayer(database.db, writer);
    await depositWithBonus(database.db, writer, player, 30);
    expect(await writer.submit(homeWins(player, [await newMatch()], 6_001))).toEqual({
      ok: false,
      refusal: { code: 'balance-too-low', balance: 3_000, bonus: 3_000, missing: 1 },
    });
  });

  test('never stakes the same bonus money twice from two processes', async () => {
    const player = await createPlayer(database.db, writer);
    await depositWithBonus(database.db, writer, player, 30);
    const match = await newMatch();
    const bets = Array.from({ length: 12 }, () => homeWins(player, [match], 1_000));
    const placed = await Promise.all(bets.map((command, at) => [writer, other][at % 2]?.submit(command)));
    expect(placed.filter((one) => one?.ok)).toHaveLength(6);
    expect(await walletOf(player)).toEqual({ cash: 0, held: 0, bonus: 0, staked: 6_000 });
    expect(await bonusOf(player)).toMatchObject({ onBets: 3_000 });
  });

  test('takes no expired bonus money, even before it is removed', async () => {
    const player = await createPlayer(database.db, writer);
    await depositWithBonus(database.db, writer, player, 30);
    await letBonusRunOut(owner, player);
    expect(await writer.submit(homeWins(player, [await newMatch()], 3_001))).toEqual({
      ok: false,
      refusal: { code: 'balance-too-low', balance: 3_000, missing: 1 },
    });
  });
});

describe('wagering', () => {
  const twice = { ...standardTerms, wagering: 2 };

  test('converts the bonus to cash once, also when two processes settle at the same time', async () => {
    const player = await createPlayer(database.db, writer);
    await depositWithBonus(database.db, writer, player, 30, twice);
    const [won, lost] = [await newMatch(), await newMatch()];
    for (let at = 0; at < 6; at += 1) await bet(player, at % 2 ? won : lost, 1_000);
    await end(won, 1, 0);
    expect(await bonusOf(player)).toMatchObject({ status: 'active', wagered: 3_000 });
    await end(lost, 0, 1);
    expect(await bonusOf(player)).toMatchObject({ status: 'converted', wagered: 6_000, toWager: 6_000, onBets: 0 });
    const wallet = await walletOf(player);
    // Three of six bets won double.
    expect(wallet).toEqual({ cash: 6_000, held: 0, bonus: 0, staked: 0 });
    expect((await eventsOf(player)).filter(([type]) => type === 'BonusConverted')).toHaveLength(1);
  });

  test('pays open bets as cash after the bonus has become cash', async () => {
    const player = await createPlayer(database.db, writer);
    await depositWithBonus(database.db, writer, player, 30, twice);
    const [first, second, third] = [await newMatch(), await newMatch(), await newMatch()];
    await bet(player, first, 3_000);
    const mixed = await bet(player, second, 1_000);
    expect(await readBet(database.db, mixed)).toMatchObject({ bonusStake: 1_000 });
    await end(first, 1, 0);
    await bet(player, third, 3_000);
    await end(third, 0, 1);
    expect(await bonusOf(player)).toMatchObject({ status: 'converted', onBets: 1_000 });
    const before = await walletOf(player);
    await end(second, 1, 0);
    expect(await walletOf(player)).toEqual({ ...before, cash: (before?.cash ?? 0) + 2_000, staked: 0 });
    expect(await bonusOf(player)).toMatchObject({ status: 'converted', onBets: 0 });
  });

  test('does not count a bet below the minimum odds', async () => {
    const player = await createPlayer(database.db, writer);
    await depositWithBonus(database.db, writer, player, 30, { ...twice, minTotalOdds: new Decimal('2.01') });
    const match = await newMatch();
    await bet(player, match, 1_000);
    await end(match, 1, 0);
    expect(await bonusOf(player)).toMatchObject({ wagered: 0, version: 1 });
  });
});

/** A bet of `stake` cents on these outcomes; labels as the slip sends them. */
async function betOn(
  player: Player,
  picks: readonly (readonly [TestMatch, string, string | Decimal])[],
  stake: number,
  betId?: BetId,
) {
  const command = homeWins(player, [], stake, betId);
  const placed = await writer.submit({
    ...command,
    request: {
      ...command.request,
      picks: picks.map(([match, label, odds]) => ({ matchId: match.id, label, oddsSeen: new Decimal(odds) })),
    },
  });
  if (!placed.ok) throw new Error(placed.refusal.code);
  return command.betId;
}

describe('attack: over and under on one line wager a bonus nearly without risk', () => {
  const over = (match: TestMatch) => [match, 'Over 2.5', '1.9'] as const;
  const under = (match: TestMatch) => [match, 'Under 2.5', '1.95'] as const;
  const home = (match: TestMatch) => [match, `${match.homeTeam} Win`, '2'] as const;
  const away = (match: TestMatch) => [match, `${match.awayTeam} Win`, '4'] as const;
  const start = async () => {
    const player = await createPlayer(database.db, writer);
    await depositWithBonus(database.db, writer, player, 100);
    return player;
  };
  const wagered = async (player: Player) => (await bonusOf(player))?.wagered;

  test('counts nothing for both sides with the same stake', async () => {
    const [player, match] = [await start(), await newMatch()];
    await betOn(player, [over(match)], 2_000);
    await betOn(player, [under(match)], 2_000);
    await end(match, 2, 1);
    expect(await wagered(player)).toBe(0);
  });

  test('counts the excess of one side over the other', async () => {
    const [player, match] = [await start(), await newMatch()];
    await betOn(player, [over(match)], 2_000);
    await betOn(player, [under(match)], 500);
    await end(match, 2, 1);
    expect(await wagered(player)).toBe(1_500);
  });

  test('counts nothing for all three results of a match, or an accumulator against a single', async () => {
    const [player, match, second] = [await start(), await newMatch(), await newMatch()];
    for (const pick of [home(match), [match, 'Draw', '3.5'] as const, away(match)]) await betOn(player, [pick], 1_000);
    await betOn(player, [over(match), home(second)], 1_000);
    await betOn(player, [under(match)], 1_000);
    await end(match, 2, 1);
    await end(second, 1, 0);
    expect(await wagered(player)).toBe(0);
  });

  test('is not reduced by other markets, other matches, the same outcome or an earlier lost bet', async () => {
    const [player, match, second] = [await start(), await newMatch(), await newMatch()];
    await betOn(player, [over(match)], 1_000);
    await betOn(player, [over(match)], 1_000);
    await betOn(player, [home(match)], 1_000);
    await betOn(player, [home(second), home(match)], 1_000);
    await end(second, 0, 1);
    expect(await wagered(player)).toBe(1_000);
    // The accumulator is lost: what is staked now is a risk of its own. The single on the home side is covered.
    await betOn(player, [away(match)], 1_000);
    await end(match, 2, 1);
    expect(await wagered(player)).toBe(3_000);
  });

  describe.each([500, 1])('settled %i at once', (chunk) => {
    const settle = (match: TestMatch) => settleMatch(database, match.id, { now: () => instant(Date.now()), chunk });
    const drawNoBet = async ({ id, homeTeam }: TestMatch) => {
      const [match] = await readMatches(database.db, [id]);
      const prices = match ? derivedPrices(match, instant(match.kickoffAt - 1)) : [];
      const price = prices.find(({ outcome }) => outcome.market === 'draw_no_bet' && outcome.pick === 'home');
      if (!price) throw new Error('no price');
      return [`Draw no bet: ${homeTeam}`, price.odds] as const;
    };
    /** Bets are settled in the order of their ids. */
    const idAt = (first: string) => `${first}${randomUUID().slice(1)}` as BetId;

    test.each([
      ['before', '0', 'f'],
      ['after', 'f', '0'],
    ])(
      'does not count a bet that is refunded by the same result %s it, until a correction',
      async (_, refunded, won) => {
        const [player, match] = [await start(), await newMatch()];
        await betOn(player, [[match, ...(await drawNoBet(match))]], 5_000, idAt(refunded));
        await betOn(player, [[match, 'Draw', '3.5']], 5_000, idAt(won));
        await finishMatch(database.db, match.id, 1, 1);
        await settle(match);
        expect(await wagered(player)).toBe(5_000);
        await decideMatch(database.db, match.id, {
          result: { kind: 'score', score: { home: 2, away: 1 } },
          voidBets: [],
        });
        await settle(match);
        expect(await wagered(player)).toBe(0);
      },
    );
  });

  test('counts at most the maximum of one stake', async () => {
    const [player, match] = [await start(), await newMatch()];
    await betOn(player, [home(match)], 8_000);
    await end(match, 0, 1);
    expect(await wagered(player)).toBe(5_000);
  });

  test('keeps the terms under which a bonus was granted', async () => {
    const [player, match] = [await createPlayer(database.db, writer), await newMatch()];
    const older = { ...standardTerms, maxStake: null, opposing: 'count' } as const;
    await depositWithBonus(database.db, writer, player, 100, older);
    await betOn(player, [over(match)], 6_000);
    await betOn(player, [under(match)], 6_000);
    await end(match, 2, 1);
    expect(await wagered(player)).toBe(12_000);
  });
});

describe('an active bonus is lost', () => {
  test('by a withdrawal that the bettor confirms, in one commit', async () => {
    const player = await createPlayer(database.db, writer);
    await depositWithBonus(database.db, writer, player, 50);
    const match = await newMatch();
    await bet(player, match, 6_000);
    await depositWithBonus(database.db, writer, player, 20);
    expect(await withdraw(player, 2_000)).toEqual({
      ok: false,
      refusal: { code: 'bonus-would-be-lost', amount: 5_000 },
    });
    expect(await withdraw(player, 2_000, true)).toMatchObject({
      ok: true,
      value: { also: [{ type: 'BonusForfeited', amount: 4_000 }], wallet: { cash: 0, held: 2_000, bonus: 0 } },
    });
    expect(await bonusOf(player)).toMatchObject({ status: 'forfeited', onBets: 1_000 });
    // Bonus money on the open bet follows: of $120 a sixth goes to the operator.
    await end(match, 1, 0);
    expect(await walletOf(player)).toEqual({ cash: 10_000, held: 2_000, bonus: 0, staked: 0 });
  });

  test('by a chargeback of its deposit, not of another', async () => {
    const player = await createPlayer(database.db, writer);
    const granting = await depositWithBonus(database.db, writer, player, 50);
    const later = await depositWithBonus(database.db, writer, player, 20);
    await chargeBack(player, later, 2_000);
    expect(await walletOf(player)).toMatchObject({ cash: 5_000, bonus: 5_000 });
    expect(await chargeBack(player, granting, 5_000)).toMatchObject({ value: { also: [{ type: 'BonusForfeited' }] } });
    expect(await walletOf(player)).toMatchObject({ cash: 0, bonus: 0 });
    expect(await bonusOf(player)).toMatchObject({ status: 'forfeited' });
  });

  test('by a chargeback after it became cash, in proportion to the deposit, but not by a refund', async () => {
    const player = await createPlayer(database.db, writer);
    const granting = await depositWithBonus(database.db, writer, player, 20);
    for (let round = 0; round < 5; round += 1) {
      const match = await newMatch();
      await bet(player, match, 2_000);
      await end(match, 1, 0);
    }
    expect(await bonusOf(player)).toMatchObject({ status: 'converted' });
    const before = await walletOf(player);
    const [, became] = (await eventsOf(player)).find(([type]) => type === 'BonusConverted') ?? [];
    const ids = new Map<string, TransactionId>();
    const idOf = (reversalId: string): TransactionId => {
      const id = ids.get(reversalId) ?? (randomUUID() as TransactionId);
      ids.set(reversalId, id);
      return id;
    };
    const reverse = (kind: 'refund' | 'chargeback', amount: number, reversalId: string = kind) =>
      writer.submit({
        type: 'reverse-deposit',
        walletId: player.walletId,
        transactionId: granting,
        reversal: { id: idOf(reversalId), kind, reversalId, amount: cents(amount) },
        ...causeOf('reverse-deposit'),
      });
    expect(await reverse('refund', 500)).toMatchObject({ ok: true, value: { also: [] } });
    expect(await bonusOf(player)).toMatchObject({ status: 'converted' });
    const half = Math.ceil(Number(became) / 2);
    expect(await reverse('chargeback', 1_000)).toMatchObject({
      value: { also: [{ type: 'BonusTakenBack', amount: half }] },
    });
    expect(await bonusOf(player)).toMatchObject({ status: 'converted', chargedBack: 1_000 });
    // The provider reports it again: nothing moves.
    await reverse('chargeback', 1_000);
    await reverse('chargeback', 1_000, 'the rest');
    expect((await eventsOf(player)).filter(([type]) => type === 'BonusTakenBack')).toEqual([
      ['BonusTakenBack', half],
      ['BonusTakenBack', Number(became) - half],
    ]);
    expect(await walletOf(player)).toMatchObject({ cash: (before?.cash ?? 0) - 2_500 - Number(became), bonus: 0 });
    expect(await bonusOf(player)).toMatchObject({ status: 'forfeited' });
  });

  test('by a chargeback also when all of it was on open bets as it became cash: the bookmaker gets its winnings', async () => {
    const { player, granting, late } = await convertedWhileOnBet();
    expect(await bonusOf(player)).toMatchObject({ status: 'converted', onBets: 3_000 });
    expect(await walletOf(player)).toMatchObject({ cash: 0, bonus: 0, staked: 6_000 });
    await chargeBack(player, granting, 3_000);
    expect(await bonusOf(player)).toMatchObject({ status: 'forfeited' });
    await end(late, 1, 0);
    expect(await walletOf(player)).toMatchObject({ cash: 3_000, bonus: 0, staked: 0 });
  });

  test('by a chargeback also of later winnings from open bets, once even after corrections', async () => {
    const { player, granting, late } = await convertedWhileOnBet();
    // Nothing lay in the bonus as it became cash; half of $120 is what the bet brought it afterwards.
    await end(late, 1, 0);
    expect(await walletOf(player)).toEqual({ cash: 12_000, held: 0, bonus: 0, staked: 0 });
    expect(await bonusOf(player)).toMatchObject({ status: 'converted', converted: 6_000 });
    await chargeBack(player, granting, 1_000, 'a third');
    await chargeBack(player, granting, 2_000, 'the rest');
    expect((await eventsOf(player)).filter(([type]) => type === 'BonusTakenBack')).toEqual([
      ['BonusTakenBack', 2_000],
      ['BonusTakenBack', 4_000],
    ]);
    expect(await walletOf(player)).toMatchObject({ cash: 3_000 });
    // The match was lost after all: $60 were the bettor's own, and the operator has the other $60 already.
    await correctScore(database, late.id, 0, 1);
    expect(await walletOf(player)).toEqual({ cash: -3_000, held: 0, bonus: 0, staked: 0 });
  });

  test('by a partial chargeback of what became cash, no more and no less after corrections', async () => {
    const { player, granting, late } = await convertedWhileOnBet();
    await end(late, 1, 0);
    await chargeBack(player, granting, 1_500);
    // Half of the $60 that the bet brought the bonus.
    const charged = { cash: 7_500, held: 0, bonus: 0, staked: 0 };
    expect(await walletOf(player)).toEqual(charged);
    expect(await bonusOf(player)).toMatchObject({ converted: 6_000, takenBack: 3_000 });
    // It was lost: nothing became cash, and nothing of it stays taken. The payout of $120 and half of the deposit are.
    await correctScore(database, late.id, 0, 1);
    expect(await walletOf(player)).toEqual({ ...charged, cash: -1_500 });
    expect((await bonusOf(player))?.takenBack).toBeUndefined();
    await correctScore(database, late.id, 1, 0);
    expect(await walletOf(player)).toEqual(charged);
    expect(await bonusOf(player)).toMatchObject({ converted: 6_000, takenBack: 3_000 });
  });

  test.each([
    { part: 'all', charged: 3_000, cash: 3_000 },
    { part: 'half', charged: 1_500, cash: 7_500 },
  ])('by a chargeback of $part after a lost bet left none of it, even if the bet has won after all', async (row) => {
    const { player, granting, late } = await convertedWhileOnBet();
    await end(late, 0, 1);
    expect(await bonusOf(player)).toMatchObject({ status: 'converted', onBets: 0 });
    await chargeBack(player, granting, row.charged);
    expect(await walletOf(player)).toEqual({ cash: -row.charged, held: 0, bonus: 0, staked: 0 });
    const ledger = exportLedger(database.pool, { format: 'ndjson' });
    expect(await verifyUnsigned('export.ndjson', ledger)).toMatchObject({ code: 0, kinds: [] });
    await correctScore(database, late.id, 1, 0);
    expect(await walletOf(player)).toEqual({ cash: row.cash, held: 0, bonus: 0, staked: 0 });
  });

  test('by expiry, once, even when all of it is on bets', async () => {
    const player = await createPlayer(database.db, writer);
    const bonusId = await depositWithBonus(database.db, writer, player, 30);
    const match = await newMatch();
    await bet(player, match, 6_000);
    const expire = (by: WalletWriter) =>
      by.submit({ type: 'expire-bonus', bonusId, walletId: player.walletId, ...causeOf('expire-bonus') });
    expect(await expire(writer)).toEqual({ ok: false, refusal: { code: 'bonus-running' } });
    await letBonusRunOut(owner, player);
    const both = await Promise.all([expire(writer), expire(other)]);
    expect(both.map((one) => one.ok && one.value.repeated).toSorted()).toEqual([false, true]);
    expect((await eventsOf(player)).filter(([type]) => type === 'BonusForfeited')).toEqual([['BonusForfeited', 0]]);
    await end(match, 1, 0);
    expect(await walletOf(player)).toEqual({ cash: 6_000, held: 0, bonus: 0, staked: 0 });
    expect(await bonusOf(player)).toMatchObject({ status: 'expired', onBets: 0, wagered: 0 });
  });
});

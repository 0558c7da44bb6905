import { randomUUID } from 'node:crypto';
import type { BetId, UserId } from '@touchline/core/ids';
import { instant, minutes } from '@touchline/core/instant';
import { cents, Decimal, sum } from '@touchline/core/money';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { readBet, readCashOutRule, setCashOutRule } from '../bets/index.ts';
import { exportLedger, verifyMoney } from '../ledger/index.ts';
import { resolveReview, saveDoubts, switchBetting } from '../matches/index.ts';
import { recordScoreSoFar, saveScores } from '../settlement/index.ts';
import {
  cashingOut,
  changeWinner,
  correctScore,
  createMatch,
  createMatchInPlay,
  createPlayer,
  createTestDatabase,
  decideMatch,
  depositWithBonus,
  finishAndSettle,
  homeWins,
  inPlayHomeWins,
  judging,
  letDelayPass,
  placeBet,
  setScore,
  settleEnded,
  type TestMatch,
  verifyUnsigned,
} from '../testing/index.ts';
import { createWalletWriter, type PlaceBet, readWallet } from './index.ts';

const database = await createTestDatabase();
const writer = createWalletWriter(database);
const other = createWalletWriter(database);
afterAll(async () => {
  await writer.close();
  await other.close();
  await database.close();
});

const walletOf = async ({ walletId }: PlaceBet) => (await readWallet(database.db, walletId))?.wallet;
const openOn = async (match: TestMatch) =>
  (
    await sql<{ staked: number; on_home: number }>`
      select staked, on_home from market_exposures where match_id = ${match.id}`.execute(database.db)
  ).rows[0];
const typesOf = async (betId: BetId) =>
  (
    await sql<{ type: string }>`
      select type from ledger_events where payload ->> 'betId' = ${betId} order by version`.execute(database.db)
  ).rows.map(({ type }) => type);

/** A bettor with $100 has $10 at 2.00 on a home win in each match. */
async function place(...matches: readonly TestMatch[]) {
  const player = await createPlayer(database.db, writer, 100);
  const command = homeWins(player, matches, 1_000);
  await placeBet(writer, command);
  return { player, command };
}
const anyMatch = () => createMatch(database.db, 'Ajax', 'Utrecht');

describe('cashing out all of a bet', () => {
  test('pays its value once, ends it, and releases its liability; no result changes it', async () => {
    const match = await anyMatch();
    const { command } = await place(match);
    const done = await writer.submit(cashingOut(command));
    if (!done.ok) throw new Error(done.refusal.code);
    // The fair chance of a home win at 2.00, 3.50 and 4.00 is .4865; of its value of $9.73 we keep 5 %.
    expect(done.value).toMatchObject({
      wallet: { cash: 9_924, staked: 0 },
      bet: { status: 'cashed-out', payout: 924, cashedOut: { stake: 1_000, paid: 924 } },
      event: { type: 'CashedOut', amount: 924, stake: 1_000, quote: { margin: '0.05', legs: [{ chances: {} }] } },
    });
    expect(await readBet(database.db, command.betId)).toEqual(done.value.bet);
    expect(await openOn(match)).toEqual({ staked: 0, on_home: 0 });
    await finishAndSettle(database, match.id, 1, 0);
    expect(await walletOf(command)).toMatchObject({ cash: 9_924, staked: 0 });
    // Its leg still shows how it would have ended.
    expect(await readBet(database.db, command.betId)).toMatchObject({
      status: 'cashed-out',
      legs: [{ status: 'won' }],
    });
    expect(await typesOf(command.betId)).toEqual(['StakeTaken', 'CashedOut']);
  });

  test('with the same id is the same cash-out, another request under it is refused', async () => {
    const { command } = await place(await anyMatch());
    const asked = cashingOut(command);
    const [first, again] = [await writer.submit(asked), await other.submit(asked)];
    expect(again).toMatchObject({ ok: true, value: { repeated: true, event: first.ok && first.value.event } });
    const changed = { ...asked, request: { ...asked.request, stake: cents(1) } };
    expect(await writer.submit(changed)).toEqual({ ok: false, refusal: { code: 'key-reused' } });
    expect(await writer.submit(cashingOut(command))).toEqual({ ok: false, refusal: { code: 'bet-settled' } });
    expect(await walletOf(command)).toMatchObject({ cash: 9_924 });
  });

  test("another bettor's bet is unknown", async () => {
    const { command } = await place(await anyMatch());
    const stranger = await createPlayer(database.db, writer, 1);
    const asked = { ...cashingOut(command), walletId: stranger.walletId };
    expect(await writer.submit(asked)).toEqual({ ok: false, refusal: { code: 'bet-unknown' } });
  });
});

describe('cashing out a part', () => {
  test('leaves the rest, which is settled, corrected and settled again by itself', async () => {
    const match = await anyMatch();
    const { command } = await place(match);
    const part = await writer.submit(cashingOut(command, { stake: cents(400) }));
    expect(part).toMatchObject({
      ok: true,
      value: { wallet: { cash: 9_369, staked: 600 }, bet: { status: 'pending', cashedOut: { stake: 400, paid: 369 } } },
    });
    expect(await openOn(match)).toEqual({ staked: 600, on_home: 1_200 });
    await finishAndSettle(database, match.id, 1, 0);
    expect(await walletOf(command)).toMatchObject({ cash: 9_369 + 1_200, staked: 0 });
    expect(await readBet(database.db, command.betId)).toMatchObject({ status: 'won', payout: 1_200 });
    await correctScore(database, match.id, 0, 1);
    expect(await walletOf(command)).toMatchObject({ cash: 9_369, staked: 0 });
    expect(await readBet(database.db, command.betId)).toMatchObject({
      status: 'lost',
      payout: 0,
      cashedOut: { stake: 400, paid: 369 },
    });
    expect(await openOn(match)).toEqual({ staked: 0, on_home: 0 });
  });

  test('a void match returns only what was not cashed out', async () => {
    const match = await anyMatch();
    const { command } = await place(match);
    await writer.submit(cashingOut(command, { stake: cents(400) }));
    await database.db
      .updateTable('matches')
      .set({ status: 'void', ended_at: new Date(), graded_at: null })
      .where('id', '=', match.id)
      .execute();
    await settleEnded(database, match.id);
    expect(await walletOf(command)).toMatchObject({ cash: 9_369 + 600, staked: 0 });
  });

  test('down to one cent: no cent of the stake is lost, and the last part ends the bet', async () => {
    const { command } = await place(await anyMatch());
    const paid = [];
    for (const stake of [1, 333, 333, 332, 1].map(cents)) {
      const done = await writer.submit(cashingOut(command, { stake }));
      if (!done.ok) {
        // A cent of the stake is worth less than a cent.
        expect([stake, done.refusal.code]).toEqual([1, 'worth-nothing']);
        continue;
      }
      paid.push(done.value.event.amount);
    }
    expect(paid).toEqual([307, 307, 307]);
    const rest = await writer.submit(cashingOut(command));
    expect(rest).toMatchObject({ ok: true, value: { event: { stake: 2, amount: 1 }, bet: { status: 'cashed-out' } } });
    expect(await walletOf(command)).toMatchObject({ cash: 9_000 + sum(paid) + 1, staked: 0 });
  });

  test.each([0, 1_001])('of %i cents of a stake of 1000 is refused', async (stake) => {
    const { command } = await place(await anyMatch());
    expect(await writer.submit(cashingOut(command, { stake: cents(stake) }))).toEqual({
      ok: false,
      refusal: { code: 'part-invalid', maximum: 1_000 },
    });
  });
});

test('a part cashed out in the same group as a rule ends the rule first', async () => {
  const { command } = await place(await anyMatch());
  const { betId: id, userId } = command;
  await setCashOutRule(database.db, { id, userId }, cents(900));
  const rule = await readCashOutRule(database.db, id);
  const byRule = { ...cashingOut(command), cashOutId: rule?.id ?? '', isByRule: true } as const;
  const [part, rest] = await Promise.all([
    writer.submit(cashingOut(command, { stake: cents(400) })),
    writer.submit(byRule),
  ]);
  expect([part.ok, rest]).toEqual([true, { ok: false, refusal: { code: 'rule-ended' } }]);
  expect(await readBet(database.db, id)).toMatchObject({ status: 'pending', cashedOut: { stake: 400 } });
});

describe('a system', () => {
  test('counts a lost leg in the lines that have it, and its rest is settled', async () => {
    const matches = [
      await anyMatch(),
      await createMatch(database.db, 'PSV', 'Twente'),
      await createMatch(database.db, 'AZ', 'Heerenveen'),
    ];
    const [first, second, third] = matches;
    if (!first || !second || !third) throw new Error('three matches');
    const player = await createPlayer(database.db, writer, 100);
    const trixie = homeWins(player, matches, 400);
    const command = { ...trixie, request: { ...trixie.request, system: { sizes: [2, 3], bankers: [] } } };
    expect(await writer.submit(command)).toMatchObject({
      ok: true,
      value: { bet: { totalOdds: new Decimal(20), potentialPayout: 2_000 } },
    });
    // Two doubles and the treble have the match: $3.00, $6.00 if it alone counted, and 4 + 4 + 8 dollars promised.
    expect(await openOn(first)).toEqual({ staked: 300, on_home: 600 });
    await finishAndSettle(database, first.id, 0, 1);
    // One double is left: its $1.00 at 4.00, of which each leg wins with .4865.
    expect(await openOn(second)).toEqual({ staked: 100, on_home: 200 });
    const part = await writer.submit(cashingOut(command, { stake: cents(200) }));
    const chance = 0.48648;
    expect(part).toMatchObject({
      ok: true,
      value: {
        event: { stake: 200, amount: Math.floor(0.5 * 400 * (chance * 0.95) ** 2) },
        bet: { status: 'pending' },
      },
    });
    for (const { id } of [second, third]) {
      await finishAndSettle(database, id, 1, 0);
    }
    expect(await readBet(database.db, command.betId)).toMatchObject({ status: 'won', payout: 200 });
    await correctScore(database, first.id, 1, 0);
    expect(await readBet(database.db, command.betId)).toMatchObject({ status: 'won', payout: 1_000 });
    await correctScore(database, third.id, 0, 0);
    await correctScore(database, second.id, 0, 0);
    expect(await readBet(database.db, command.betId)).toMatchObject({ status: 'lost', payout: 0 });
    expect(await openOn(second)).toEqual({ staked: 0, on_home: 0 });
  });
});

describe('an accumulator', () => {
  test('counts the factors of its settled legs in full, and our margin for the open ones only', async () => {
    const [one, two] = [await anyMatch(), await createMatch(database.db, 'PSV', 'Twente')];
    const { command } = await place(one, two);
    await finishAndSettle(database, one.id, 2, 1);
    const done = await writer.submit(cashingOut(command));
    expect(done).toMatchObject({
      ok: true,
      value: { event: { amount: 1_849, quote: { legs: [{ verdict: 'won' }, { chances: {} }] } } },
    });
    expect(await openOn(two)).toEqual({ staked: 0, on_home: 0 });
  });
});

describe('a settled leg', () => {
  const seen = instant(Date.now());
  const refusedFor = (label: string) => ({ ok: false, refusal: { code: 'awaits-result', label } });

  /** An accumulator whose leg on `one` is settled as won, and whose other leg is open. */
  const half = async () => {
    const [one, two] = [await anyMatch(), await createMatch(database.db, 'PSV', 'Twente')];
    const { command } = await place(one, two);
    await finishAndSettle(database, one.id, 1, 0);
    return { one, two, command };
  };

  test.each(['score-corrected', 'sources-disagree'] as const)(
    'is not paid out while a review is open (%s), and is once it is resolved',
    async (kind) => {
      const { one, command } = await half();
      const [matchId, subject] = [one.id, one.id];
      const [review] = await database.db.transaction().execute(async (trx) => {
        await saveDoubts(trx, [{ matchId, kind, subject, facts: {} }], seen);
        return trx.selectFrom('match_reviews').select('id').where('match_id', '=', matchId).execute();
      });
      expect(await writer.submit(cashingOut(command))).toEqual(refusedFor('Ajax Win'));
      await database.db
        .transaction()
        .execute((trx) => resolveReview(trx, { id: review?.id ?? '', by: 'user:test', resolution: 'noted', at: seen }));
      expect(await writer.submit(cashingOut(command))).toMatchObject({ ok: true, value: { event: { amount: 1_849 } } });
    },
  );

  test('is not paid out once its result is corrected, also before the worker has settled by the correction', async () => {
    const { one, command } = await half();
    await decideMatch(database.db, one.id, { result: { kind: 'score', score: { home: 1, away: 1 } }, voidBets: [] });
    expect(await writer.submit(cashingOut(command))).toEqual(refusedFor('Ajax Win'));
    await settleEnded(database, one.id);
    expect(await writer.submit(cashingOut(command))).toEqual({ ok: false, refusal: { code: 'bet-settled' } });
    expect(await readBet(database.db, command.betId)).toMatchObject({ status: 'lost', cashedOut: { paid: 0 } });
  });

  test('by a goal that is taken back is not paid out, and is if the goal counts after all', async () => {
    const [one, two] = [await anyMatch(), await createMatch(database.db, 'PSV', 'Twente')];
    const player = await createPlayer(database.db, writer, 100);
    const winners = homeWins(player, [two], 1_000);
    const over = { matchId: one.id, label: 'Over 2.5', oddsSeen: new Decimal('1.9') };
    const command = { ...winners, request: { ...winners.request, picks: [over, ...winners.request.picks] } };
    await writer.submit(command);
    const kickoff = new Date(Date.now() - 600_000);
    await database.db.updateTable('matches').set({ kickoff_at: kickoff }).where('id', '=', one.id).execute();
    await setScore(database.db, one, 3, 0);
    await database.db.transaction().execute((trx) => recordScoreSoFar(trx, one.id, { home: 3, away: 0 }, seen));
    await settleEnded(database, one.id);
    expect(await readBet(database.db, command.betId)).toMatchObject({ legs: [{ status: 'won' }, {}] });
    await setScore(database.db, one, 2, 0);
    expect(await writer.submit(cashingOut(command))).toEqual(refusedFor('Over 2.5'));
    await setScore(database.db, one, 3, 0);
    expect(await writer.submit(cashingOut(command))).toMatchObject({ ok: true, value: { event: { amount: 1_757 } } });
  });

  test('has no cash-out while an admin closed it for its match', async () => {
    const { one, command } = await half();
    const closing = {
      closes: 'cash-out',
      scope: one.id,
      actor: randomUUID() as UserId,
      reason: 'wrong result',
    } as const;
    const turn = (act: 'close' | 'open') =>
      database.db.transaction().execute((trx) => switchBetting(trx, { ...closing, act }));
    await turn('close');
    expect(await writer.submit(cashingOut(command))).toEqual({
      ok: false,
      refusal: { code: 'cash-out-off', label: 'Ajax Win' },
    });
    await turn('open');
    expect(await writer.submit(cashingOut(command))).toMatchObject({ ok: true });
  });
});

test('a bet in a void window is not cashed out before the worker has voided it, also one that the run missed', async () => {
  const match = await anyMatch();
  const [{ command }, missed] = [await place(match), await place(match)];
  await decideMatch(database.db, match.id, { result: { kind: 'open' }, voidBets: [{ reason: 'wrong odds' }] });
  expect(await writer.submit(cashingOut(command))).toMatchObject({ refusal: { code: 'awaits-result' } });
  await database.db.updateTable('matches').set({ graded_at: new Date() }).where('id', '=', match.id).execute();
  expect(await writer.submit(cashingOut(missed.command))).toMatchObject({ refusal: { code: 'awaits-result' } });
  await settleEnded(database, match.id);
  expect(await walletOf(command)).toMatchObject({ cash: 10_000 });
});

test('a bet taken after the true kick-off is not cashed out before a ruling voids it, and is once an admin lifts its window', async () => {
  const match = await anyMatch();
  const { command } = await place(match);
  const now = Date.now();
  const [kickoffAt, seenAt] = [instant(now - minutes(20)), instant(now + minutes(1))];
  const report = { providerEventId: match.id, score: { home: 0, away: 0 }, state: 'in-play', kickoffAt } as const;
  await database.db.transaction().execute((trx) => saveScores(trx, 'test', [report], seenAt));
  await changeWinner(database.db, match, {});
  expect(await writer.submit(cashingOut(command))).toEqual({
    ok: false,
    refusal: { code: 'awaits-result', label: 'Ajax Win' },
  });
  const withoutWindows = { result: { kind: 'open' }, voidBets: [] } as const;
  // The first ruling has the window, and the second one lifts it.
  await decideMatch(database.db, match.id, withoutWindows);
  expect(await writer.submit(cashingOut(command))).toMatchObject({ refusal: { code: 'awaits-result' } });
  await decideMatch(database.db, match.id, withoutWindows);
  expect(await writer.submit(cashingOut(command))).toMatchObject({
    ok: true,
    value: { bet: { status: 'cashed-out' } },
  });
});

describe('there is no cash-out', () => {
  test('for less than the bettor saw: the new value is named', async () => {
    const match = await anyMatch();
    const { command } = await place(match);
    await changeWinner(database.db, match, { home: '2.5' });
    const refused = await writer.submit(cashingOut(command, { seen: cents(924) }));
    expect(refused).toEqual({ ok: false, refusal: { code: 'value-fell', seen: 924, amount: 812 } });
  });

  test('while the market is suspended, the odds are stale, or cashing out is off', async () => {
    const match = await anyMatch();
    const { command } = await place(match);
    const off = cashingOut(command);
    expect(await writer.submit({ ...off, rules: { ...off.rules, margin: undefined } })).toMatchObject({
      refusal: { code: 'cash-out-off' },
    });
    await changeWinner(database.db, match, { state: 'suspended' });
    expect(await writer.submit(cashingOut(command))).toEqual({
      ok: false,
      refusal: { code: 'suspended', label: 'Ajax Win' },
    });
  });

  test('of a bet with bonus money', async () => {
    const match = await anyMatch();
    const player = await createPlayer(database.db, writer);
    await depositWithBonus(database.db, writer, player, 50);
    const command = homeWins(player, [match], 6_000);
    expect(await writer.submit(command)).toMatchObject({ ok: true, value: { bet: { bonusStake: 1_000 } } });
    expect(await writer.submit(cashingOut(command))).toEqual({ ok: false, refusal: { code: 'bonus-stake' } });
  });
});

describe('with a match in play', () => {
  const asked = async () => {
    const match = await createMatchInPlay(database.db, 'Ajax', 'Twente');
    const player = await createPlayer(database.db, writer, 100);
    const command = inPlayHomeWins(player, [match], 1_000, 'none');
    await writer.submit(command);
    expect(await writer.submit(cashingOut(command))).toEqual({ ok: false, refusal: { code: 'bet-held' } });
    await changeWinner(database.db, match, {});
    await letDelayPass(database, [command.betId]);
    expect(await writer.submit(judging(command))).toMatchObject({ ok: true });
    const since = instant(Date.now() - 600_000);
    return { match, command, since };
  };

  test('it waits for the delay, and no longer than a bet for prices that were confirmed after the request', async () => {
    const { match, command, since } = await asked();
    const waits = { ok: false, refusal: { code: 'cash-out-waits' } };
    const early = { since, until: instant(Date.now() + 60_000) };
    await changeWinner(database.db, match, {});
    expect(await writer.submit(cashingOut(command, { delay: early }))).toEqual(waits);
    const unconfirmed = { since: instant(Date.now() + 60_000), until: instant(Date.now() - 30_000) };
    expect(await writer.submit(cashingOut(command, { delay: unconfirmed }))).toEqual(waits);
    const inVain = { ...unconfirmed, until: instant(Date.now() - 60_000) };
    expect(await writer.submit(cashingOut(command, { delay: inVain }))).toEqual({
      ok: false,
      refusal: { code: 'stale' },
    });
    expect(await writer.submit(cashingOut(command, { delay: { since, until: since } }))).toMatchObject({ ok: true });
  });

  test('a goal since the request refuses it, whatever the value is then', async () => {
    const { match, command, since } = await asked();
    await setScore(database.db, match, 1, 0);
    expect(await writer.submit(cashingOut(command, { delay: { since, until: since } }))).toMatchObject({
      ok: false,
      refusal: { code: 'score-changed', label: 'Ajax Win' },
    });
  });
});

describe('races', () => {
  const rounds = 200;

  test('two requests at once through two processes end in one payment', async () => {
    const match = await anyMatch();
    const bets = await Promise.all(Array.from({ length: rounds }, () => place(match)));
    const outcomes = await Promise.all(
      bets.map(({ command }) => Promise.all([writer.submit(cashingOut(command)), other.submit(cashingOut(command))])),
    );
    for (const pair of outcomes) {
      expect(pair.map((one) => (one.ok ? 'paid' : one.refusal.code)).toSorted()).toEqual(['bet-settled', 'paid']);
    }
    expect(await openOn(match)).toEqual({ staked: 0, on_home: 0 });
  });

  test('a settlement at the same moment: each bet is settled or cashed out, never both', async () => {
    const match = await anyMatch();
    const bets = await Promise.all(Array.from({ length: rounds }, () => place(match)));
    const [outcomes] = await Promise.all([
      Promise.all(bets.map(({ command }) => other.submit(cashingOut(command)))),
      finishAndSettle(database, match.id, 1, 0),
    ]);
    const ends = await Promise.all(
      bets.map(async ({ command }, at) => {
        const wallet = await walletOf(command);
        const types = await typesOf(command.betId);
        const isPaid = outcomes[at]?.ok;
        expect(types).toEqual(['StakeTaken', isPaid ? 'CashedOut' : 'WinningsPaid']);
        expect(wallet).toMatchObject({ cash: isPaid ? 9_924 : 11_000, staked: 0 });
        return isPaid;
      }),
    );
    expect(ends).toHaveLength(rounds);
    expect(await openOn(match)).toEqual({ staked: 0, on_home: 0 });
  });

  test('a settlement at the same moment as a part: what is left is settled, and each cent is paid once', async () => {
    const match = await anyMatch();
    const bets = await Promise.all(Array.from({ length: rounds }, () => place(match)));
    const [outcomes] = await Promise.all([
      Promise.all(bets.map(({ command }) => other.submit(cashingOut(command, { stake: cents(400) })))),
      finishAndSettle(database, match.id, 1, 0),
    ]);
    for (const [at, { command }] of bets.entries()) {
      const isPaid = outcomes[at]?.ok;
      expect(await walletOf(command)).toMatchObject({ cash: isPaid ? 9_369 + 1_200 : 11_000, staked: 0 });
      expect(await readBet(database.db, command.betId)).toMatchObject({
        status: 'won',
        payout: isPaid ? 1_200 : 2_000,
      });
    }
    expect(await openOn(match)).toEqual({ staked: 0, on_home: 0 });
  });

  test.each([
    ['a void of the match', 'pending', voidMatch, 10_000],
    ['the correction of its result', 'lost', (match: TestMatch) => correctScore(database, match.id, 1, 0), 11_000],
  ] as const)('%s and a cash-out: exactly one of them pays', async (_, before, act, payout) => {
    const match = await anyMatch();
    const bets = await Promise.all(Array.from({ length: rounds }, () => place(match)));
    if (before === 'lost') {
      await finishAndSettle(database, match.id, 0, 1);
    }
    const asked = Promise.all(bets.map(({ command }, at) => (at % 2 ? writer : other).submit(cashingOut(command))));
    const [answers] = await Promise.all([asked, act(match)]);
    for (const [at, { command }] of bets.entries()) {
      const isPaid = answers[at]?.ok === true;
      expect(await walletOf(command)).toMatchObject({ cash: isPaid ? 9_924 : payout, staked: 0 });
      expect((await typesOf(command.betId)).filter((type) => type === 'CashedOut')).toHaveLength(isPaid ? 1 : 0);
    }
    expect(await openOn(match)).toEqual({ staked: 0, on_home: 0 });
  });

  test('two requests of one key through two processes pay once', async () => {
    const match = await anyMatch();
    const bets = await Promise.all(Array.from({ length: rounds }, () => place(match)));
    await Promise.all(
      bets.map(async ({ command }) => {
        const once = cashingOut(command);
        const answers = await Promise.all([writer.submit(once), other.submit(once)]);
        expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
        expect(await walletOf(command)).toMatchObject({ cash: 9_924, staked: 0 });
      }),
    );
  });

  test('parts of a cent each add up to the stake and to no more than its value', async () => {
    const { command } = await place(await anyMatch());
    await writer.submit(cashingOut(command, { stake: cents(900) }));
    const asked = Array.from({ length: 120 }, (_, at) =>
      (at % 2 ? writer : other).submit(cashingOut(command, { stake: cents(1) })),
    );
    const paid = (await Promise.all(asked)).filter(({ ok }) => ok);
    // A cent of the stake is worth .92 of a cent: nothing that could be paid.
    expect(paid).toHaveLength(0);
    const twos = await Promise.all(
      Array.from({ length: 60 }, (_, at) => (at % 2 ? writer : other).submit(cashingOut(command, { stake: cents(2) }))),
    );
    expect(twos.filter(({ ok }) => ok)).toHaveLength(50);
    const bet = await readBet(database.db, command.betId);
    expect(bet).toMatchObject({ status: 'cashed-out', cashedOut: { stake: 1_000, paid: 832 + 50 } });
    expect(await walletOf(command)).toMatchObject({ cash: 9_000 + 882, staked: 0 });
  });

  test('parts through two processes at once add up to the stake at most', async () => {
    const match = await anyMatch();
    const bets = await Promise.all(Array.from({ length: rounds }, () => place(match)));
    await Promise.all(
      bets.map(async ({ command }) => {
        const parts = [300, 300, 300, 300].map((stake, at) =>
          (at % 2 ? writer : other).submit(cashingOut(command, { stake: cents(stake) })),
        );
        const paid = (await Promise.all(parts)).filter(({ ok }) => ok);
        expect(paid).toHaveLength(3);
        expect(await readBet(database.db, command.betId)).toMatchObject({
          status: 'pending',
          cashedOut: { stake: 900 },
        });
      }),
    );
    expect(await openOn(match)).toEqual({ staked: 100 * rounds, on_home: 200 * rounds });
  });
});

test('losses of a cash-out count towards the limits of a bettor', async () => {
  const { command } = await place(await anyMatch());
  await writer.submit(cashingOut(command));
  const { rows } = await sql<{ staked: number; lost: number }>`
    select staked_to_date as staked, lost_to_date as lost from wallets where wallet_id = ${command.walletId}`.execute(
    database.db,
  );
  expect(rows).toEqual([{ staked: 1_000, lost: 76 }]);
});

test('both verifiers value every cash-out again and pass', async () => {
  expect(await verifyMoney(database.pool)).toMatchObject({ passed: true, findings: [] });
  const run = await verifyUnsigned('export.ndjson', exportLedger(database.pool, { format: 'ndjson' }));
  expect([run.code, run.text]).toEqual([0, expect.not.stringContaining('payout-wrong')]);
});

async function voidMatch(match: TestMatch): Promise<void> {
  await decideMatch(database.db, match.id, { result: { kind: 'void' }, voidBets: [] });
  await settleEnded(database, match.id);
}

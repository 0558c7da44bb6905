import { randomUUID } from 'node:crypto';
import type { MatchId, UserId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { dollars, noMoney } from '@touchline/core/money';
import { readBet } from '@touchline/store/bets';
import { decideOrPropose } from '@touchline/store/settlement';
import {
  createFaultyPool,
  createMatch,
  createPlayer,
  createTestDatabase,
  finishMatch,
  homeWins,
  type Player,
  placeBet,
  type TestMatch,
  tamper,
} from '@touchline/store/testing';
import { createWalletWriter, readWallet, type SettledBet } from '@touchline/store/wallet';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { recheckGraded, type SettleBetsDeps, settleBets } from './settle-bets.ts';

const database = await createTestDatabase();
const writer = createWalletWriter(database);
afterAll(async () => {
  await writer.close();
  await database.close();
});

let settled: SettledBet[] = [];
let graded: string[] = [];
let markets: MatchId[] = [];
let errors: string[] = [];
let missed = 0;
beforeEach(() => {
  settled = [];
  graded = [];
  markets = [];
  errors = [];
  missed = 0;
});

const deps = (changes: Partial<SettleBetsDeps> = {}): SettleBetsDeps => ({
  store: database.worker,
  log: { info: () => {}, warn: () => {}, error: (_, event) => errors.push(event) },
  now: () => instant(Date.now()),
  usersOnline: async (users) => new Set(users),
  announce: {
    settled: (bets) => settled.push(...bets),
    graded: (bets) => graded.push(...bets.map((bet) => bet.id)),
    announceMarket: (matchId) => markets.push(matchId),
    missed: () => {
      missed += 1;
    },
  },
  ...changes,
});

const place = async (player: Player, matches: readonly TestMatch[], stake: number) => {
  const command = homeWins(player, matches, stake);
  await placeBet(writer, command);
  return command.betId;
};
const balance = async (player: Player) =>
  dollars((await readWallet(database.db, player.walletId))?.wallet.cash ?? never());
const never = (): never => {
  throw new Error('no wallet');
};

test('pays a won single stake times odds, a lost one nothing, and announces both once', async () => {
  const [lucky, unlucky] = [await createPlayer(database.db, writer, 100), await createPlayer(database.db, writer, 100)];
  const [won, lost] = [await createMatch(database.db, 'A', 'B'), await createMatch(database.db, 'C', 'D')];
  const bets = [await place(lucky, [won], 1_000), await place(unlucky, [lost], 1_000)];
  await finishMatch(database.db, won.id, 1, 0);
  await finishMatch(database.db, lost.id, 0, 0);
  await settleBets(deps());
  await settleBets(deps());
  expect([await balance(lucky), await balance(unlucky)]).toEqual([110, 90]);
  expect(settled.map(({ bet }) => bet.id).toSorted()).toEqual(bets.toSorted());
  expect(errors).toEqual([]);
});

test('announces a graded leg, and settles the bet when its last match ends', async () => {
  const player = await createPlayer(database.db, writer, 100);
  const [first, second] = [await createMatch(database.db, 'A', 'B'), await createMatch(database.db, 'C', 'D')];
  const bet = await place(player, [first, second], 1_000);
  await finishMatch(database.db, first.id, 2, 1);
  await settleBets(deps());
  expect([graded, settled, await balance(player)]).toEqual([[bet], [], 90]);
  await finishMatch(database.db, second.id, 1, 0);
  await settleBets(deps());
  expect(settled.map((one) => one.bet.id)).toEqual([bet]);
  expect(await balance(player)).toBe(130);
});

test('refunds a single on a void match', async () => {
  const player = await createPlayer(database.db, writer, 100);
  const match = await createMatch(database.db, 'A', 'B');
  await place(player, [match], 1_000);
  await database.db
    .updateTable('matches')
    .set({ status: 'void', ended_at: new Date() })
    .where('id', '=', match.id)
    .execute();
  await settleBets(deps());
  expect(await balance(player)).toBe(100);
});

async function gradedTooSoon(endedAt: Date) {
  const player = await createPlayer(database.db, writer, 100);
  const match = await createMatch(database.db, 'A', 'B');
  const bet = await place(player, [match], 1_000);
  await finishMatch(database.db, match.id, 1, 0);
  const graded = { graded_at: new Date(), ended_at: endedAt };
  await database.db.updateTable('matches').set(graded).where('id', '=', match.id).execute();
  return { player, bet };
}

test('settles a bet that arrived while its match was graded in the next run', async () => {
  const { player } = await gradedTooSoon(new Date());
  await settleBets(deps());
  expect(await balance(player)).toBe(110);
});

test('finds and settles a pending leg on a match that was graded long ago', async () => {
  const { player, bet } = await gradedTooSoon(new Date(Date.now() - 3_600_000));
  await settleBets(deps());
  expect(await readBet(database.db, bet)).toMatchObject({ status: 'pending' });
  await recheckGraded(deps());
  await settleBets(deps());
  expect(await balance(player)).toBe(110);
});

describe('bets that are void while their match goes on', () => {
  const until = instant(Date.now() + 3_600_000);
  const voidAll = (matchId: TestMatch['id']) =>
    database.db.transaction().execute((trx) =>
      decideOrPropose(
        trx,
        { userId: randomUUID() as UserId, role: 'admin', requestId: 'r1' },
        {
          matchId,
          basedOn: 0,
          decision: { result: { kind: 'open' }, voidBets: [{ market: 'h2h', until, reason: 'a wrong price' }] },
          reason: 'a wrong price',
          dryRun: {
            bets: 0,
            rolledBack: 0,
            waiting: 0,
            pays: noMoney,
            takesBack: noMoney,
            promised: noMoney,
            belowZero: 0,
            decides: noMoney,
          },
          book: { bets: 0, awaiting: 0 },
          limit: noMoney,
          at: instant(Date.now()),
        },
      ),
    );

  test('are refunded at once, or when their other legs are decided, and announced', async () => {
    const player = await createPlayer(database.db, writer, 100);
    const [wrong, right] = [await createMatch(database.db, 'A', 'B'), await createMatch(database.db, 'C', 'D')];
    const single = await place(player, [wrong], 1_000);
    const double = await place(player, [wrong, right], 1_000);
    await voidAll(wrong.id);
    await settleBets(deps());
    expect(await balance(player)).toBe(90);
    expect([settled.map(({ bet }) => [bet.id, bet.status]), graded]).toEqual([[[single, 'void']], [double]]);
    await finishMatch(database.db, right.id, 1, 0);
    await settleBets(deps());
    expect(await balance(player)).toBe(110);
    // The end of the match changes nothing about them.
    await finishMatch(database.db, wrong.id, 0, 2);
    await settleBets(deps());
    expect([await balance(player), errors]).toEqual([110, []]);
    expect((await readBet(database.db, double))?.legs.map(({ status }) => status)).toEqual(['void', 'won']);
  });

  test('are found when they were placed during the ruling, or accepted after it', async () => {
    const player = await createPlayer(database.db, writer, 100);
    const match = await createMatch(database.db, 'A', 'B');
    await voidAll(match.id);
    await settleBets(deps());
    await place(player, [match], 1_000);
    const held = await place(player, [match], 2_000);
    await tamper(database, `update bets set acceptance = 'pending', accept_at = now() where id = '${held}'`);
    await settleBets(deps());
    expect(await balance(player)).toBe(80);
    await database.pool.query(`update bets set acceptance = 'accepted', accepted_at = now() where id = $1`, [held]);
    await settleBets(deps());
    expect(await balance(player)).toBe(100);
  });
});

describe('1,000 bets on one match are each paid exactly once', () => {
  const stake = 1_000;
  const players = 50;
  const betsEach = 20;

  async function thousandBets() {
    const match = await createMatch(database.db, 'A', 'B');
    const people: Player[] = [];
    for (let i = 0; i < players; i += 1) people.push(await createPlayer(database.db, writer, 1_000));
    await Promise.all(
      people.flatMap((player) => Array.from({ length: betsEach }, () => place(player, [match], stake))),
    );
    await finishMatch(database.db, match.id, 3, 0);
    return { match, people };
  }

  async function expectEachPaidOnce(people: readonly Player[]) {
    const wallets = people.map((player) => player.walletId);
    const { rows } = await database.pool.query(
      `select count(*)::int as events, count(distinct payload->>'betId')::int as bets, sum(amount)::int as paid
       from ledger_events where type = 'WinningsPaid' and wallet_id = any($1::uuid[])`,
      [wallets],
    );
    expect(rows).toEqual([{ events: 1_000, bets: 1_000, paid: 1_000 * 2 * stake }]);
    for (const player of people) expect(await balance(player)).toBe(1_000 + (betsEach * stake) / 100);
  }

  test('when two runs go at the same time and a third follows', async () => {
    const { people } = await thousandBets();
    await Promise.all([settleBets(deps()), settleBets(deps())]);
    await settleBets(deps());
    await expectEachPaidOnce(people);
  });

  test('when runs die before their first statement, within a transaction, and before their commit is confirmed', async () => {
    const { people } = await thousandBets();
    const faulty = createFaultyPool(database.worker.pipelines);
    const failing = deps({ store: { db: database.worker.db, pipelines: faulty.pool } });
    for (const fault of [
      { afterStatements: 1, when: 'before sending' },
      { afterStatements: 5, when: 'after the answer' },
      { afterStatements: 12, when: 'after the answer' },
    ] as const) {
      faulty.plan(fault);
      await expect(settleBets(failing)).rejects.toThrow('not settled');
    }
    errors = [];
    await settleBets(deps());
    await expectEachPaidOnce(people);
    expect([faulty.broken(), errors]).toEqual([3, []]);
  });

  test('and announces their match once, when all of it can be read', async () => {
    const { match, people } = await thousandBets();
    const read: Promise<unknown>[] = [];
    const whenAnnounced = async () => {
      const { rows } = await database.pool.query(
        `select graded_at is not null as graded,
          (select count(*)::int from bet_legs where match_id = matches.id and status = 'pending') as open
         from matches where id = $1`,
        [match.id],
      );
      return rows;
    };
    const announceMarket = (matchId: MatchId) => {
      markets.push(matchId);
      read.push(whenAnnounced());
    };
    await settleBets(deps({ announce: { ...deps().announce, announceMarket } }));
    await settleBets(deps());
    expect([markets, await Promise.all(read)]).toEqual([[match.id], [[{ graded: true, open: 0 }]]]);
    await expectEachPaidOnce(people);
  });

  test('in one run also when it cannot push them, and open screens fetch them', async () => {
    const { people } = await thousandBets();
    await settleBets(deps({ usersOnline: () => Promise.reject(new Error('no connection')) }));
    await expectEachPaidOnce(people);
    expect([settled, markets.length, missed > 1, errors]).toEqual([[], 1, true, []]);
  });
});

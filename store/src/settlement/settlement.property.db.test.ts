import { lineCount } from '@touchline/core/betting';
import type { BetId, MatchId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import type { MatchDecision } from '@touchline/core/settlement';
import type { Wallet } from '@touchline/core/wallet';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { verifyMoney } from '../ledger/index.ts';
import {
  createFaultyPool,
  createMatch,
  createPlayer,
  createTestDatabase,
  decideMatch,
  depositWithBonus,
  homeWins,
  type TestMatch,
} from '../testing/index.ts';
import { createWalletWriter, type PlaceBet, readWallet } from '../wallet/index.ts';
import { settleMatch } from './settle-match.ts';

const database = await createTestDatabase();
const writer = createWalletWriter(database);
const players = [
  await createPlayer(database.db, writer, 1_000),
  await createPlayer(database.db, writer, 1_000),
  await createPlayer(database.db, writer),
];
const [, , withBonus] = players;
if (withBonus) await depositWithBonus(database.db, writer, withBonus, 50);
afterAll(async () => {
  await writer.close();
  await database.close();
});

const goals = fc.integer({ min: 0, max: 3 });
const anyScore = fc.record({ home: goals, away: goals });
const anyDecision: fc.Arbitrary<MatchDecision> = fc
  .oneof(
    { weight: 4, arbitrary: anyScore.map((score) => ({ kind: 'score' as const, score })) },
    { weight: 1, arbitrary: anyScore.map((score) => ({ kind: 'abandoned' as const, score })) },
    { weight: 1, arbitrary: fc.constant({ kind: 'void' as const }) },
  )
  .map((result) => ({ result, voidBets: [] }));
const anyPick = fc.constantFrom('home', 'draw', 'away', 'over', 'under');
const anyBet = fc.record({
  player: fc.nat(2),
  stake: fc.integer({ min: 10, max: 700 }),
  on: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 }),
  picks: fc.tuple(anyPick, anyPick, anyPick),
  hasLines: fc.boolean(),
});
const anyBook = fc.array(anyBet, { minLength: 1, maxLength: 12 });
const prices = { home: '2', draw: '3.5', away: '4', over: '1.9', under: '1.95' } as const;

type AnyBet = typeof anyBet extends fc.Arbitrary<infer Bet> ? Bet : never;
const labelOf = (match: TestMatch, pick: keyof typeof prices): string =>
  ({
    home: `${match.homeTeam} Win`,
    draw: 'Draw',
    away: `${match.awayTeam} Win`,
    over: 'Over 2.5',
    under: 'Under 2.5',
  })[pick];

/** Several selections with lines are a single of each and all their combinations. */
function command(matches: readonly TestMatch[], { player, stake, on, picks, hasLines }: AnyBet): PlaceBet {
  const who = players[player];
  if (!who) throw new Error('no such player');
  const chosen = on.flatMap((at) => matches[at] ?? []);
  const system = hasLines && on.length > 1 ? { sizes: on.map((_, at) => at + 1), bankers: [] } : undefined;
  const lines = lineCount(on.length, system);
  const bet = homeWins(who, chosen, Math.ceil(stake / lines) * lines);
  const named = chosen.map((match, at) => ({ match, pick: picks[at] ?? 'home' }));
  return {
    ...bet,
    request: {
      ...bet.request,
      oddsPolicy: 'any',
      system,
      picks: bet.request.picks.map((one, at) => {
        const { match, pick } = named[at] ?? { match: undefined, pick: 'home' as const };
        return match ? { ...one, label: labelOf(match, pick) } : one;
      }),
    },
  };
}

/** Three matches with the bets that the players could pay for. */
async function openBook(book: readonly AnyBet[]): Promise<{ matches: readonly TestMatch[]; bets: readonly BetId[] }> {
  const matches = [
    await createMatch(database.db, 'A', 'B'),
    await createMatch(database.db, 'C', 'D'),
    await createMatch(database.db, 'E', 'F'),
  ];
  const bets: BetId[] = [];
  for (const bet of book) {
    const asked = command(matches, bet);
    if ((await writer.submit(asked)).ok) bets.push(asked.betId);
  }
  return { matches, bets };
}

const now = () => instant(Date.now());
const decide = (matchId: MatchId, decision: MatchDecision) => decideMatch(database.db, matchId, decision);
const settle = (matchId: MatchId, pipelines = database.pipelines) =>
  settleMatch({ db: database.db, pipelines }, matchId, { now, chunk: 3 });

const walletsNow = async (): Promise<readonly (Wallet | undefined)[]> =>
  Promise.all(players.map(async (player) => (await readWallet(database.db, player.walletId))?.wallet));
const betsNow = async (ids: readonly BetId[]) => {
  const rows = await database.db
    .selectFrom('bets')
    .select(['id', 'status', 'payout', 'stake', 'settlement', 'version'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .execute();
  return rows;
};
// No limit of time: a run that is interrupted goes on beside the next test, on the same wallets.
const bounded = { numRuns: 12 } as const;

test('settling twice equals settling once, also after a correction', async () => {
  await fc.assert(
    fc.asyncProperty(anyBook, anyDecision, anyDecision, async (book, ...decisions) => {
      const { matches, bets } = await openBook(book);
      const [first] = matches;
      if (!first) return;
      for (const decision of decisions) {
        await decide(first.id, decision);
        await settle(first.id);
        const once = [await walletsNow(), await betsNow(bets)];
        await settle(first.id);
        expect([await walletsNow(), await betsNow(bets)]).toEqual(once);
      }
    }),
    bounded,
  );
});

test('a wrong result, its rollback and the same result again leave all balances unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(anyBook, anyDecision, anyDecision, async (book, right, wrong) => {
      // Bonus money that became cash stays cash, so only own money comes back to the cent.
      const own = book.filter((bet) => bet.player < 2);
      const { matches, bets } = await openBook(own);
      for (const { id } of matches) {
        await decide(id, right);
        await settle(id);
      }
      const before = await walletsNow();
      const paid = (await betsNow(bets)).map(({ status, payout }) => [status, payout]);
      const [first] = matches;
      if (!first) return;
      for (const decision of [wrong, right]) {
        await decide(first.id, decision);
        await settle(first.id);
      }
      expect(await walletsNow()).toEqual(before);
      expect((await betsNow(bets)).map(({ status, payout }) => [status, payout])).toEqual(paid);
    }),
    bounded,
  );
});

test('after settlement the bookmaker has all stakes less all payouts, also after corrections', async () => {
  await fc.assert(
    fc.asyncProperty(anyBook, fc.array(anyDecision, { minLength: 2, maxLength: 4 }), async (book, decisions) => {
      const { matches, bets } = await openBook(book);
      const [first, ...others] = matches;
      if (!first || bets.length === 0) return;
      for (const { id } of others) {
        await decide(id, { result: { kind: 'score', score: { home: 1, away: 1 } }, voidBets: [] });
        await settle(id);
      }
      for (const decision of decisions) {
        await decide(first.id, decision);
        await settle(first.id);
      }
      const settled = await betsNow(bets);
      expect(settled.every(({ status }) => status !== 'pending')).toBe(true);
      const { rows } = await sql<{ result: number }>`
        select coalesce(sum(n.amount), 0)::bigint as result from ledger_entries n join ledger_events e on e.seq = n.seq
        where n.account = 'house:result' and e.payload->>'betId' = any(${bets}::text[])`.execute(database.db);
      const staked = settled.reduce((sum, bet) => sum + bet.stake, 0);
      const paid = settled.reduce((sum, bet) => sum + (bet.payout ?? 0), 0);
      expect(rows[0]?.result).toBe(staked - paid);
    }),
    bounded,
  );
});

test('the next run completes a settlement or correction that failed at any statement, to the cent', async () => {
  const when = fc.constantFrom('before sending' as const, 'after the answer' as const);
  const anyFault = fc.record({ afterStatements: fc.nat(24), when });
  await fc.assert(
    fc.asyncProperty(anyBook, anyDecision, anyDecision, anyFault, async (book, first, then, fault) => {
      const { matches, bets } = await openBook(book);
      const [match] = matches;
      if (!match) return;
      const faulty = createFaultyPool(database.pipelines);
      for (const decision of [first, then]) {
        await decide(match.id, decision);
        faulty.plan(fault);
        await settle(match.id, faulty.pool).catch(() => undefined);
        await settle(match.id);
      }
      const once = [await walletsNow(), await betsNow(bets)];
      await settle(match.id);
      expect([await walletsNow(), await betsNow(bets)]).toEqual(once);
    }),
    bounded,
  );
});

const anyWindow: fc.Arbitrary<MatchDecision> = fc
  .constantFrom<MatchDecision['voidBets']>([], [{}], [{ market: 'h2h' }], [{ market: 'totals' }])
  .map((voidBets) => ({ result: { kind: 'open' }, voidBets }));
const open: MatchDecision = { result: { kind: 'open' }, voidBets: [] };

test('bets that are no longer void during a match have the same money and liability as before', async () => {
  await fc.assert(
    fc.asyncProperty(anyBook, fc.array(anyWindow, { minLength: 1, maxLength: 3 }), async (book, windows) => {
      const own = book.filter((bet) => bet.player < 2);
      const { matches, bets } = await openBook(own);
      const [first] = matches;
      if (!first) return;
      const liability = async () => {
        const { rows } = await sql<{
          staked: number;
        }>`select * from market_exposures where match_id = ${first.id} order by market`.execute(database.db);
        return rows.filter((row) => row.staked !== 0);
      };
      const standing = async () => [
        await walletsNow(),
        (await betsNow(bets)).map(({ status, payout }) => [status, payout]),
        await liability(),
      ];
      const before = await standing();
      for (const window of windows) {
        await decide(first.id, window);
        await settle(first.id);
        const once = await standing();
        await settle(first.id);
        expect(await standing()).toEqual(once);
      }
      await decide(first.id, { ...open, voidBets: [{}] });
      await settle(first.id);
      expect(await liability()).toEqual([]);
      await decide(first.id, open);
      await settle(first.id);
      expect(await standing()).toEqual(before);
    }),
    bounded,
  );
});

test('finally, every hash, fold and balance of the ledger verifies', async () => {
  expect((await verifyMoney(database.pool)).findings).toEqual([]);
});

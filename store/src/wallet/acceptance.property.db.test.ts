import { cents } from '@touchline/core/money';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { verifyMoney } from '../ledger/index.ts';
import { readMatches } from '../matches/index.ts';
import {
  changeWinner,
  createMatchInPlay,
  createPlayer,
  createTestDatabase,
  finishMatch,
  inPlayHomeWins,
  judging,
  letDelayPass,
  setScore,
  settleEnded,
} from '../testing/index.ts';
import { createWalletWriter, type PlaceBet, readWallet } from './index.ts';

/** What may happen to three matches in play and the bets on them, in any order. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('bet' as const),
      on: fc.nat(2),
      stake: fc.integer({ min: 10, max: 9_000 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('judge all' as const), on: fc.nat(2), late: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('goal' as const), on: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pause' as const), on: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const), on: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const), on: fc.nat(2) }) },
);

const database = await createTestDatabase();
const writers = [createWalletWriter(database), createWalletWriter(database)];
afterAll(async () => {
  for (const writer of writers) await writer.close();
  await database.close();
});

test('every stake is in an open bet, returned or settled, and in exactly one of them', async () => {
  const [writer] = writers;
  if (!writer) throw new Error('no writer');
  let rejected = 0;
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const matches = await Promise.all(
        ['A', 'B', 'C'].map((name) => createMatchInPlay(database.db, name, `${name}'`)),
      );
      const player = await createPlayer(database.db, writer, 500);
      const bets: PlaceBet[] = [];
      for (const one of steps) {
        const match = matches[one.on];
        if (!match) continue;
        if (one.do === 'bet') {
          const bet = inPlayHomeWins(player, [match], one.stake, 'any');
          if ((await writer.submit(bet)).ok) bets.push(bet);
        } else if (one.do === 'judge all') {
          if (one.late)
            await letDelayPass(
              database,
              bets.map((bet) => bet.betId),
            );
          await Promise.all(bets.flatMap((bet) => writers.map((each) => each.submit(judging(bet)))));
        } else if (one.do === 'goal') await setScore(database.db, match, one.on + 1, 0);
        else if (one.do === 'pause') {
          await changeWinner(database.db, match, { state: 'suspended' });
          await changeWinner(database.db, match, { state: 'open' });
        } else if (one.do === 'end') await finishMatch(database.db, match.id, 1, 0);
        else await settleIfEnded(match.id);
      }
      const { rows } = await sql<{ stakes: number; open: number; rejected: number; accepted: number; twice: number }>`
        select coalesce(sum(stake), 0)::bigint as stakes,
          coalesce(sum(stake) filter (where status = 'pending'), 0)::bigint as open,
          count(*) filter (where acceptance = 'rejected') as rejected,
          count(*) filter (where acceptance = 'accepted') as accepted,
          count(*) filter (where (select count(*) from ledger_events e
            where e.wallet_id = b.wallet_id and e.payload ->> 'betId' = b.id::text and e.type <> 'StakeTaken'
              and e.type <> 'BetAccepted') <> (case when status = 'pending' then 0 else 1 end)) as twice
        from bets b where wallet_id = ${player.walletId}`.execute(database.db);
      const [found] = rows;
      const wallet = (await readWallet(database.db, player.walletId))?.wallet;
      expect({ staked: wallet?.staked, twice: Number(found?.twice) }).toEqual({
        staked: cents(found?.open ?? 0),
        twice: 0,
      });
      rejected += Number(found?.rejected);
      accepted += Number(found?.accepted);
    }),
    { numRuns: 40, seed: 20_261_120 },
  );
  expect(Math.min(rejected, accepted)).toBeGreaterThan(0);
  expect(await verifyMoney(database.pool)).toMatchObject({ passed: true, findings: [] });
});

/** As the worker does it with a match that ended; one that goes on is left alone. */
async function settleIfEnded(id: Parameters<typeof readMatches>[1][number]): Promise<void> {
  const [match] = await readMatches(database.db, [id]);
  if (match && match.status !== 'open') await settleEnded(database, id);
}

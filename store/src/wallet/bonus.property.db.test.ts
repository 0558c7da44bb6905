import { randomUUID } from 'node:crypto';
import { standardTerms } from '@touchline/core/bonus';
import type { MatchId, TransactionId } from '@touchline/core/ids';
import { cents } from '@touchline/core/money';
import type { WalletEvent } from '@touchline/core/wallet';
import fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { readBonus } from '../bonus/read-bonus.ts';
import { trialBalance, verifyMoney } from '../ledger/index.ts';
import {
  causeOf,
  confirmedWithdrawal,
  createMatch,
  createPlayer,
  createTestDatabase,
  depositWithBonus,
  homeWins,
  letBonusRunOut,
  type Player,
  settleEnded,
} from '../testing/index.ts';
import { createWalletWriter, type MoneyCommand, readWallet } from './index.ts';

/** Random bursts of commands from two processes for the same wallets; afterwards the ledger must agree with the rows. */
type Step =
  | { readonly do: 'bet'; readonly who: number; readonly stake: number }
  | { readonly do: 'settle'; readonly which: number; readonly how: 'won' | 'lost' | 'void' }
  | { readonly do: 'withdraw'; readonly who: number; readonly forfeit: boolean }
  | { readonly do: 'expire'; readonly who: number };

const wagering = 1;
const who = fc.nat(1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('bet'), who, stake: fc.integer({ min: 10, max: 3_000 }) }) },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('settle'),
      which: fc.nat(30),
      how: fc.constantFrom('won', 'won', 'lost', 'void'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw'), who, forfeit: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire'), who }) },
);
const bursts = fc.array(fc.array(step, { minLength: 2, maxLength: 14 }), { minLength: 2, maxLength: 6 });

const database = await createTestDatabase();
const writers = [createWalletWriter(database, { maxGroup: 4 }), createWalletWriter(database, { maxGroup: 4 })] as const;
const owner = new Client({ connectionString: database.ownerUrl });
await owner.connect();
afterAll(async () => {
  await owner.end();
  for (const writer of writers) await writer.close();
  await database.close();
});

test('with two processes at once, a bonus row equals its ledger and is cash only after wagering', async () => {
  const ends: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(bursts, async (rounds) => {
      const players: Player[] = [];
      for (let at = 0; at < 2; at += 1) {
        const player = await createPlayer(database.db, writers[0]);
        await depositWithBonus(database.db, writers[0], player, 40, { ...standardTerms, wagering });
        players.push(player);
      }
      for (const steps of rounds) {
        const ended = await Promise.all(steps.map((one) => (one.do === 'settle' ? endOne(one, players) : undefined)));
        const commands = (await Promise.all(steps.map((one) => commandsOf(one, players)))).flat();
        await Promise.all([
          ...commands.map((command, at) => (at % 2 ? writers[0] : writers[1]).submit(command)),
          ...ended.map((id) => id && settleEnded(database, id)),
        ]);
      }
      for (const player of players) {
        const status = await checkBonus(player);
        ends[status] = (ends[status] ?? 0) + 1;
      }
    }),
    { numRuns: 25, seed: 20_261_120 },
  );
  // The runs must come to more than one end.
  expect(Object.keys(ends).length).toBeGreaterThan(2);
  expect(await verifyMoney(database.pool)).toMatchObject({ passed: true, findings: [] });
  expect((await trialBalance(database.db)).sum).toBe(0);
});

async function commandsOf(one: Step, players: readonly Player[]): Promise<MoneyCommand[]> {
  if (one.do === 'settle') return [];
  const player = players[one.who];
  return player ? commandOf(one, player) : [];
}

/** The match of an open bet ends, as it has to for the bet to come to this. */
async function endOne(one: Extract<Step, { do: 'settle' }>, players: readonly Player[]): Promise<MatchId | undefined> {
  const { rows } = await database.pool.query<{ match_id: MatchId }>(
    `select l.match_id from bets b join bet_legs l on l.bet_id = b.id
     where b.status = 'pending' and b.wallet_id = any($1) order by b.id`,
    [players.map((player) => player.walletId)],
  );
  const id = rows[one.which % Math.max(rows.length, 1)]?.match_id;
  if (id === undefined) return undefined;
  // The first verdict stands.
  await database.pool.query(
    `update matches set status = case when $2 = 'void' then 'void' else 'finished' end, ended_at = now(),
       home_score = case $2 when 'won' then 1 else 0 end, away_score = case $2 when 'lost' then 1 else 0 end
     where id = $1 and status = 'open'`,
    [id, one.how],
  );
  return id;
}

async function commandOf(one: Exclude<Step, { do: 'settle' }>, player: Player): Promise<MoneyCommand[]> {
  const { walletId } = player;
  switch (one.do) {
    case 'bet':
      return [homeWins(player, [await createMatch(database.db, 'Home', 'Away')], one.stake)];
    case 'withdraw':
      return [
        {
          type: 'request-withdrawal',
          transactionId: randomUUID() as TransactionId,
          walletId,
          amount: cents(1_000),
          method: 'bank_transfer',
          payout: null,
          ...confirmedWithdrawal,
          asked: 'test',
          flags: [],
          metadata: {},
          forfeitBonus: one.forfeit,
          ...causeOf('request-withdrawal'),
          actor: `user:${player.userId}`,
        },
      ];
    case 'expire': {
      await letBonusRunOut(owner, player);
      const bonus = await readBonus(database.db, walletId);
      return bonus ? [{ type: 'expire-bonus', bonusId: bonus.id, walletId, ...causeOf('expire-bonus') }] : [];
    }
  }
}

type Row = { type: WalletEvent['type']; amount: number; payload: Record<string, number> };

/** Folds the wallet's events without the rules that wrote them, and compares. */
async function checkBonus({ walletId }: Player): Promise<string> {
  const { rows } = await database.pool.query<Row>(
    'select type, amount, payload from ledger_events where wallet_id = $1 order by version',
    [walletId],
  );
  const open = new Map<string, number>();
  const folded = { bonus: 0, wagered: 0, granted: 0, status: 'none' };
  for (const { type, amount, payload } of rows) {
    const { fromBonus = 0, toBonus = 0, wagered = 0, betId, reason } = payload;
    if (type === 'BonusGranted') Object.assign(folded, { bonus: amount, granted: amount, status: 'active' });
    if (type === 'StakeTaken') {
      folded.bonus -= fromBonus;
      open.set(String(betId), fromBonus);
    }
    if (type === 'WinningsPaid' || type === 'StakeLost' || type === 'StakeRefunded') {
      folded.bonus += toBonus;
      folded.wagered += wagered;
      open.delete(String(betId));
    }
    if (type === 'BonusConverted') {
      expect([folded.status, folded.wagered]).toEqual(['active', folded.granted * wagering]);
      expect(amount).toBe(folded.bonus);
      Object.assign(folded, { bonus: 0, status: 'converted' });
    }
    if (type === 'BonusForfeited') {
      expect([folded.status, amount]).toEqual(['active', folded.bonus]);
      Object.assign(folded, { bonus: 0, status: String(reason) === 'expired' ? 'expired' : 'forfeited' });
    }
  }
  const bonus = await readBonus(database.db, walletId);
  expect((await readWallet(database.db, walletId))?.wallet.bonus).toBe(folded.bonus);
  expect(bonus).toMatchObject({
    status: folded.status,
    wagered: folded.wagered,
    onBets: [...open.values()].reduce((total, amount) => total + amount, 0),
  });
  return folded.status;
}

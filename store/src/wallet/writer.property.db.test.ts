import { randomUUID } from 'node:crypto';
import type { TransactionId } from '@touchline/core/ids';
import { cents } from '@touchline/core/money';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { verifyLedger } from '../ledger/index.ts';
import {
  createFaultyPool,
  createMatch,
  createPlayer,
  createTestDatabase,
  type Fault,
  finishMatch,
  homeWins,
  type Player,
} from '../testing/index.ts';
import { createWalletWriter, type MoneyCommand, type PlaceBet, readWallet } from './index.ts';

/**
 * Random commands against a model as simple as it gets: a map of wallets and a set of what was done. Commands are submitted
 * in bursts, so that they share groups; lines to the database break at random statements of the writer.
 */
type Step =
  | { readonly do: 'deposit'; readonly wallet: number; readonly amount: number }
  | { readonly do: 'bet'; readonly wallet: number; readonly stake: number; readonly matches: readonly number[] }
  | { readonly do: 'repeat'; readonly which: number }
  | { readonly do: 'reuse the key'; readonly which: number; readonly stake: number };

const wallets = 3;
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('deposit'),
      wallet: fc.nat(wallets - 1),
      amount: fc.integer({ min: -5, max: 20_000 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('bet'),
      wallet: fc.nat(wallets - 1),
      stake: fc.integer({ min: 1, max: 9_000 }),
      matches: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('repeat'), which: fc.nat(40) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('reuse the key'),
      which: fc.nat(40),
      stake: fc.integer({ min: 10, max: 90 }),
    }),
  },
);
const burst = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
  fault: fc.option(
    fc.record<Fault>({
      afterStatements: fc.integer({ min: 1, max: 14 }),
      when: fc.constantFrom('before sending', 'after the answer'),
    }),
  ),
});

type Done = { readonly command: MoneyCommand; readonly outcome: { readonly ok: boolean } };

const database = await createTestDatabase();
const faulty = createFaultyPool(database.pipelines);
const writer = createWalletWriter({ pipelines: faulty.pool }, { maxGroup: 5, retries: 1 });
const matches = await Promise.all(
  ['A', 'B', 'C', 'D'].map((name) => createMatch(database.db, `Home ${name}`, `Away ${name}`)),
);
// One is over: bets on it are refused.
await finishMatch(database.db, matches[3]?.id ?? ('' as never), 1, 0);
afterAll(async () => {
  await writer.close();
  await database.close();
});

test('with random commands and broken connections, keeps what was acknowledged, does nothing that was refused, and ignores retries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(burst, { minLength: 1, maxLength: 6 }), async (bursts) => {
      const players: Player[] = [];
      for (let at = 0; at < wallets; at += 1) players.push(await createPlayer(database.db, writer));
      const history: Done[] = [];
      for (const { steps, fault } of bursts) {
        const commands = steps.flatMap((one) => commandOf(one, players, history));
        if (fault) faulty.plan(fault);
        history.push(...(await Promise.all(commands.map(submitUntilKnown))));
      }
      await checkAgainst(history, players);
    }),
    { numRuns: 50, seed: 20_261_120 },
  );
  expect(faulty.broken()).toBeGreaterThan(20);
  expect(await verifyLedger(database.pool)).toMatchObject({ passed: true, findings: [] });
});

function commandOf(one: Step, players: readonly Player[], history: readonly Done[]): MoneyCommand[] {
  const placed = history.flatMap(({ command }) => (command.type === 'place-bet' ? [command] : []));
  const pick = <Item>(items: readonly Item[], which: number): Item | undefined =>
    items[which % Math.max(items.length, 1)];
  switch (one.do) {
    case 'deposit': {
      const player = players[one.wallet];
      if (!player) return [];
      const deposit = {
        transactionId: randomUUID() as TransactionId,
        provider: 'test',
        providerPaymentId: `tr_${randomUUID()}`,
        amount: cents(one.amount),
      };
      return [{ type: 'credit-deposit', walletId: player.walletId, deposit, actor: 'system:payments', cause: 'test' }];
    }
    case 'bet': {
      const player = players[one.wallet];
      const chosen = one.matches.flatMap((at) => matches[at] ?? []);
      return player ? [homeWins(player, chosen, one.stake)] : [];
    }
    case 'repeat': {
      const again = pick(history, one.which)?.command;
      return again ? [again] : [];
    }
    case 'reuse the key': {
      const bet = pick(placed, one.which);
      return bet ? [{ ...bet, request: { ...bet.request, stake: cents(one.stake) } }] : [];
    }
  }
}

/** As a client with an idempotency key does it: an unknown outcome is asked for again. */
async function submitUntilKnown(command: MoneyCommand): Promise<Done> {
  for (;;) {
    try {
      return { command, outcome: await writer.submit(command) };
    } catch (error) {
      if (!/terminated|Connection|ECONN|socket/i.test(String(error))) throw error;
    }
  }
}

type LedgerRow = { wallet_id: string; version: number; key: string; type: string; amount: number; cash: number };

async function checkAgainst(history: readonly Done[], players: readonly Player[]): Promise<void> {
  const { rows } = await database.pool.query<LedgerRow>(
    `select e.wallet_id, e.version, e.key, e.type, e.amount, l.balance_after as cash
     from ledger_events e left join ledger_entries l on l.seq = e.seq and l.account = 'player:cash'
     where e.wallet_id = any($1) order by e.wallet_id, e.version`,
    [players.map((player) => player.walletId)],
  );
  const written = new Map(rows.map((row) => [row.key, row]));
  expect(written.size).toBe(rows.length);

  const accepted = new Set(history.filter(({ outcome }) => outcome.ok).map(({ command }) => keyed(command)));
  const asked = new Map(history.map(({ command }) => [keyed(command), command]));
  // Nothing acknowledged is missing, and nothing else was ever written: neither a refused command nor a second of one.
  expect([...written.keys()].toSorted()).toEqual([...accepted].toSorted());
  for (const [key, row] of written) {
    const command = asked.get(key);
    const amounts = history.flatMap((done) =>
      done.outcome.ok && keyed(done.command) === key ? [amountOf(done.command)] : [],
    );
    expect(command).toBeDefined();
    for (const amount of amounts) expect(row.amount).toBe(amount);
  }
  for (const { walletId } of players) {
    const own = rows.filter((row) => row.wallet_id === walletId);
    expect(own.map((row) => row.version)).toEqual(own.map((_, at) => at + 1));
    // The model: a balance is what came in less what was staked, and never less than nothing on the way.
    let cash = 0;
    for (const row of own) {
      cash += row.type === 'DepositCredited' ? row.amount : -row.amount;
      expect(row.cash).toBe(cash);
      expect(cash).toBeGreaterThanOrEqual(0);
    }
    expect((await readWallet(database.db, walletId))?.wallet.cash ?? 0).toBe(cash);
  }
}

// In these runs no match that can be bet on ends, so only these two are written.
const keyed = (command: MoneyCommand): string =>
  command.type === 'credit-deposit'
    ? `deposit:${command.deposit.providerPaymentId}:paid`
    : command.type === 'place-bet'
      ? `stake:${command.betId}`
      : command.type;
const amountOf = (command: MoneyCommand): number =>
  command.type === 'credit-deposit' ? command.deposit.amount : (command as PlaceBet).request.stake;

import type { WalletPush } from '@touchline/core/contract';
import { instant } from '@touchline/core/instant';
import { readBonus } from '@touchline/store/bonus';
import { createTestDatabase, depositWithBonus, letBonusRunOut, openAccount } from '@touchline/store/testing';
import { createWalletWriter, readWallet, type WalletWriter } from '@touchline/store/wallet';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { expireBonuses } from './expire-bonuses.ts';

const database = await createTestDatabase();
const writers = [createWalletWriter(database.worker), createWalletWriter(database.worker)] as const;
const owner = new Client({ connectionString: database.ownerUrl });
await owner.connect();
afterAll(async () => {
  await owner.end();
  for (const writer of writers) await writer.close();
  await database.close();
});

async function openPlayer(name: string) {
  const { id: userId, walletId } = await openAccount(database.db, `${name}@example.com`);
  const player = { userId, walletId };
  await depositWithBonus(database.db, writers[0], player, 40);
  return player;
}

test('two workers at once expire each due bonus once and announce it; the others stay', async () => {
  const [due, running] = [await openPlayer('due'), await openPlayer('running')];
  await letBonusRunOut(owner, due);
  const pushes: (readonly [string, WalletPush])[] = [];
  const run = (writer: WalletWriter) =>
    expireBonuses({
      db: database.worker.db,
      writer,
      log: { info: () => {}, warn: () => {}, error: () => {} },
      now: () => instant(Date.now()),
      announceWallet: (userId, wallet) => pushes.push([userId, wallet]),
    });
  await Promise.all(writers.map(run));
  await run(writers[0]);

  expect(pushes).toEqual([
    [
      due.userId,
      {
        version: 3,
        balance: 40,
        held: 0,
        bonus: 0,
        staked: 0,
        reason: { type: 'BonusForfeited', amount: 0, bonus: { type: 'BonusForfeited', amount: 40 } },
      },
    ],
  ]);
  expect(await readBonus(database.db, due.walletId)).toMatchObject({ status: 'expired' });
  expect(await readBonus(database.db, running.walletId)).toMatchObject({ status: 'active' });
  expect((await readWallet(database.db, running.walletId))?.wallet).toMatchObject({ cash: 4_000, bonus: 4_000 });
});

import { generateKeyPairSync } from 'node:crypto';
import { Client } from 'pg';
import { type SigningKey, signingKey, takeCheckpoint } from '../ledger/index.ts';
import { createWalletWriter } from '../wallet/index.ts';
import { createMatch, createPlayer, finishMatch, homeWins, type Player, settleEnded } from './betting-fixture.ts';
import type { TestDatabase } from './test-database.ts';

/** An Ed25519 key as the operator keeps it. */
export const createSigningKey = (): SigningKey =>
  signingKey(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());

/**
 * Three players with deposits, bets that were won and lost and are pending, and a checkpoint; then some more bets, so that
 * every wallet has events before and behind the checkpoint.
 */
export async function playSomeLedger(database: TestDatabase, key: SigningKey): Promise<readonly Player[]> {
  const writer = createWalletWriter(database);
  const matches = [
    await createMatch(database.db, 'Ajax', 'Utrecht'),
    await createMatch(database.db, 'Feyenoord', 'Twente'),
    await createMatch(database.db, 'Heerenveen', 'Groningen'),
  ] as const;
  const players = [
    await createPlayer(database.db, writer, 100),
    await createPlayer(database.db, writer, 250),
    await createPlayer(database.db, writer, 40),
  ];
  for (const player of players) {
    for (const match of matches) await writer.submit(homeWins(player, [match], 500));
  }
  await finishMatch(database.db, matches[0].id, 2, 0);
  await finishMatch(database.db, matches[1].id, 0, 0);
  for (const { id } of [matches[0], matches[1]]) await settleEnded(database, id);
  await takeCheckpoint(database.pool, key);
  for (const player of players) await writer.submit(homeWins(player, [matches[2]], 700));
  await writer.close();
  return players;
}

/** Runs statements as a superuser with all triggers off: what no guard in the database can stop. */
export async function tamper(database: TestDatabase, ...statements: readonly string[]): Promise<void> {
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    await owner.query('set session_replication_role = replica');
    for (const statement of statements) await owner.query(statement);
  } finally {
    await owner.end();
  }
}

import { Client } from 'pg';
import { collectFindings, type Finding, type Findings } from '../ledger/findings.ts';
import { createWalletWriter } from '../wallet/index.ts';
import { createMatch, createPlayer, finishMatch, homeWins, type Player, settleEnded } from './betting-fixture.ts';
import type { TestDatabase } from './test-database.ts';

/**
 * Three players with deposits, and bets that were won and lost and are pending. `halfway` is called before the last bets, so that every
 * wallet has events before and after it.
 */
export async function playSomeLedger(
  database: TestDatabase,
  halfway: () => Promise<unknown> = async () => {},
): Promise<readonly Player[]> {
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
  await halfway();
  for (const player of players) await writer.submit(homeWins(player, [matches[2]], 700));
  await writer.close();
  return players;
}

/** Returns what a part of the verification finds. */
export async function foundBy(
  database: TestDatabase,
  verify: (pool: TestDatabase['pool'], findings: Findings) => Promise<unknown>,
): Promise<readonly Finding[]> {
  const findings = collectFindings();
  await verify(database.pool, findings);
  return findings.all().listed;
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

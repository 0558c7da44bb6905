import { createTestDatabase, type TestDatabase } from '@touchline/store/testing';
import { runMigrations } from 'bullmq';
import { Client } from 'pg';

/** Creates a throw-away database with BullMQ's schema. */
export async function createQueueDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await runMigrations(owner, 'bullmq');
  await owner.end();
  return database;
}

/** A log that discards everything. */
export const silent = { info: () => {}, warn: () => {}, error: () => {} };

import { createTestDatabase, type TestDatabase } from '@touchline/store/testing';
import { runMigrations } from 'bullmq';
import { Client } from 'pg';

/** A throw-away database that can hold jobs too. */
export async function createQueueDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await runMigrations(owner, 'bullmq');
  await owner.end();
  return database;
}

/** Where queues are told to write what they have to say. */
export const silent = { info: () => {}, warn: () => {}, error: () => {} };

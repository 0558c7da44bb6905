import { randomUUID } from 'node:crypto';
import type { UserId } from '@touchline/core/ids';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/index.ts';
import {
  breakSilentVerifications,
  breakVerification,
  finishVerification,
  listAccess,
  listVerifications,
  readVerification,
  recordAccess,
  requestVerification,
  saveVerificationProgress,
  startVerification,
  type VerifyReport,
} from './index.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

const auditor = randomUUID() as UserId;
const request = () => requestVerification(database.db, auditor);
const report: VerifyReport = {
  passed: true,
  wallets: 3,
  events: 21,
  entries: 45,
  checkpoints: 1,
  uncovered: 2,
  findings: [],
  found: {},
};

test('starts one run for concurrent requests, and another only after it has ended', async () => {
  const asked = await Promise.all(Array.from({ length: 8 }, request));
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
  const id = asked[0]?.id ?? '';
  await startVerification(database.db, id);
  expect(await request()).toMatchObject({ id, state: 'running' });
  await finishVerification(database.db, id, report);
  const next = await request();
  expect([next.id === id, next.state]).toEqual([false, 'waiting']);
  expect((await listVerifications(database.db, 10)).map((run) => run.id)).toEqual([next.id, id]);
  await breakVerification(database.db, next.id, 'enough');
});

test('restarts an interrupted run and keeps a finished one', async () => {
  const { id } = await request();
  await startVerification(database.db, id);
  expect(await saveVerificationProgress(database.db, id, { done: 10, total: 21 })).toMatchObject({
    state: 'running',
    eventsDone: 10,
    eventsTotal: 21,
  });
  expect(await startVerification(database.db, id)).toMatchObject({ state: 'running', eventsDone: 0 });
  const place = { wallet: 'w', version: 2, seq: 7, key: 'stake:b' };
  const finding = {
    kind: 'event-altered',
    key: 'event-altered:1',
    place,
    sentence: 'it differs from its hash',
  } as const;
  const failed = await finishVerification(database.db, id, {
    ...report,
    passed: false,
    findings: [finding],
    found: { 'event-altered': 2 },
  });
  expect(failed).toMatchObject({
    state: 'failed',
    eventsDone: 21,
    wallets: 3,
    entries: 45,
    checkpoints: 1,
    uncovered: 2,
    found: 2,
    findings: [finding],
    problem: null,
  });
  expect(await startVerification(database.db, id)).toBeUndefined();
  expect(await saveVerificationProgress(database.db, id, { done: 1, total: 21 })).toBeUndefined();
  expect(await breakVerification(database.db, id, 'too late')).toBeUndefined();
  expect(await readVerification(database.db, id)).toEqual(failed);
});

test('gives up a run without heartbeat, with a reason that makes no claim about the ledger', async () => {
  const { id } = await request();
  expect(await breakSilentVerifications(database.db, 0)).toEqual([]);
  await startVerification(database.db, id);
  expect(await breakSilentVerifications(database.db, 60_000)).toEqual([]);
  const [broken] = await breakSilentVerifications(database.db, 0);
  expect(broken).toMatchObject({ id, state: 'broken', findings: [], problem: 'The worker that ran it has ended.' });
  expect((await request()).id).not.toBe(id);
});

test('lists who viewed whom, in pages, and prevents changes', async () => {
  const wallet = randomUUID() as Parameters<typeof recordAccess>[1]['walletId'];
  const look = { userId: auditor, role: 'auditor', request: 'GET /ledger/events?type=StakeTaken' } as const;
  await recordAccess(database.db, { ...look, action: 'events', walletId: null });
  await recordAccess(database.db, { ...look, action: 'wallet', walletId: wallet });
  await recordAccess(database.db, { ...look, action: 'proof', walletId: wallet });
  const newest = await listAccess(database.db, { limit: 2 });
  expect(newest.accesses.map(({ action, walletId }) => [action, walletId])).toEqual([
    ['proof', wallet],
    ['wallet', wallet],
  ]);
  const rest = await listAccess(database.db, { before: newest.next ?? 0, limit: 2 });
  expect([rest.accesses.map(({ action }) => action), rest.next]).toEqual([['events'], null]);
  expect((await listAccess(database.db, { walletId: wallet ?? undefined, limit: 1 })).accesses[0]?.action).toBe(
    'proof',
  );
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await expect(owner.query('delete from access_log')).rejects.toThrow('access_log is append-only');
  await owner.end();
});

import type { UserId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createUser } from '../accounts/index.ts';
import { connect } from '../connect.ts';
import { createMatch, createTestDatabase } from '../testing/index.ts';
import { type Action, listActions, recordAction } from './index.ts';

const database = await createTestDatabase();
const person = { email: 'boss@example.com', name: 'Bo Ss', role: 'admin', passwordHash: 'none' } as const;
const created = await database.byOwner((db) => db.transaction().execute((trx) => createUser(trx, person)));
if (!created.ok) throw new Error(created.refusal.code);
const admin = created.value.id;
afterAll(() => database.close());

const approved = (subject: Action['subject'], changes: Partial<Action> = {}): Action => ({
  actor: { userId: admin, role: 'admin' },
  action: 'withdrawal-approved',
  subject,
  reason: null,
  before: { status: 'pending' },
  after: { status: 'completed' },
  requestId: 'r-1',
  ...changes,
});
const record = (action: Action) => database.db.transaction().execute((trx) => recordAction(trx, action));
const subjects = async (place: Partial<Parameters<typeof listActions>[1]>) => {
  const { actions, next } = await listActions(database.db, { limit: 100, ...place });
  return { subjects: actions.map((one) => one.subject), next };
};

test('lists actions with actor, subject, reason and both states, newest first, in pages', async () => {
  await record(approved('withdrawal:1', { reason: 'paid by bank' }));
  await record(approved('withdrawal:2'));
  await record(approved('match:1', { action: 'match-voided', before: null, after: null, requestId: 'r-2' }));
  const first = await listActions(database.db, { limit: 2 });
  const second = await listActions(database.db, { limit: 2, before: first.next ?? 0 });
  expect([first.actions.map((one) => one.subject), second.next]).toEqual([['match:1', 'withdrawal:2'], null]);
  const [oldest] = second.actions;
  expect(second.actions).toEqual([
    {
      id: oldest?.id,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      actor: { userId: admin, role: 'admin', name: 'Bo Ss', email: 'boss@example.com' },
      action: 'withdrawal-approved',
      subject: 'withdrawal:1',
      reason: 'paid by bank',
      before: { status: 'pending' },
      after: { status: 'completed' },
      requestId: 'r-1',
      match: null,
    },
  ]);
});

test('filters by actor, action, subject and time', async () => {
  const unknown = '00000000-0000-7000-8000-000000000000' as UserId;
  const now = Date.now();
  const answers = await Promise.all([
    subjects({ actor: admin }),
    subjects({ actor: unknown }),
    subjects({ action: 'match-voided' }),
    subjects({ subject: 'withdrawal:' }),
    subjects({ subject: 'withdrawal:1' }),
    subjects({ from: instant(now - 3_600_000), to: instant(now + 3_600_000) }),
    subjects({ to: instant(now - 3_600_000) }),
  ]);
  expect(answers.map((one) => one.subjects)).toEqual([
    ['match:1', 'withdrawal:2', 'withdrawal:1'],
    [],
    ['match:1'],
    ['withdrawal:2', 'withdrawal:1'],
    ['withdrawal:1'],
    ['match:1', 'withdrawal:2', 'withdrawal:1'],
    [],
  ]);
});

test('drops the record with the transaction that it belongs to', async () => {
  const failing = database.db.transaction().execute(async (trx) => {
    await recordAction(trx, approved('withdrawal:3'));
    throw new Error('the payout failed');
  });
  await expect(failing).rejects.toThrow('the payout failed');
  expect((await subjects({ subject: 'withdrawal:3' })).subjects).toEqual([]);
});

test('prevents changing and deleting records, even by the owner of the database', async () => {
  const owner = connect(database.ownerUrl);
  const attempts = [
    sql`update audit_log set reason = 'no reason'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ];
  try {
    for (const attempt of attempts) {
      await expect(attempt.execute(database.db)).rejects.toThrow('permission denied');
      await expect(attempt.execute(owner.db)).rejects.toThrow('audit_log is append-only');
    }
  } finally {
    await owner.close();
  }
});

test('names the match that an action was about', async () => {
  const { id } = await createMatch(database.db, 'Arsenal', 'Chelsea');
  await record(approved(`match:${id}`, { action: 'match-voided' }));
  const { actions } = await listActions(database.db, { subject: `match:${id}`, limit: 1 });
  expect(actions).toMatchObject([
    {
      match: {
        homeTeam: 'Arsenal',
        awayTeam: 'Chelsea',
        commenceTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      },
    },
  ]);
});

import type { EmailId } from '@touchline/core/ids';
import { hours, type Instant, instant, minutes } from '@touchline/core/instant';
import { type EmailJob, storeEmail } from '@touchline/store/emails';
import { saveSupportMessage } from '@touchline/store/support';
import { createTestDatabase, type TestDatabase } from '@touchline/store/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { queueOverdueEmails } from './queue-overdue-emails.ts';
import { sendEmail } from './send-email.ts';

let database: TestDatabase;
let start: Instant;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  start = instant(Date.now());
});
afterEach(async () => {
  await database.pool.query('delete from letters');
});
afterAll(() => database.close());

const later = (ms: number) => instant(start + ms);
const toUnknownUser = { kind: 'password-changed', userId: '00000000-0000-7000-8000-000000000000' } as const;

/** Runs the job at a given time; returns the queued jobs and the logged errors. */
async function runAt(at: Instant) {
  const queued: object[] = [];
  const errors: string[] = [];
  const log = { info: () => {}, warn: () => {}, error: (_: object, event: string) => errors.push(event) };
  const queueJob = async (job: object) => {
    queued.push(job);
  };
  await queueOverdueEmails({ db: database.worker.db, log, now: () => at, queueJob });
  return { queued, errors };
}

async function send(payload: object, deliver: () => Promise<unknown>) {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const operator = { from: 'a@t.example', operator: 'operator@t.example', publicUrl: 'https://t.example' };
  await sendEmail({ db: database.worker.db, log, now: () => later(0), ...operator, deliver }, payload);
}

const newMessage = async (): Promise<EmailJob> => {
  const message = { userId: null, name: 'Bea', email: 'bea@fans.example', topic: 'bet', message: 'Where?' } as const;
  return { kind: 'support-message', messageId: await saveSupportMessage(database.db, message) };
};

test('queues an email whose process died before it queued it; it is sent once', async () => {
  const { id, job } = await storeEmail(database.db, await newMessage());
  expect((await runAt(later(minutes(1)))).queued).toEqual([]);
  const { queued } = await runAt(later(minutes(16)));
  expect(queued).toEqual([{ ...job, letterId: id }]);
  expect((await runAt(later(minutes(17)))).queued).toEqual([]);

  let delivered = 0;
  const deliver = async () => {
    delivered += 1;
  };
  for (const payload of [...queued, ...queued]) await send(payload, deliver);
  expect(delivered).toBe(1);
  expect((await runAt(later(hours(5)))).queued).toEqual([]);
});

test('retries an email that the mail server refuses for three days, then gives it up and logs an error', async () => {
  const { id, job } = await storeEmail(database.db, await newMessage());
  const refuse = () => Promise.reject(new Error('421 try later'));
  for (const hour of [1, 20, 71]) {
    const { queued, errors } = await runAt(later(hours(hour)));
    expect([queued, errors]).toEqual([[{ ...job, letterId: id }], []]);
    await expect(send({ ...job, letterId: id }, refuse)).rejects.toThrow('421');
  }
  const { queued, errors } = await runAt(later(hours(73)));
  expect([queued, errors.length]).toEqual([[], 1]);
  expect((await runAt(later(hours(80)))).errors).toEqual([]);
});

test('does not send a password reset hours after it was requested', async () => {
  await storeEmail(database.db, { ...toUnknownUser, kind: 'reset-password' });
  const { queued, errors } = await runAt(later(hours(2)));
  expect([queued, errors.length]).toEqual([[], 1]);
});

test('a rolled back transaction stores no email, and an email to an unknown user ends with its first job', async () => {
  const cut = database.db.transaction().execute(async (trx) => {
    await storeEmail(trx, toUnknownUser);
    throw new Error('cut');
  });
  await expect(cut).rejects.toThrow('cut');
  const { id, job } = await storeEmail(database.db, toUnknownUser);
  await send({ ...job, letterId: id }, async () => {});
  expect((await runAt(later(hours(1)))).queued).toEqual([]);
});

test('deletes emails 30 days after they ended', async () => {
  const { id } = await storeEmail(database.db, toUnknownUser);
  await send({ ...toUnknownUser, letterId: id }, async () => {});
  const stored = async (): Promise<EmailId[]> =>
    (await database.db.selectFrom('letters').select('id').execute()).map((row) => row.id);
  await runAt(later(hours(29 * 24)));
  expect(await stored()).toEqual([id]);
  await runAt(later(hours(31 * 24)));
  expect(await stored()).toEqual([]);
});

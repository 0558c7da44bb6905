import type { EmailId } from '@touchline/core/ids';
import { hours, type Instant, instant, minutes } from '@touchline/core/instant';
import { type EmailJob, storeEmail } from '@touchline/store/emails';
import { saveSupportMessage } from '@touchline/store/support';
import { createTestDatabase, openAccount } from '@touchline/store/testing';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { queueOverdueEmails } from './queue-overdue-emails.ts';
import { sendEmail } from './send-email.ts';

let start: Instant;
const database = await createTestDatabase();
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

async function send(payload: object, deliver: () => Promise<unknown>, at = later(0)) {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const operator = { from: 'a@t.example', operator: 'operator@t.example', publicUrl: 'https://t.example' };
  await sendEmail({ db: database.worker.db, log, now: () => at, ...operator, deliver }, payload);
}

const newNotice = async (email: string) =>
  ({ kind: 'password-changed', userId: (await openAccount(database.db, email)).id }) as const;
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

const refuse = () => Promise.reject(new Error('421 try later'));

test('retries an email that the mail server refuses for three days, then gives it up and logs an error', async () => {
  const { id, job } = await storeEmail(database.db, await newNotice('three-days@t.example'));
  for (const hour of [1, 20, 72]) {
    const { queued, errors } = await runAt(later(hours(hour)));
    expect([queued, errors]).toEqual([[{ ...job, letterId: id }], []]);
    await expect(send({ ...job, letterId: id }, refuse, later(hours(hour)))).rejects.toThrow('421');
  }
  const { queued, errors } = await runAt(later(hours(74)));
  expect([queued, errors.length]).toEqual([[], 1]);
  expect((await runAt(later(hours(80)))).errors).toEqual([]);
});

test('tries an email that waited for days while no worker ran, before it gives it up', async () => {
  const notice = await storeEmail(database.db, await newNotice('off@t.example'));
  const link = await storeEmail(database.db, { ...(await newNotice('link@t.example')), kind: 'reset-password' });
  const { queued, errors } = await runAt(later(hours(100)));
  expect([queued.length, errors]).toEqual([2, []]);
  await send({ ...notice.job, letterId: notice.id }, refuse, later(hours(100))).catch(() => {});
  await send({ ...link.job, letterId: link.id }, refuse, later(hours(100))).catch(() => {});
  // The link's user has asked again an hour later.
  expect((await runAt(later(hours(102)))).errors).toHaveLength(1);
  expect((await runAt(later(hours(174)))).errors).toHaveLength(1);
});

test('never gives up a message to support: staff would not get it in any other way', async () => {
  const { id, job } = await storeEmail(database.db, await newMessage());
  for (const day of [1, 5, 60, 700]) {
    expect(await runAt(later(hours(24 * day)))).toEqual({ queued: [{ ...job, letterId: id }], errors: [] });
    await expect(send({ ...job, letterId: id }, refuse, later(hours(24 * day)))).rejects.toThrow('421');
  }
  let delivered = 0;
  const deliver = async () => {
    delivered += 1;
  };
  await send({ ...job, letterId: id }, deliver, later(hours(24 * 701)));
  expect(delivered).toBe(1);
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

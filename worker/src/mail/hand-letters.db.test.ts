import type { EmailId } from '@touchline/core/ids';
import { hours, type Instant, instant, minutes } from '@touchline/core/instant';
import { type EmailJob, storeEmail } from '@touchline/store/emails';
import { saveSupportMessage } from '@touchline/store/support';
import { createTestDatabase, type TestDatabase } from '@touchline/store/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { handLetters } from './hand-letters.ts';
import { sendMail } from './send-mail.ts';

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
const nobody = { kind: 'password-changed', userId: '00000000-0000-7000-8000-000000000000' } as const;

/** What is handed to the queue at `at`, and what the log says. */
async function handedAt(at: Instant) {
  const handed: object[] = [];
  const told: string[] = [];
  const log = { info: () => {}, warn: () => {}, error: (_: object, event: string) => told.push(event) };
  const ask = async (job: object) => {
    handed.push(job);
  };
  await handLetters({ db: database.db, log, now: () => at, ask });
  return { handed, told };
}

async function deliver(payload: object, post: () => Promise<unknown>) {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const house = { from: 'a@t.example', operator: 'operator@t.example', publicUrl: 'https://t.example' };
  await sendMail({ db: database.db, log, now: () => later(0), ...house, post }, payload);
}

const newMessage = async (): Promise<EmailJob> => {
  const message = { userId: null, name: 'Bea', email: 'bea@fans.example', topic: 'bet', message: 'Where?' } as const;
  return { kind: 'support-message', messageId: await saveSupportMessage(database.db, message) };
};

test('a letter whose process ended before it could be handed over is found, handed over, sent, and never again', async () => {
  const { id, job } = await storeEmail(database.db, await newMessage());
  expect((await handedAt(later(minutes(1)))).handed).toEqual([]);
  const { handed } = await handedAt(later(minutes(16)));
  expect(handed).toEqual([{ ...job, letterId: id }]);
  expect((await handedAt(later(minutes(17)))).handed).toEqual([]);

  let posted = 0;
  const post = async () => {
    posted += 1;
  };
  for (const payload of [...handed, ...handed]) await deliver(payload, post);
  expect(posted).toBe(1);
  expect((await handedAt(later(hours(5)))).handed).toEqual([]);
});

test('a letter that the mail server refuses for hours is tried for three days, then given up and told', async () => {
  const { id, job } = await storeEmail(database.db, await newMessage());
  const refuse = () => Promise.reject(new Error('421 try later'));
  for (const hour of [1, 20, 71]) {
    const { handed, told } = await handedAt(later(hours(hour)));
    expect([handed, told]).toEqual([[{ ...job, letterId: id }], []]);
    await expect(deliver({ ...job, letterId: id }, refuse)).rejects.toThrow('421');
  }
  const { handed, told } = await handedAt(later(hours(73)));
  expect([handed, told.length]).toEqual([[], 1]);
  expect((await handedAt(later(hours(80)))).told).toEqual([]);
});

test('a link to reset a password is not sent hours after it was asked for', async () => {
  await storeEmail(database.db, { ...nobody, kind: 'reset-password' });
  const { handed, told } = await handedAt(later(hours(2)));
  expect([handed, told.length]).toEqual([[], 1]);
});

test('what was rolled back leaves no letter, and one that has nothing to say ends with its first job', async () => {
  const cut = database.db.transaction().execute(async (trx) => {
    await storeEmail(trx, nobody);
    throw new Error('cut');
  });
  await expect(cut).rejects.toThrow('cut');
  const { id, job } = await storeEmail(database.db, nobody);
  await deliver({ ...job, letterId: id }, async () => {});
  expect((await handedAt(later(hours(1)))).handed).toEqual([]);
});

test('letters are forgotten a month after they ended', async () => {
  const { id } = await storeEmail(database.db, nobody);
  await deliver({ ...nobody, letterId: id }, async () => {});
  const left = async (): Promise<EmailId[]> =>
    (await database.db.selectFrom('letters').select('id').execute()).map((row) => row.id);
  await handedAt(later(hours(29 * 24)));
  expect(await left()).toEqual([id]);
  await handedAt(later(hours(31 * 24)));
  expect(await left()).toEqual([]);
});

import { hours, instant } from '@touchline/core/instant';
import { markEmailVerified, useEmailToken } from '@touchline/store/accounts';
import { openIncident } from '@touchline/store/matches';
import { readSupportMessage, saveSupportMessage } from '@touchline/store/support';
import { createTestDatabase, type TestDatabase } from '@touchline/store/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccount } from '../testing/open-account.ts';
import { openTestMailer } from '../testing/test-mailer.ts';
import type { Envelope, SendMailDeps } from './envelope.ts';

const now = instant(Date.now());
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const newUser = (email: string) => openAccount(database.db, email);
const post = (changes: Partial<SendMailDeps> = {}) => openTestMailer(database.db, { now: () => now, ...changes });

const secretIn = (envelope: Envelope | undefined): string =>
  /token=([\w-]{43})\n/.exec(envelope?.text ?? '')?.[1] ?? '';

test.each([
  ['verify-email', 'verify', 24],
  ['reset-password', 'reset', 1],
] as const)('the link of a letter to %s works once, and for %s only, for %i h', async (kind, purpose, lasts) => {
  const user = await newUser(`${kind}@t.example`);
  const { posted, send } = post();
  await send({ kind, userId: user.id });
  await send({ kind, userId: user.id });
  const [secret, late] = posted.map(secretIn);
  expect(posted[0]).toMatchObject({ to: { name: 'Ann', address: user.email }, from: 'Touchline <no-reply@t.example>' });
  const spend = (text = '', at = now) => useEmailToken(database.db, { secret: text, purpose }, at);
  expect(await spend(late, instant(now + hours(lasts)))).toMatchObject({
    ok: false,
    refusal: { code: 'token-expired' },
  });
  expect(await spend(secret, instant(now + hours(lasts) - 1))).toEqual({ ok: true, value: user.id });
  expect(await spend(secret)).toMatchObject({ ok: false, refusal: { code: 'token-used' } });
});

test('the database holds no secret of any letter', async () => {
  const user = await newUser('secret@t.example');
  const { posted, send } = post();
  await send({ kind: 'reset-password', userId: user.id });
  const { rows } = await database.pool.query('select t::text as row from email_tokens t where user_id = $1', [user.id]);
  expect(rows).toHaveLength(1);
  expect(rows[0].row).not.toContain(secretIn(posted[0]));
});

test('a letter that the mail server does not take is a failed job, to be tried again', async () => {
  const user = await newUser('again@t.example');
  const { send } = post({ post: () => Promise.reject(new Error('421 try later')) });
  await expect(send({ kind: 'verify-email', userId: user.id })).rejects.toThrow('421 try later');
});

test('nobody is asked again to confirm an address that is confirmed', async () => {
  const user = await newUser('known@t.example');
  await database.db.transaction().execute((trx) => markEmailVerified(trx, user.id, now));
  const { posted, send } = post();
  await send({ kind: 'verify-email', userId: user.id });
  expect(posted).toEqual([]);
});

test('whoever changed their password, or had it changed, is told so', async () => {
  const user = await newUser('changed@t.example');
  const { posted, send } = post();
  await send({ kind: 'password-changed', userId: user.id });
  expect(posted).toMatchObject([{ to: { name: 'Ann', address: user.email }, subject: 'Your password was changed' }]);
  expect(secretIn(posted[0])).toBe('');
});

test.each([
  ['a user who does not exist', { kind: 'verify-email', userId: '00000000-0000-7000-8000-000000000000' }],
  ['a letter nobody writes', { kind: 'invoice', userId: '00000000-0000-7000-8000-000000000000' }],
  ['a message nobody wrote', { kind: 'support-message', messageId: '00000000-0000-7000-8000-000000000000' }],
  ['nonsense', 'x'],
])('a job for %s is told and dropped: it would never work', async (_, payload) => {
  const { posted, errors, send } = post();
  await send(payload);
  expect([posted, errors.length]).toEqual([[], 1]);
});

const written = {
  userId: null,
  name: 'Bea <b>',
  email: 'bea@fans.example',
  topic: 'deposit',
  message: 'My money\nis <not> there',
} as const;

test('what somebody wrote goes to the operator once, who answers to the writer', async () => {
  const messageId = await saveSupportMessage(database.db, written);
  const { posted, send } = post();
  await send({ kind: 'support-message', messageId });
  await send({ kind: 'support-message', messageId });
  expect(posted).toHaveLength(1);
  const [letter] = posted;
  expect(letter).toMatchObject({
    from: 'Touchline <no-reply@t.example>',
    to: { address: 'operator@t.example' },
    replyTo: { name: 'Bea <b>', address: 'bea@fans.example' },
    subject: `Support: a deposit (${messageId.slice(-8)})`,
  });
  expect(letter?.text).toContain('Account: not logged in');
  expect(letter?.text).toContain('My money\nis <not> there');
  expect(letter?.html).toContain('is &lt;not&gt; there');
  expect((await readSupportMessage(database.db, messageId))?.sentAt).toBe(now);
});

test('a message to the operator that the mail server does not take waits for another try', async () => {
  const messageId = await saveSupportMessage(database.db, written);
  const { send } = post({ post: () => Promise.reject(new Error('421 try later')) });
  await expect(send({ kind: 'support-message', messageId })).rejects.toThrow('421 try later');
  expect((await readSupportMessage(database.db, messageId))?.sentAt).toBeNull();
});

test('an incident of the feed is told the operator once, with its words and what it means for bets', async () => {
  const incident = { provider: 'the-odds-api', kind: 'refused-us', problem: '401 INVALID_KEY', openedAt: now } as const;
  const letter = await openIncident(database.db, incident);
  const { posted, send } = post();
  await send(letter?.job);
  await send(letter?.job);
  expect(posted.map(({ to, subject }) => [to.address, subject])).toEqual([
    ['operator@t.example', 'No bets are taken: the odds provider refuses our key or has no credits left'],
  ]);
  expect(posted[0]?.text).toContain('Its words: 401 INVALID_KEY');
});

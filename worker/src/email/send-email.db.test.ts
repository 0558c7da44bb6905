import { hours, instant } from '@touchline/core/instant';
import { changeUser, markEmailVerified, useEmailToken } from '@touchline/store/accounts';
import { openIncident } from '@touchline/store/matches';
import { readSupportMessage, saveSupportMessage } from '@touchline/store/support';
import { createTestDatabase, openAccount } from '@touchline/store/testing';
import { afterAll, expect, test } from 'vitest';
import { openTestMailer } from '../testing/test-mailer.ts';
import type { OutgoingEmail, SendEmailDeps } from './send-email.ts';

const now = instant(Date.now());
const database = await createTestDatabase();
afterAll(() => database.close());

const newUser = (email: string) => openAccount(database.db, email);
const record = (changes: Partial<SendEmailDeps> = {}) =>
  openTestMailer(database.worker.db, { now: () => now, ...changes });

const secretIn = (email: OutgoingEmail | undefined): string => /token=([\w-]{43})\n/.exec(email?.text ?? '')?.[1] ?? '';

test.each([
  ['verify-email', 'verify', 24],
  ['reset-password', 'reset', 1],
] as const)('the link in %s works once, only for %s, within %i h', async (kind, purpose, lasts) => {
  const user = await newUser(`${kind}@t.example`);
  const { sent, send } = record();
  await send({ kind, userId: user.id });
  await send({ kind, userId: user.id });
  const [secret, late] = sent.map(secretIn);
  expect(sent[0]).toMatchObject({ to: { address: user.email }, from: 'Touchline <no-reply@t.example>' });
  const spend = (text = '', at = now) => useEmailToken(database.db, { secret: text, purpose }, at);
  expect(await spend(late, instant(now + hours(lasts)))).toMatchObject({
    ok: false,
    refusal: { code: 'token-expired' },
  });
  expect(await spend(secret, instant(now + hours(lasts) - 1))).toEqual({ ok: true, value: user.id });
  expect(await spend(secret)).toMatchObject({ ok: false, refusal: { code: 'token-used' } });
});

test('stores no secret of a link', async () => {
  const user = await newUser('secret@t.example');
  const { sent, send } = record();
  await send({ kind: 'reset-password', userId: user.id });
  const { rows } = await database.pool.query('select t::text as row from email_tokens t where user_id = $1', [user.id]);
  expect(rows).toHaveLength(1);
  expect(rows[0].row).not.toContain(secretIn(sent[0]));
});

test('fails the job when the mail server does not accept the email, so that it is retried', async () => {
  const user = await newUser('again@t.example');
  const { send } = record({ deliver: () => Promise.reject(new Error('421 try later')) });
  await expect(send({ kind: 'verify-email', userId: user.id })).rejects.toThrow('421 try later');
});

test.each(['verify-email', 'reset-password', 'confirm-browser', 'password-changed'] as const)(
  '%s does not show the name of an account whose address is not verified: a stranger may have chosen both',
  async (kind) => {
    const name = 'You won $500, claim it at evil.example';
    const user = await newUser(`stranger-${kind}@t.example`);
    await changeUser(database.db, user.id, { name });
    const { sent, send } = record();
    await send({ kind, userId: user.id });
    expect(JSON.stringify(sent)).not.toContain('evil.example');
    expect(sent).toMatchObject([{ to: { address: user.email }, text: expect.stringMatching(/^Hello,\n\n/) }]);
    await database.db.transaction().execute((trx) => markEmailVerified(trx, user.id, now));
    if (kind !== 'verify-email') await send({ kind, userId: user.id });
    for (const email of sent.slice(1)) {
      expect(email).toMatchObject({ to: { name }, text: expect.stringContaining(`Hello ${name},`) });
    }
  },
);

test('does not ask again to confirm a confirmed address', async () => {
  const user = await newUser('known@t.example');
  await database.db.transaction().execute((trx) => markEmailVerified(trx, user.id, now));
  const { sent, send } = record();
  await send({ kind: 'verify-email', userId: user.id });
  expect(sent).toEqual([]);
});

test('notifies the owner of a changed password', async () => {
  const user = await newUser('changed@t.example');
  await database.db.transaction().execute((trx) => markEmailVerified(trx, user.id, now));
  const { sent, send } = record();
  await send({ kind: 'password-changed', userId: user.id });
  expect(sent).toMatchObject([{ to: { name: 'Ann', address: user.email }, subject: 'Your password was changed' }]);
  expect(secretIn(sent[0])).toBe('');
});

test('writes in the language of the account, also while another email is written', async () => {
  const users = {
    de: await newUser('anna@t.example'),
    es: await newUser('ana@t.example'),
    en: await newUser('ann@t.example'),
  };
  for (const language of ['de', 'es'] as const) await changeUser(database.db, users[language].id, { language });
  const { sent, send } = record();
  await Promise.all(Object.values(users).map(({ id }) => send({ kind: 'verify-email', userId: id })));
  const emailTo = ({ email }: { readonly email: string }) => sent.find(({ to }) => to.address === email);
  expect(emailTo(users.de)).toMatchObject({
    subject: 'Bestätige deine E-Mail-Adresse',
    text: expect.stringMatching(/^Hallo,\n\nWillkommen bei Touchline\..*innerhalb von 24 Stunden\./s),
    html: expect.stringContaining('<html lang="de">'),
  });
  expect(emailTo(users.es)?.subject).toBe('Confirma tu correo electrónico');
  expect(emailTo(users.en)).toMatchObject({
    subject: 'Confirm your email address',
    html: expect.stringContaining('lang="en"'),
  });
});

test.each([
  ['a user who does not exist', { kind: 'verify-email', userId: '00000000-0000-7000-8000-000000000000' }],
  ['an unknown kind of email', { kind: 'invoice', userId: '00000000-0000-7000-8000-000000000000' }],
  ['a message that does not exist', { kind: 'support-message', messageId: '00000000-0000-7000-8000-000000000000' }],
  ['nonsense', 'x'],
])('logs and drops a job for %s', async (_, payload) => {
  const { sent, errors, send } = record();
  await send(payload);
  expect([sent, errors.length]).toEqual([[], 1]);
});

const message = {
  userId: null,
  name: 'Bea <b>',
  email: 'bea@fans.example',
  topic: 'deposit',
  message: 'My money\nis <not> there',
} as const;

test('forwards a support message to the operator once, with replies to its writer', async () => {
  const messageId = await saveSupportMessage(database.db, message);
  const { sent, send } = record();
  await send({ kind: 'support-message', messageId });
  await send({ kind: 'support-message', messageId });
  expect(sent).toHaveLength(1);
  const [email] = sent;
  expect(email).toMatchObject({
    from: 'Touchline <no-reply@t.example>',
    to: { address: 'operator@t.example' },
    replyTo: { name: 'Bea <b>', address: 'bea@fans.example' },
    subject: `Support: a deposit (${messageId.slice(-8)})`,
  });
  expect(email?.text).toContain('Account: not logged in');
  expect(email?.text).toContain('My money\nis <not> there');
  expect(email?.html).toContain('is &lt;not&gt; there');
  expect((await readSupportMessage(database.db, messageId))?.sentAt).toBe(now);
});

test('retries a support message that the mail server does not accept', async () => {
  const messageId = await saveSupportMessage(database.db, message);
  const { send } = record({ deliver: () => Promise.reject(new Error('421 try later')) });
  await expect(send({ kind: 'support-message', messageId })).rejects.toThrow('421 try later');
  expect((await readSupportMessage(database.db, messageId))?.sentAt).toBeNull();
});

test('reports a feed incident to the operator once, with the provider’s answer and what it means for bets', async () => {
  const incident = { provider: 'the-odds-api', kind: 'refused-us', problem: '401 INVALID_KEY', openedAt: now } as const;
  const email = await openIncident(database.db, incident);
  const { sent, send } = record();
  await send(email?.job);
  await send(email?.job);
  expect(sent.map(({ to, subject }) => [to.address, subject])).toEqual([
    ['operator@t.example', 'No bets are taken: the odds provider refuses our key or has no credits left'],
  ]);
  expect(sent[0]?.text).toContain('Its answer: 401 INVALID_KEY');
});

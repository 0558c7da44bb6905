import { afterAll, expect, test } from 'vitest';
import { buildTestApp, openBettor } from '../testing/test-app.ts';

const api = await buildTestApp({ trustProxy: 1 });
afterAll(() => api.close());

const question = {
  name: ' Ada Bell ',
  email: 'ADA@example.com',
  topic: 'deposit',
  message: 'Where is my deposit of $10?',
};
type From = { readonly token?: string; readonly address?: string };
const ask = (payload: object, { token, address = '203.0.113.1' }: From = {}) =>
  api.app.inject({
    method: 'POST',
    url: '/support',
    payload,
    headers: { 'x-forwarded-for': address, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });
const keptMessages = async () =>
  (await api.database.pool.query('select user_id, name, email, topic, message from support_messages order by id')).rows;
const kept = async () => (await keptMessages()).at(-1);

test('stores a guest’s message; its email job carries nothing but its id', async () => {
  const answer = await ask(question);
  expect([answer.statusCode, answer.json()]).toEqual([
    202,
    { message: 'Your message is on its way. We answer to ada@example.com.' },
  ]);
  expect(await kept()).toEqual({ ...question, user_id: null, name: 'Ada Bell', email: 'ada@example.com' });
  expect(api.emails.at(-1)).toEqual({ kind: 'support-message', messageId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
});

test('uses the account of a logged-in user, and accepts a message with an expired token', async () => {
  const { user, token } = await openBettor(api, 'bea@example.com');
  await ask(question, { token });
  expect(await kept()).toMatchObject({ user_id: user.id });
  expect((await ask(question, { token: 'expired' })).statusCode).toBe(202);
  expect(await kept()).toMatchObject({ user_id: null });
});

test.each([
  ['no name', { name: ' ' }, 'Please enter your name'],
  ['no address to answer to', { email: 'ada' }, 'Invalid email address'],
  ['hardly a word', { message: 'help' }, 'Please write at least 10 characters'],
  ['a novel', { message: 'x'.repeat(4_001) }, 'Please write at most 4,000 characters'],
])('%s is refused with a message and nothing is stored', async (_what, wrong, error) => {
  const before = (await keptMessages()).length;
  const answer = await ask({ ...question, ...wrong }, { address: '203.0.113.2' });
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'request-invalid', error }]);
  expect((await keptMessages()).length).toBe(before);
});

test('allows ten messages an hour from one address; others may still write', async () => {
  const from = { address: '203.0.113.3' };
  const statuses = [];
  for (let i = 0; i < 10; i += 1) statuses.push((await ask(question, from)).statusCode);
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 202));
  const refused = await ask(question, from);
  const error = 'Too many requests. Please try again in 60 minutes.';
  expect([refused.statusCode, refused.json()]).toEqual([429, { code: 'too-many-requests', error }]);
  expect((await ask(question, { address: '203.0.113.4' })).statusCode).toBe(202);
});

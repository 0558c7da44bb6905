import { expect, test } from 'vitest';
import { supportRequest } from './endpoints.ts';

const asked = { name: 'Ada Bell', email: 'ada@example.com', topic: 'bet', message: 'Where is my bet gone?' } as const;

test('a sender’s name is one line, so that it cannot imitate our own text', () => {
  const { name } = supportRequest.parse({ ...asked, name: ' Ada\nAccount: admin ' });
  expect(name).toBe('Ada Account: admin');
});

test.each(['', '  ', '\n'])('the name %j is none', (name) => {
  const { error } = supportRequest.safeParse({ ...asked, name });
  expect(error?.issues.map(({ message }) => message)).toEqual(['Please enter your name']);
});

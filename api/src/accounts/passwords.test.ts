import { describe, expect, test } from 'vitest';
import { hashPassword, isGuessable, isPassword } from './passwords.ts';

test('stores a password as argon2id with 19 MiB and two passes, each with its own salt', async () => {
  const [first, second] = await Promise.all([hashPassword('Str0ng!enough'), hashPassword('Str0ng!enough')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(second).not.toBe(first);
  expect([await isPassword('Str0ng!enough', first), await isPassword('Str0ng!enougH', first)]).toEqual([true, false]);
});

test('an account that does not exist has no password', async () => {
  expect(await isPassword('no account has this password', undefined)).toBe(false);
});

const owner = ['ada@lovelace.example', 'Ada Lovelace'];

describe('a new password', () => {
  test.each(['password', 'Password1', 'Trustno1!', '12345678', 'qwertyuiop', 'iloveyou'])(
    '%s is refused: leaked',
    async (password) => expect(await isGuessable(password, owner)).toBe(true),
  );

  test.each(['Touchline2026!', 'admin-1234', '2026Betting', '!!Auditor99'])(
    '%s is refused: a word of the product with digits around it',
    async (password) => expect(await isGuessable(password, owner)).toBe(true),
  );

  test.each(['ada-lovelace-1815', 'AdaLovelace!', 'ada@lovelace.example'])(
    '%s is refused: the name or address of its owner',
    async (password) => expect(await isGuessable(password, owner)).toBe(true),
  );

  test.each([
    'correct horse battery staple',
    'Analytical-Engine-1843',
    'touchline keeps my balance',
    'ünïcödé pässwörter',
  ])('%s is accepted', async (password) => expect(await isGuessable(password, owner)).toBe(false));
});

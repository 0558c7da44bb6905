import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';

test('a password is kept as argon2id with 19 MiB and two passes, each with a salt of its own', async () => {
  const [first, second] = await Promise.all([hashPassword('Str0ng!enough'), hashPassword('Str0ng!enough')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(second).not.toBe(first);
  expect([await isPassword('Str0ng!enough', first), await isPassword('Str0ng!enougH', first)]).toEqual([true, false]);
});

test('nobody has no password', async () => {
  expect(await isPassword('the password of nobody', undefined)).toBe(false);
});

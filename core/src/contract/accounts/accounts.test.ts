import { describe, expect, test } from 'vitest';
import {
  changePasswordRequest,
  emailRequest,
  loginRequest,
  registerRequest,
  resetPasswordRequest,
} from './accounts.ts';

const problems = (result: {
  readonly error?: { readonly issues: readonly { readonly message: string }[] } | undefined;
}) => result.error?.issues.map((issue) => issue.message);

describe('account requests', () => {
  test('normalizes an address, trims a name, and keeps a password as typed', () => {
    const asked = { email: ' Bettor@Touchline.test ', name: '  Zoe ', password: ' secret  ' };
    expect(registerRequest.parse(asked)).toEqual({
      email: 'bettor@touchline.test',
      name: 'Zoe',
      password: ' secret  ',
    });
  });

  test('puts a name on one line, and refuses an invisible one', () => {
    const named = (name: string) => registerRequest.safeParse({ email: 'a@b.co', name, password: 'touchline' });
    expect(named('Ada\n\u202eBell').data?.name).toBe('Ada Bell');
    expect(problems(named('\u200b\u200b\u200b'))).toEqual(['Username must be at least 3 characters']);
  });

  test('reports all problems at once, with the sentences of the forms', () => {
    expect(problems(registerRequest.safeParse({ email: 'bettor@', name: ' Al ', password: 'short' }))).toEqual([
      'Invalid email address',
      'Username must be at least 3 characters',
      'Password must be at least 8 characters',
    ]);
  });

  test('a password may have 200 characters; a longer one is refused before anyone hashes it', () => {
    const login = (length: number) => loginRequest.safeParse({ email: 'a@b.co', password: 'x'.repeat(length) }).success;
    expect([login(7), login(8), login(200), login(201)]).toEqual([false, true, true, false]);
  });

  test('a new password after a reset has to meet the whole checklist', () => {
    const reset = (password: string) => resetPasswordRequest.safeParse({ token: 't', password });
    expect(problems(reset('touchline'))).toEqual(['Please ensure your password meets all requirements']);
    expect(reset('Touchline1!').success).toBe(true);
  });

  test('refuses an address that cannot receive email', () => {
    expect(problems(emailRequest.safeParse({ email: 'a@x.test,b@y.test' }))).toEqual(['Invalid email address']);
  });
});

test.each([
  ['a name', registerRequest, { name: 'A'.repeat(61) }, 'Username must be at most 60 characters'],
  ['a password', registerRequest, { password: 'aB1!'.repeat(51) }, 'Password must be at most 200 characters'],
  ['a new password', resetPasswordRequest, { password: 'aB1!'.repeat(51) }, 'Password must be at most 200 characters'],
  ['the current password', changePasswordRequest, { currentPassword: '' }, 'Password is required'],
])('%s over or under its limit is refused in a sentence', (_, schema, wrong, sentence) => {
  const right = {
    email: 'ada@example.com',
    name: 'Ada',
    password: 'Lovelace-1815',
    token: 't',
    currentPassword: 'old one',
    newPassword: 'Lovelace-1815',
  };
  expect(schema.safeParse(right).success).toBe(true);
  expect(schema.safeParse({ ...right, ...wrong }).error?.issues.map(({ message }) => message)).toEqual([sentence]);
});

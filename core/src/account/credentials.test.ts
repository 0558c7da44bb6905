import { describe, expect, test } from 'vitest';
import {
  bearerToken,
  credentialTexts,
  emailProblem,
  isEmail,
  nameProblem,
  normalEmail,
  passwordProblem,
  tidyName,
} from './credentials.ts';

describe('an e-mail address', () => {
  test.each([
    'bettor@touchline.test',
    'a@b.co',
    'first.last+bets@mail.example.co.uk',
    "o'neill@example.ie",
    'x_y-z%1@1.example',
    '用户@例子.公司',
    'müller@münchen.de',
    `${'a'.repeat(248)}@b.com`,
  ])('%s can get mail', (email) => {
    expect([isEmail(email), emailProblem(email)]).toEqual([true, undefined]);
  });

  test.each([
    [''],
    ['bettor'],
    ['bettor@'],
    ['@touchline.test'],
    ['bettor@touchline'],
    ['bettor@touchline.'],
    ['bettor@.test'],
    ['bettor@touchline..test'],
    ['a@b@touchline.test'],
    ['bet tor@touchline.test'],
    ['bettor@touch line.test'],
    ['bettor@touchline.test\nBcc: all@touchline.test'],
    ['a@x.test,b@y.test'],
    ['a,b@touchline.test'],
    ['bettor@touchline.test,example.org'],
    ['bettor@touchline.test;example.org'],
    ['bettor@touchline.test>'],
    ['Bettor <bettor@touchline.test>'],
    ['"bettor"@touchline.test'],
    ['bettor(tips)@touchline.test'],
    ['bettor@touchline.test(tips)'],
    ['bettor@[127.0.0.1]'],
    ['bettor\\@touchline.test'],
    [`${'a'.repeat(249)}@b.com`],
    ['bet\u200btor@touchline.test'],
    ['bettor@touch\u202eline.test'],
    ['bettor\u0007@touchline.test'],
  ])('%j cannot', (email) => {
    expect([isEmail(email), emailProblem(email)]).toEqual([false, credentialTexts.emailInvalid]);
  });

  test('is trimmed and has one canonical spelling', () => {
    expect(emailProblem('  Bettor@Touchline.test ')).toBeUndefined();
    expect(normalEmail('  Bettor@Touchline.TEST ')).toBe('bettor@touchline.test');
    expect(normalEmail('Mu\u0308ller@touchline.test')).toBe('m\u00fcller@touchline.test');
  });
});

describe('a name and a password to register with', () => {
  test.each([
    ['Zoe', undefined],
    ['  Zoe  ', undefined],
    ['Al', credentialTexts.nameTooShort],
    ['A'.repeat(60), undefined],
    [`  ${'A'.repeat(60)}  `, undefined],
    ['A'.repeat(61), 'Username must be at most 60 characters'],
    ['  Al  ', credentialTexts.nameTooShort],
    ['', credentialTexts.nameTooShort],
    ['A B', undefined],
    ['\u200b\u200b\u200b', credentialTexts.nameTooShort],
    ['Al\u3164\u2060', credentialTexts.nameTooShort],
    ['A\u202e\n\u2028B', undefined],
  ])('the name %j: %s', (name, problem) => {
    expect(nameProblem(name)).toBe(problem);
  });

  test.each([
    [' Ada Bell ', 'Ada Bell'],
    ['Ada\nAccount: admin', 'Ada Account: admin'],
    ['Ada \u202elleB\u2069', 'Ada  lleB'],
    ['Zoe\u0308', 'Zo\u00eb'],
    ['Ada \u{1f469}\u200d\u{1f680}', 'Ada \u{1f469}\u200d\u{1f680}'],
  ])('the name %j is kept as %j', (name, kept) => {
    expect(tidyName(name)).toBe(kept);
  });

  test.each([
    ['12345678', undefined],
    ['        ', undefined],
    ['1234567', credentialTexts.passwordTooShort],
    ['', credentialTexts.passwordTooShort],
  ])('the password %j: %s', (password, problem) => {
    expect(passwordProblem(password)).toBe(problem);
  });

  test('the messages are those of the specification', () => {
    expect(credentialTexts).toEqual({
      emailInvalid: 'Invalid email address',
      passwordTooShort: 'Password must be at least 8 characters',
      passwordTooLong: 'Password must be at most 200 characters',
      nameTooShort: 'Username must be at least 3 characters',
      nameTooLong: 'Username must be at most 60 characters',
      passwordsDiffer: "Passwords don't match",
    });
  });
});

test.each([
  ['Bearer a.b.c', 'a.b.c'],
  ['bearer a.b.c', 'a.b.c'],
  ['Bearer  a', undefined],
  ['Bearer a b', undefined],
  ['Bearer ', undefined],
  ['xBearer a', undefined],
  ['Basic YTpi', undefined],
  ['', undefined],
  [undefined, undefined],
])('reads %j as the token %j', (header, token) => expect(bearerToken(header)).toBe(token));

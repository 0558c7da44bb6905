import { describe, expect, test } from 'vitest';
import { errorFacts, hideSecrets } from './safe-log.ts';

const hide = hideSecrets(['s3cret/ "key"', 'abc']);

describe('hides secrets in every line', () => {
  test.each([
    ['of this process, as it is', 'a s3cret/ "key" b', 'a [hidden] b'],
    ['of this process, in an address', `?a=${encodeURIComponent('s3cret/ "key"')}`, '?a=[hidden]'],
    ['of this process, in JSON', JSON.stringify({ a: 's3cret/ "key"' }), '{"a":"[hidden]"}'],
    ['a signed token', 'of eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeK here', 'of [hidden] here'],
    ['a bearer', 'authorization is Bearer 0123456789abcdef', 'authorization is Bearer [hidden]'],
    ['a key in a query', 'GET /v4/sports?apiKey=0a1b2c&x=1', 'GET /v4/sports?apiKey=[hidden]&x=1'],
    ['a reset link', 'http://t.test/reset-password?token=Zm9v-bar', 'http://t.test/reset-password?token=[hidden]'],
    ['the password of a database', 'postgres://touchline:pw1@db:5432/t', 'postgres://touchline:[hidden]@db:5432/t'],
    ['a password field', '{"newPassword":"Str0ng!enough","a":1}', '{"newPassword":"[hidden]","a":1}'],
    [
      'a field of a body that is text',
      '{"body":"{\\"password\\":\\"pw\\"}"}',
      '{"body":"{\\"password\\":\\"[hidden]\\"}"}',
    ],
    ['a second factor', 'otpauth://totp/T:a?secret=JBSWY3DP&issuer=T', '[hidden]'],
    ['a bank account', 'to DE89 3704 0044 0532 0130 00 today', 'to [hidden] today'],
    ['a bank account without gaps', 'to NL91ABNA0417164300.', 'to [hidden].'],
    ['a card', 'card 4242 4242 4242 4242 declined', 'card [hidden] declined'],
  ])('%s', (_, line, expected) => expect(hide(line)).toBe(expected));
});

test('keeps everything else readable', () => {
  const line =
    '{"time":"2026-11-20T20:00:00.000Z","at":1763670000000,"id":"0199f3a0-1111-7222-8333-944445555666","code":"23505","event":"abc of EPL 4242424242424241"}';
  expect(hide(line)).toBe(line);
});

test('logs what failed, but never the row, request or headers of an error', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    table: 'users',
    detail: 'Key (email)=(ada@example.com) already exists.',
    parameters: ['pw'],
  });
  const error = Object.assign(new Error('not saved', { cause }), { config: { headers: { authorization: 'x' } } });
  const { stack, cause: why, ...facts } = errorFacts(error);
  expect([facts, typeof stack]).toEqual([{ type: 'Error', message: 'not saved' }, 'string']);
  expect(why).toEqual({ type: 'Error', message: 'duplicate key', stack: cause.stack, code: '23505', table: 'users' });
  expect(JSON.stringify(errorFacts(new AggregateError([cause], 'all')))).not.toContain('ada@');
  expect(errorFacts({ password: 'pw' })).toEqual({ type: 'object', message: 'no error' });
});

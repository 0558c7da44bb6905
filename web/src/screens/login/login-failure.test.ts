import { expect, test } from 'vitest';
import { loginFailureText } from './login-failure.ts';

const refusal = (status: number, error = '', code = 'x') =>
  loginFailureText({ kind: 'refused', status, view: { code, error } });

test.each([
  [400, 'Invalid credentials. Please try again.'],
  [401, 'Invalid credentials. Please try again.'],
  [404, 'Account not found. Please check your email or sign up.'],
  [429, 'Too many login attempts. Please try again later.'],
  [500, 'Server error. Please try again later.'],
  [503, 'Server error. Please try again later.'],
])('status %i says "%s", whatever the server says', (status, sentence) => {
  expect(refusal(status, 'something else')).toBe(sentence);
});
test.each(['totp-required', 'totp-wrong'])('%s shows the sentence of the server', (code) => {
  expect(refusal(401, 'Please enter the code.', code)).toBe('Please enter the code.');
});
test('any other status shows the sentence of the server', () => {
  expect(refusal(403, 'This account is closed.')).toBe('This account is closed.');
});
test('any other status without a sentence is unexpected', () => {
  expect(refusal(418)).toBe('An unexpected error occurred. Please try again.');
});
test.each(['network', 'timeout'] as const)('no answer (%s) points to the connection', (kind) => {
  expect(loginFailureText({ kind })).toBe('Network error. Please check your internet connection.');
});
test('an answer without an access token is no login', () => {
  expect(refusal(502, '', 'answer-unreadable')).toBe('Invalid login credentials. Please try again.');
});

import { notices } from '@touchline/store/emails';
import { expect, test } from 'vitest';
import { writeNotice } from './notice.ts';

test('the owner hears that the password was changed and where to choose another; a name is never a part of the page', () => {
  const { subject, text, html } = writeNotice(
    'password-changed',
    { name: '<b>Ann</b>', codesLeft: 0 },
    'https://t.example',
  );
  expect(subject).toBe('Your password was changed');
  expect(text.split('\n')).toContain('https://t.example/forgot-password');
  expect(html).toContain('href="https://t.example/forgot-password"');
  expect(html).toContain('Hello &lt;b&gt;Ann&lt;/b&gt;,');
});

test.each(notices)('%s has a subject, and says what to do when it was not the owner', (kind) => {
  const { subject, text } = writeNotice(kind, { name: 'Ann', codesLeft: 1 }, 'https://t.example');
  expect(subject).not.toBe('');
  expect(text).toContain('If this was not you, choose a new password here at once:');
});

test('a used recovery code is reported with how many are left', () => {
  const textWith = (codesLeft: number) =>
    writeNotice('recovery-code-used', { name: 'Ann', codesLeft }, 'https://t.example').text;
  expect([textWith(1), textWith(9)]).toEqual([
    expect.stringContaining('You have 1 code left.'),
    expect.stringContaining('You have 9 codes left.'),
  ]);
});

import { notices } from '@touchline/store/emails';
import { expect, test } from 'vitest';
import { writeLinkEmail, writeNotice } from './account-emails.ts';

test('has the link in its text and in its HTML', () => {
  const { subject, text, html } = writeLinkEmail('verify-email', { name: 'Ann' }, 'https://t.example', 'a-b_c');
  const link = 'https://t.example/verify?token=a-b_c';
  expect(subject).toBe('Confirm your email address');
  expect(text).toContain(`Hello Ann,\n\n`);
  expect(text.split('\n')).toContain(link);
  expect(html).toContain(`href="${link}"`);
});

test('the email for a new password links to its screen and says that the link works for an hour', () => {
  const { text } = writeLinkEmail('reset-password', { name: 'Ann' }, 'https://t.example', 's');
  expect(text).toContain('https://t.example/reset-password?token=s');
  expect(text).toContain('within one hour');
});

test('escapes a name in the HTML', () => {
  const { html, text } = writeLinkEmail('verify-email', { name: '<img src=x> & "Co"' }, 'https://t.example', 's');
  expect(html).toContain('Hello &lt;img src=x&gt; &amp; &quot;Co&quot;,');
  expect(text).toContain('Hello <img src=x> & "Co",');
});

test('invites staff to choose a password within 48 hours', () => {
  const { subject, text } = writeLinkEmail('staff-invited', { name: 'ann' }, 'https://t.example', 's');
  expect(subject).toBe('You are invited to work with Touchline');
  expect(text).toContain('https://t.example/reset-password?token=s');
  expect(text).toContain('within 48 hours');
});

test('notifies the owner of a changed password, with a link to choose another', () => {
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

test.each(notices)('%s has a subject and says what to do if it was not the owner', (kind) => {
  const { subject, text } = writeNotice(kind, { name: 'Ann', codesLeft: 1 }, 'https://t.example');
  expect(subject).not.toBe('');
  expect(text).toContain('If this was not you, choose a new password here at once:');
});

test('reports a used recovery code with how many are left', () => {
  const textWith = (codesLeft: number) =>
    writeNotice('recovery-code-used', { name: 'Ann', codesLeft }, 'https://t.example').text;
  expect([textWith(1), textWith(9)]).toEqual([
    expect.stringContaining('You have 1 code left.'),
    expect.stringContaining('You have 9 codes left.'),
  ]);
});

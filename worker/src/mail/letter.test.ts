import { expect, test } from 'vitest';
import { writeLetter } from './letter.ts';

test('a letter holds the link in its text and in its page', () => {
  const { subject, text, html } = writeLetter('verify-email', { name: 'Ann' }, 'https://t.example', 'a-b_c');
  const link = 'https://t.example/verify?token=a-b_c';
  expect(subject).toBe('Confirm your email address');
  expect(text).toContain(`Hello Ann,\n\n`);
  expect(text.split('\n')).toContain(link);
  expect(html).toContain(`href="${link}"`);
});

test('a letter for a new password leads to its own screen and says that the link lasts an hour', () => {
  const { text } = writeLetter('reset-password', { name: 'Ann' }, 'https://t.example', 's');
  expect(text).toContain('https://t.example/reset-password?token=s');
  expect(text).toContain('within one hour');
});

test('a name is words, never a part of the page', () => {
  const { html, text } = writeLetter('verify-email', { name: '<img src=x> & "Co"' }, 'https://t.example', 's');
  expect(html).toContain('Hello &lt;img src=x&gt; &amp; &quot;Co&quot;,');
  expect(text).toContain('Hello <img src=x> & "Co",');
});

test('an invitation of staff leads to choosing a password and works for 48 hours', () => {
  const { subject, text } = writeLetter('staff-invited', { name: 'ann' }, 'https://t.example', 's');
  expect(subject).toBe('You are invited to work with Touchline');
  expect(text).toContain('https://t.example/reset-password?token=s');
  expect(text).toContain('within 48 hours');
});

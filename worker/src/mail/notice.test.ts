import { expect, test } from 'vitest';
import { writeNotice } from './notice.ts';

test('the owner hears that the password was changed and where to choose another; a name is never a part of the page', () => {
  const { subject, text, html } = writeNotice({ name: '<b>Ann</b>' }, 'https://t.example');
  expect(subject).toBe('Your password was changed');
  expect(text.split('\n')).toContain('https://t.example/forgot-password');
  expect(html).toContain('href="https://t.example/forgot-password"');
  expect(html).toContain('Hello &lt;b&gt;Ann&lt;/b&gt;,');
});

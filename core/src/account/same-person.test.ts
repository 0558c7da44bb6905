import { expect, test } from 'vitest';
import { mailboxOf } from './same-person.ts';

test.each([
  ['Ada.Bell@gmail.com', 'adabell@gmail.com'],
  ['a.d.a.bell+bonus@googlemail.com', 'adabell@gmail.com'],
  ['ada.bell+2@example.com', 'ada.bell@example.com'],
  ['ada.bell@example.com', 'ada.bell@example.com'],
  ['+ada@example.com', '+ada@example.com'],
  ['ada+a+b@sub.example.com', 'ada@sub.example.com'],
])('%s is delivered to %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

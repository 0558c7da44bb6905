import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ForgotPasswordScreen } from './forgot-password-screen.tsx';

async function send(email = 'ada@touchline.test') {
  renderScreen(<ForgotPasswordScreen />);
  if (email) await userEvent.type(screen.getByLabelText('Email'), email);
  await userEvent.click(screen.getByRole('button', { name: 'Send Reset Link' }));
}

test('idle: asks for an address', async () => {
  answering({});
  await send('');
  expect(screen.getByText('Please enter your email address')).toBeTruthy();
});
test('saving: the button shows that the email is being sent', async () => {
  answering({});
  await send();
  expect(screen.getByRole('button', { name: 'Sending...' }).getAttribute('aria-busy')).toBe('true');
});
test('saved: shows the address, and takes another one', async () => {
  answering({ '/auth/forgot-password': answers({ message: 'sent' }) });
  await send();
  expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toBeTruthy();
  expect(screen.getByText('ada@touchline.test')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try another email' }));
  expect(screen.getByRole('button', { name: 'Send Reset Link' })).toBeTruthy();
});
test.each([
  ['an error of the server', refuses(500, 'no'), 'An unexpected error occurred'],
  ['an unreadable answer', answers({ sent: true }), 'Something went wrong. Please try again'],
])('refused: shows %s above the form', async (_, reply, sentence) => {
  answering({ '/auth/forgot-password': reply });
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
});

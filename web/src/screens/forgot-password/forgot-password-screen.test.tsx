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

test('idle: an empty address is asked for', async () => {
  answering({});
  await send('');
  expect(screen.getByText('Please enter your email address')).toBeTruthy();
});
test('loading: the button says that it is sending', async () => {
  answering({});
  await send();
  expect(screen.getByRole('button', { name: 'Sending...' }).getAttribute('aria-busy')).toBe('true');
});
test('success: the address is shown, and another one can be tried', async () => {
  answering({ '/auth/forgot-password': answers({ message: 'sent' }) });
  await send();
  expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toBeTruthy();
  expect(screen.getByText('ada@touchline.test')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try another email' }));
  expect(screen.getByRole('button', { name: 'Send Reset Link' })).toBeTruthy();
});
test('error: it is said above the form', async () => {
  answering({ '/auth/forgot-password': refuses(500, 'no') });
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe('An unexpected error occurred');
});

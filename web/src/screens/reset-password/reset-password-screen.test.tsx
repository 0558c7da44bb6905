import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ResetPasswordScreen } from './reset-password-screen.tsx';

async function reset(password: string, confirm = password) {
  renderScreen(<ResetPasswordScreen />, { path: '/reset-password?token=t' });
  await userEvent.type(screen.getByLabelText('New Password'), password);
  await userEvent.type(screen.getByLabelText('Confirm Password'), confirm);
  await userEvent.click(screen.getByRole('button', { name: 'Reset Password' }));
}

test('form: the checklist and the strength follow the typed password', async () => {
  answering({});
  renderScreen(<ResetPasswordScreen />, { path: '/reset-password?token=t' });
  expect(screen.getByText('Very Weak', { selector: 'span' })).toBeTruthy();
  await userEvent.type(screen.getByLabelText('New Password'), 'Touch1');
  expect(screen.getByText('Good', { selector: 'span' })).toBeTruthy();
  const done = screen.getAllByRole('listitem').filter((item) => item.textContent?.endsWith(', done'));
  expect(done.map((item) => item.textContent)).toEqual([
    'One uppercase letter, done',
    'One lowercase letter, done',
    'One number, done',
  ]);
});
test('form: a weak password and a different confirmation are explained at the fields', async () => {
  const asked = answering({});
  await reset('short', 'other');
  expect(screen.getByText('Please ensure your password meets all requirements')).toBeTruthy();
  expect(screen.getByText('Passwords do not match')).toBeTruthy();
  expect(asked).toEqual([]);
});
test('sending: the button is busy', async () => {
  answering({});
  await reset('Touchline1!');
  expect(screen.getByRole('button', { name: 'Reset Password' }).getAttribute('aria-busy')).toBe('true');
});
test('changed: links to the login', async () => {
  answering({ '/auth/reset-password': answers({ message: 'done' }) });
  await reset('Touchline1!');
  expect(await screen.findByRole('heading', { name: 'Password Reset Successfully' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
});
test('failed: shows the sentence of the server, and offers a new link', async () => {
  answering({ '/auth/reset-password': refuses(400, 'This link has expired.') });
  await reset('Touchline1!');
  expect(await screen.findByRole('heading', { name: 'Password Reset Failed' })).toBeTruthy();
  expect(screen.getByText('This link has expired.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Request New Reset Link' }).getAttribute('href')).toBe('/forgot-password');
});
test('failed: a network failure can be retried with the same link', async () => {
  answering({ '/auth/reset-password': 'network failure' });
  await reset('Touchline1!');
  await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  expect(screen.getByLabelText('New Password')).toBeTruthy();
});
test('failed: a link without a token says so at once', () => {
  answering({});
  renderScreen(<ResetPasswordScreen />, { path: '/reset-password' });
  expect(screen.getByText('Reset token is missing')).toBeTruthy();
});
test('form: a refused password is explained above the form, and the same link takes another', async () => {
  answering({
    '/auth/reset-password': { status: 400, body: { code: 'password-guessable', error: 'Choose another one.' } },
  });
  await reset('Password1!');
  expect(await screen.findByText('Choose another one.')).toBeTruthy();
  expect(screen.getByLabelText('New Password')).toHaveProperty('value', 'Password1!');
  const asked = answering({ '/auth/reset-password': answers({ message: 'done' }) });
  await userEvent.click(screen.getByRole('button', { name: 'Reset Password' }));
  expect(await screen.findByRole('heading', { name: 'Password Reset Successfully' })).toBeTruthy();
  expect(asked.length).toBe(1);
});

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { LoginScreen } from './login-screen.tsx';

const session = { accessToken: 't', user: { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' } };

async function logIn(email = 'ada@touchline.test', password = 'Touchline1!') {
  const rendered = renderScreen(<LoginScreen />, { path: '/login' });
  const user = userEvent.setup();
  if (email) await user.type(screen.getByLabelText('Email'), email);
  if (password) await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  return rendered;
}

test('empty: has its title, and links to the other screens', () => {
  answering({});
  renderScreen(<LoginScreen />);
  expect(screen.getByRole('heading', { name: 'Welcome back' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/register');
  expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe('/forgot-password');
});
test.each([
  ['session-replaced', /logged in on too many devices/],
  ['session-ended', 'Your session was ended. Please log in again.'],
  ['session-expired', 'Your session has expired. Please log in again.'],
])('empty: says once why the session ended: %s', (code, reason) => {
  answering({});
  sessionStorage.setItem('ended', code);
  const { unmount } = renderScreen(<LoginScreen />);
  expect(screen.getByText(reason)).toBeTruthy();
  unmount();
  renderScreen(<LoginScreen />);
  expect(screen.queryByText(reason)).toBeNull();
});
test('empty: problems are explained at the fields, and the first field is focused', async () => {
  const asked = answering({});
  await logIn('invalid', 'short');
  const email = screen.getByLabelText('Email');
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Invalid email address',
  );
  expect(screen.getByText('Password must be at least 8 characters')).toBeTruthy();
  await expect.poll(() => document.activeElement).toBe(email);
  expect(asked).toEqual([]);
});
test('sending: the button is busy', async () => {
  answering({});
  await logIn();
  expect(screen.getByRole('button', { name: 'Log in' }).getAttribute('aria-busy')).toBe('true');
});
test('refused: shows the reason above the form', async () => {
  answering({ '/auth/login': refuses(401, 'no') });
  await logIn();
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid credentials. Please try again.');
});
test('welcomed: the session starts at once, and after a second the bettor goes Home', async () => {
  answering({ '/auth/login': answers(session) });
  const { session: actor, history } = await logIn();
  await expect.poll(() => actor.getSnapshot().context.user).toEqual(session.user);
  expect(history).toEqual(['/login']);
  await expect.poll(() => history).toEqual(['/']);
});
const refusal = (status: number, code: string, error: string) => ({ status, body: { code, error } });

test('unverified: shows the server’s sentence, and links to another email', async () => {
  const error = 'Please verify your email address before you log in.';
  answering({ '/auth/login': refusal(403, 'email-unverified', error) });
  await logIn();
  expect(await screen.findByText(error)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Resend verification email' }).getAttribute('href')).toBe(
    '/resend-verification',
  );
});
test('code: required after a correct password, sent with it, and required again if wrong', async () => {
  const replies = [
    refusal(401, 'totp-required', 'Please enter the code of your authentication app.'),
    refusal(401, 'totp-wrong', 'This code is wrong. Please try again.'),
    answers(session),
  ];
  const asked = answering({ '/auth/login': () => replies.shift() ?? 'never' });
  await logIn();
  const code = await screen.findByLabelText('Authentication code');
  expect(screen.getByText('Please enter the code of your authentication app.')).toBeTruthy();
  const user = userEvent.setup();
  const send = () => user.click(screen.getByRole('button', { name: 'Log in' }));
  await send();
  expect(screen.getByText('Please enter the code')).toBeTruthy();
  await user.type(code, '123456');
  await send();
  expect(await screen.findByText('This code is wrong. Please try again.')).toBeTruthy();
  await user.clear(screen.getByLabelText('Authentication code'));
  await user.type(screen.getByLabelText('Authentication code'), '654321');
  await send();
  await expect.poll(() => asked.length).toBe(3);
  const credentials = { email: 'ada@touchline.test', password: 'Touchline1!' };
  expect(asked.map(({ body }) => body)).toEqual([
    credentials,
    { ...credentials, totp: '123456' },
    { ...credentials, totp: '654321' },
  ]);
});
test('passkey: without one the reason is shown above the form, and the password still works', async () => {
  const begun = { challenge: 'AAAA', rpId: 'localhost', timeout: 1, userVerification: 'required' };
  answering({ '/auth/login/passkey/begin': answers(begun), '/auth/login': answers(session) });
  const { session: actor } = renderScreen(<LoginScreen />, { path: '/login' });
  await userEvent.click(screen.getByRole('button', { name: 'Log in with a passkey' }));
  const why = 'Passkeys do not work in this browser at this address.';
  expect((await screen.findByRole('alert')).textContent).toBe(why);
  await userEvent.type(screen.getByLabelText('Email'), 'ada@touchline.test');
  await userEvent.type(screen.getByLabelText('Password'), 'Touchline1!');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await expect.poll(() => actor.getSnapshot().context.user).toEqual(session.user);
});
test('the password can be shown', async () => {
  answering({});
  renderScreen(<LoginScreen />);
  await userEvent.click(screen.getByRole('button', { name: 'Show Password' }));
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text');
});
test('the link of an email confirms this browser, and a link that is used up says so', async () => {
  const asked = answering({ '/auth/confirm-browser': answers({ message: 'confirmed' }) });
  const { unmount } = renderScreen(<LoginScreen />, { path: '/login?token=abc' });
  expect(await screen.findByText('This browser is confirmed. Log in now.')).toBeTruthy();
  expect(asked).toContainEqual({ path: '/auth/confirm-browser', body: { token: 'abc' }, key: null });
  unmount();
  answering({ '/auth/confirm-browser': refuses(409, 'This confirmation link was already used.', 'token-used') });
  renderScreen(<LoginScreen />, { path: '/login?token=abc' });
  expect(await screen.findByText('This confirmation link was already used.')).toBeTruthy();
});

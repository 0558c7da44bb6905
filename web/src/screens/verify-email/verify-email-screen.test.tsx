import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { storePendingRegistration } from '../../registration/pending-registration.ts';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { VerifyEmailScreen } from './verify-email-screen.tsx';

const session = {
  accessToken: 't',
  user: { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' as const },
};
const linksTo = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

test('opening: says that the email is being verified', () => {
  answering({});
  renderScreen(<VerifyEmailScreen />, { path: '/verify?token=t' });
  expect(screen.getByText('Verifying your email...')).toBeTruthy();
});
test('opened: links to the login and Home', async () => {
  answering({ '/auth/verify': answers({ message: 'done' }) });
  renderScreen(<VerifyEmailScreen />, { path: '/verify?token=t' });
  expect(await screen.findByRole('heading', { name: 'Email Verified!' })).toBeTruthy();
  expect(linksTo()).toEqual(['/login', '/']);
});
test('opened in the browser that registered: logs in', async () => {
  storePendingRegistration({ email: session.user.email });
  answering({ '/auth/verify': answers({ message: 'done' }), '/auth/login/registration': answers(session) });
  const { history, session: actor } = renderScreen(<VerifyEmailScreen />, { path: '/verify?token=t' });
  await expect.poll(() => history.at(-1)).toBe('/');
  expect(actor.getSnapshot().context.user).toEqual(session.user);
  localStorage.clear();
});
test('failed: shows the sentence of the server, and where to get help', async () => {
  answering({ '/auth/verify': refuses(400, 'This link has expired.') });
  renderScreen(<VerifyEmailScreen />, { path: '/verify?token=t' });
  expect(await screen.findByRole('heading', { name: 'Verification Failed' })).toBeTruthy();
  expect(screen.getByText('This link has expired.')).toBeTruthy();
  expect(linksTo()).toEqual(['/resend-verification', '/support', '/']);
});
test('failed: a network failure can be retried with the same link', async () => {
  const replies = [refuses(503, ''), answers({ message: 'done' })];
  answering({ '/auth/verify': () => replies.shift() ?? 'never' });
  renderScreen(<VerifyEmailScreen />, { path: '/verify?token=t' });
  await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'Email Verified!' })).toBeTruthy();
});
test.each([
  ['is verified', answers({ message: 'done' })],
  ['fails', refuses(422, 'This link has expired.')],
])('a logged-in user is sent Home once the address %s', async (_, reply) => {
  answering({ '/auth/verify': reply });
  const { history } = renderScreen(<VerifyEmailScreen />, { path: '/verify?token=t', session });
  await expect.poll(() => history.at(-1)).toBe('/');
});
test('failed: a link without a token says so at once', () => {
  answering({});
  renderScreen(<VerifyEmailScreen />, { path: '/verify' });
  expect(screen.getByText('Verification token is missing')).toBeTruthy();
});

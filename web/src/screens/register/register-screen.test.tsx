import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadTranslations } from '@touchline/core/catalogues';
import { setLanguage } from '@touchline/core/language';
import { expect, onTestFinished, test } from 'vitest';
import { readPendingRegistration } from '../../registration/pending-registration.ts';
import { SlipProvider } from '../../slip/index.ts';
import { slipKey } from '../../slip/slip-keys.ts';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { RegisterScreen } from './register-screen.tsx';

const user = { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' };

const show = (path = '/register') =>
  renderScreen(
    <SlipProvider>
      <RegisterScreen />
    </SlipProvider>,
    { path },
  );

async function register(confirm = 'Touchline1!') {
  const rendered = show('/register?from=%2Fgames');
  const person = userEvent.setup();
  await person.type(screen.getByLabelText('Username'), 'Ada');
  await person.type(screen.getByLabelText('Email'), 'ada@touchline.test');
  await person.type(screen.getByLabelText('Password'), 'Touchline1!');
  await person.type(screen.getByLabelText('Confirm Password'), confirm);
  await person.click(screen.getByRole('button', { name: 'Register' }));
  return rendered;
}

test('form: every field says what it needs', async () => {
  answering({});
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Register' }));
  expect(screen.getByText('Username must be at least 3 characters')).toBeTruthy();
  expect(screen.getByText('Invalid email address')).toBeTruthy();
  expect(screen.getByText('Password must be at least 8 characters')).toBeTruthy();
});
test('form: different passwords are explained at the confirmation', async () => {
  answering({});
  await register('Touchline2!');
  expect(screen.getByText("Passwords don't match")).toBeTruthy();
});
test('form: in German different passwords are explained in German', async () => {
  loadTranslations('de');
  setLanguage('de');
  onTestFinished(() => setLanguage('en'));
  answering({});
  show();
  await userEvent.type(screen.getByLabelText('Passwort bestätigen'), 'Touchline2!');
  await userEvent.click(screen.getByRole('button', { name: 'Registrieren' }));
  expect(screen.getByText('Die Passwörter stimmen nicht überein')).toBeTruthy();
});
test('sending: name, email and password go to the server, the confirmation does not', async () => {
  const asked = answering({});
  await register();
  const body = { name: 'Ada', email: 'ada@touchline.test', password: 'Touchline1!' };
  expect(asked).toEqual([{ path: '/auth/register', body, key: null }]);
  expect(screen.getByRole('button', { name: 'Register' }).getAttribute('aria-busy')).toBe('true');
});
test('refused: shows the sentence of the server above the form', async () => {
  answering({ '/auth/register': refuses(409, 'This email is registered already.') });
  await register();
  expect((await screen.findByRole('alert')).textContent).toBe('This email is registered already.');
});
test.each([
  ['the network fails', 'network failure', 'Something went wrong. Please try again.'],
  ['the server gives no reason', refuses(500, ''), 'Something went wrong. Please try again'],
] as const)('refused: when %s, says that something went wrong', async (_, reply, text) => {
  answering({ '/auth/register': reply });
  await register();
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});
test('registered: goes Home, and remembers the account whose verification logs it in', async () => {
  answering({ '/auth/register': answers({ user }) });
  const { history } = await register();
  await expect.poll(() => history.at(-1)).toBe('/');
  expect(readPendingRegistration()).toEqual({ email: 'ada@touchline.test' });
});
test('registered with a filled slip: remembers where it was, its stake as typed, and the stake of all its lines', async () => {
  const entries = ['m1', 'm2', 'm3'].map((matchId) => ({
    matchId,
    betOutcome: 'Draw',
    odds: '3',
    matchName: 'A vs B',
  }));
  const form = { kind: 'system', stakes: {}, sizes: null, bankers: [] };
  localStorage.setItem(slipKey, JSON.stringify({ entries, stakeText: '10', form }));
  answering({ '/auth/register': answers({ user }) });
  await register();
  await expect.poll(() => readPendingRegistration()?.slip).toEqual({ path: '/games', stakeText: '10', stake: 4_000 });
});

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ProfileView, SettingsView } from '@touchline/core/contract';
import { expect, test, vi } from 'vitest';
import { noLimits } from '../../limits/samples.ts';
import { SlipProvider } from '../../slip/index.ts';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { withModalDialogs } from '../../testing/modal-dialogs.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ProfileScreen } from './profile-screen.tsx';

withModalDialogs();
const ada = { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' } as const;
const profile: ProfileView = {
  ...ada,
  balance: 990,
  emailVerified: false,
  createdAt: '2026-03-04T12:00:00Z',
  wallet: { version: 8, balance: 990, held: 0, bonus: 0, staked: 10 },
};
const here = {
  id: 's1',
  device: 'Chrome on Linux',
  address: '192.0.2.1',
  createdAt: '2026-11-20T10:00:00Z',
  usedAt: '2026-11-20T12:00:00Z',
  isCurrent: true,
};
const sessions = { most: 25, sessions: [here, { ...here, id: 's2', device: 'Firefox on Windows', isCurrent: false }] };
const settings: SettingsView = {
  oddsFormat: 'decimal',
  oddsPolicy: 'better',
  language: null,
  favourites: [],
  secondFactor: { isOn: false, recoveryCodes: 0 },
};
const usual = {
  '/limits': answers(noLimits),
  '/auth/sessions': answers(sessions),
  '/auth/settings': answers(settings),
  '/auth/passkeys': answers({ passkeys: [] }),
};
const open = (known: ProfileView | undefined) =>
  renderScreen(
    <SlipProvider>
      <ProfileScreen />
    </SlipProvider>,
    { session: { accessToken: 't', user: ada }, ...(known && { profile: known }) },
  );
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

test('shows a skeleton while the profile loads', () => {
  answering({});
  open(undefined);
  expect(screen.getByText('Loading your profile...')).toBeTruthy();
});
test('shows the account, and that the email is not verified', async () => {
  answering(usual);
  open(profile);
  expect(await screen.findByText('March 4, 2026')).toBeTruthy();
  expect(screen.getByText('Bettor')).toBeTruthy();
  expect(screen.getByText('Not verified')).toBeTruthy();
});
test('a verified email has no link to send', async () => {
  answering(usual);
  open({ ...profile, emailVerified: true });
  expect(await screen.findByText('Verified')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send a new verification link' })).toBeNull();
});
test('sends a new verification link', async () => {
  const asked = answering({ ...usual, '/auth/resend-verification': answers({ message: 'sent' }) });
  open(profile);
  await press('Send a new verification link');
  expect(await screen.findByText('A new link is on its way to ada@touchline.test.')).toBeTruthy();
  expect(asked).toContainEqual({ path: '/auth/resend-verification', body: { email: ada.email }, key: null });
});
test('a refused verification link says why', async () => {
  answering({ ...usual, '/auth/resend-verification': refuses(429, 'Too many emails.') });
  open(profile);
  await press('Send a new verification link');
  expect((await screen.findByRole('alert')).textContent).toBe('Too many emails.');
});
test('saves the name if it is long enough', async () => {
  const asked = answering({ ...usual, '/auth/me': answers({ ...ada, name: 'Ada Bell' }) });
  open(profile);
  const name = await screen.findByLabelText('Username');
  await userEvent.clear(name);
  await userEvent.type(name, 'Al');
  await press('Save name');
  expect(screen.getByText('Username must be at least 3 characters')).toBeTruthy();
  await userEvent.type(name, 'an');
  await press('Save name');
  expect(asked).toContainEqual({ path: '/auth/me', body: { name: 'Alan' }, key: null });
});
test('the odds format and the odds policy apply at once', async () => {
  answering(usual);
  open(profile);
  await userEvent.selectOptions(await screen.findByLabelText('Odds format'), 'Fractional, 3/2');
  await userEvent.selectOptions(await screen.findByLabelText('When the odds move'), 'Accept any odds');
  expect([localStorage.getItem('oddsFormat'), localStorage.getItem('oddsPolicy')]).toEqual(['fractional', 'any']);
});
test('changes a password that is strong and typed twice, and shows a refusal in the form', async () => {
  const asked = answering({ ...usual, '/auth/change-password': refuses(422, 'Your current password is wrong.') });
  open(profile);
  await press('Change password');
  await userEvent.type(screen.getByLabelText('Current Password'), 'old');
  await userEvent.type(screen.getByLabelText('New Password'), 'short');
  await press('Save new password');
  expect(screen.getByText('Please ensure your password meets all requirements')).toBeTruthy();
  expect(screen.getByText('Passwords do not match')).toBeTruthy();
  await userEvent.clear(screen.getByLabelText('New Password'));
  await userEvent.type(screen.getByLabelText('New Password'), 'Touchline1!');
  await userEvent.type(screen.getByLabelText('Confirm Password'), 'Touchline1!');
  await press('Save new password');
  expect(await screen.findByText('Your current password is wrong.')).toBeTruthy();
  expect(asked).toContainEqual({
    path: '/auth/change-password',
    body: { currentPassword: 'old', newPassword: 'Touchline1!' },
    key: null,
  });
});
test('focus moves into a form that opens, and back to its button when it closes', async () => {
  answering({
    ...usual,
    '/auth/totp/enrol': answers({ secret: 'ABCDEFGH', url: 'otpauth://totp/x', qrSvg: '<svg/>' }),
  });
  open({ ...profile, role: 'admin' });
  const set = await screen.findByRole('button', { name: 'Set up an authentication app' });
  expect(document.activeElement).toBe(document.body);
  await userEvent.click(set);
  expect(document.activeElement).toBe(screen.getByLabelText('Password', { selector: 'input' }));
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), 'Touchline1!');
  await press('Continue');
  expect(document.activeElement).toBe(await screen.findByLabelText('Code from the app'));
  await press('Cancel');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Set up an authentication app' }));
  await press('Change password');
  expect(document.activeElement).toBe(screen.getByLabelText('Current Password'));
  await press('Cancel');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change password' }));
});
test('sessions: names this device, signs out another one, and asks before signing out everywhere', async () => {
  const asked = answering({
    ...usual,
    '/auth/sessions/s2': answers({ message: 'ended' }),
    '/auth/sessions/end-all': answers({ message: 'ended' }),
  });
  const { session, history } = open(profile);
  expect(await screen.findByText('This device')).toBeTruthy();
  await press('Sign out Firefox on Windows, 192.0.2.1');
  await press('Sign out everywhere');
  expect(screen.getByText(/logged in on 25 devices/)).toBeTruthy();
  expect(asked.some(({ path }) => path === '/auth/sessions/end-all')).toBe(false);
  await press('Yes, sign out everywhere');
  await screen.findByRole('status');
  expect(asked).toContainEqual({ path: '/auth/sessions/end-all', body: { keep: 'none' }, key: null });
  expect([session.getSnapshot().value, history.at(-1)]).toEqual(['guest', '/']);
});
test('sessions that cannot be loaded say so, with one thing to do', async () => {
  answering({ ...usual, '/auth/sessions': 'network failure' });
  open(profile);
  expect(await screen.findByText('Your sessions could not be loaded.')).toBeTruthy();
});
test.each(['admin', 'bettor'] as const)(
  'setting up an authentication app as %s: password, picture, code, recovery codes, on',
  async (role) => {
    const asked = answering({
      ...usual,
      '/auth/totp/enrol': answers({ secret: 'ABCDEFGH', url: 'otpauth://totp/x', qrSvg: '<svg/>' }),
      '/auth/totp/confirm': answers({ recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] }),
    });
    open({ ...profile, role });
    await press('Set up an authentication app');
    await press('Continue');
    expect(screen.getByText('Please enter your password')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), 'Touchline1!');
    await press('Continue');
    expect(await screen.findByRole('img', { name: 'QR code for the authentication app' })).toBeTruthy();
    expect(asked).toContainEqual({ path: '/auth/totp/enrol', body: { password: 'Touchline1!' }, key: null });
    expect(screen.getByText('ABCD EFGH')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Code from the app'), '123456');
    await press('Confirm');
    expect(await screen.findByText('aaaa-bbbb')).toBeTruthy();
    const file = decodeURIComponent(screen.getByRole('link', { name: 'Download' }).getAttribute('href') ?? '');
    expect(file).toBe('data:text/plain;charset=utf-8,aaaa-bbbb\ncccc-dddd\n');
    await press('I have saved them');
    expect(await screen.findByText('2 recovery codes left.')).toBeTruthy();
    expect(screen.getByText('Few recovery codes are left. Get new ones before you run out.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Turn off' }) !== null).toBe(role === 'bettor');
  },
);
test('replaces an app, and the recovery codes, with the password and a code', async () => {
  const asked = answering({
    ...usual,
    '/auth/settings': answers({ ...settings, secondFactor: { isOn: true, recoveryCodes: 8 } }),
    '/auth/totp/enrol': answers({ secret: 'ABCDEFGH', url: 'otpauth://totp/x', qrSvg: '<svg/>' }),
    '/auth/totp/recovery-codes': answers({ recoveryCodes: ['eeee-ffff'] }),
  });
  open({ ...profile, role: 'admin' });
  await press('Replace app');
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), 'Touchline1!');
  await userEvent.type(screen.getByLabelText('Code from the app, or a recovery code'), '123456');
  await press('Continue');
  await screen.findByRole('img', { name: 'QR code for the authentication app' });
  expect(asked).toContainEqual({
    path: '/auth/totp/enrol',
    body: { password: 'Touchline1!', code: '123456' },
    key: null,
  });
  await press('Cancel');
  expect(await screen.findByText('8 recovery codes left.')).toBeTruthy();
  await press('Get new recovery codes');
  await userEvent.type(screen.getByLabelText('Password', { selector: 'input' }), 'Touchline1!');
  await userEvent.type(screen.getByLabelText('Code from the app, or a recovery code'), '654321');
  await press('Get new recovery codes');
  expect(await screen.findByText('eeee-ffff')).toBeTruthy();
  expect(asked).toContainEqual({
    path: '/auth/totp/recovery-codes',
    body: { password: 'Touchline1!', code: '654321' },
    key: null,
  });
});
test('limits are for bettors, the second factor is for everyone', async () => {
  answering(usual);
  open({ ...profile, role: 'admin' });
  expect(await screen.findByRole('region', { name: 'Two-factor login' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Limits and breaks' })).toBeNull();
});
test('my data is one press away', async () => {
  answering(usual);
  open(profile);
  const card = await screen.findByRole('region', { name: 'My data' });
  expect(within(card).getByRole('button', { name: 'Download my data' })).toBeTruthy();
});
test('closing the account asks for the password, says what is left to do, and logs out when it is done', async () => {
  const body = { password: 'Touchline1!', code: '123456' };
  const refused = answering({ ...usual, '/auth/close-account': refuses(409, '2 bets are open.') });
  const { session, history } = open(profile);
  await press('Close account');
  await press('Close account for good');
  expect(screen.getByText('Please enter your password')).toBeTruthy();
  expect(refused.some(({ path }) => path === '/auth/close-account')).toBe(false);
  await userEvent.type(screen.getByLabelText('Your password', { selector: 'input' }), body.password);
  await press('Close account for good');
  expect(await screen.findByText('2 bets are open.')).toBeTruthy();
  const asked = answering({ ...usual, '/auth/close-account': answers({ message: 'closed' }) });
  await userEvent.type(screen.getByLabelText('Code from your authentication app, if you use one'), body.code);
  await press('Close account for good');
  await vi.waitFor(() => expect(history.at(-1)).toBe('/'));
  expect(asked).toContainEqual({ path: '/auth/close-account', body, key: null });
  expect(session.getSnapshot().value).toBe('guest');
});
test('accounts of staff are not closed here', async () => {
  answering(usual);
  open({ ...profile, role: 'admin' });
  expect(await screen.findByRole('button', { name: 'Change password' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Close account' })).toBeNull();
});
test('passkeys are listed, and one is removed with the password', async () => {
  const phone = { id: 'p1', name: 'Phone', createdAt: '2026-11-20T10:00:00Z', usedAt: null };
  const replies = [answers({ passkeys: [phone] }), answers({ passkeys: [] })];
  const asked = answering({
    ...usual,
    '/auth/passkeys': () => replies.shift() ?? 'never',
    '/auth/passkeys/p1/remove': answers({ passkeys: [] }),
  });
  open(profile);
  const card = within(await screen.findByRole('region', { name: 'Passkeys' }));
  expect(await card.findByText(/never used/)).toBeTruthy();
  await press('Remove Phone');
  await press('Remove passkey');
  expect(card.getByText('Please enter your password')).toBeTruthy();
  await userEvent.type(card.getByLabelText('Your password'), 'Touchline1!');
  await press('Remove passkey');
  await expect.poll(() => card.queryByText('Phone')).toBeNull();
  expect(asked).toContainEqual({
    path: '/auth/passkeys/p1/remove',
    body: { password: 'Touchline1!' },
    key: null,
  });
});

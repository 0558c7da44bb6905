import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ResendVerificationScreen } from './resend-verification-screen.tsx';

async function send() {
  renderScreen(<ResendVerificationScreen />);
  await userEvent.type(screen.getByLabelText('Email'), 'ada@touchline.test');
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }));
}

test('idle: the address of a logged-in user is filled in', () => {
  answering({});
  const user = { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' } as const;
  renderScreen(<ResendVerificationScreen />, { session: { accessToken: 't', user } });
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@touchline.test');
});
test('saving: the button is busy', async () => {
  answering({});
  await send();
  expect(screen.getByRole('button', { name: 'Send a new link' }).getAttribute('aria-busy')).toBe('true');
});
test('saved: does not reveal whether the address is known', async () => {
  answering({ '/auth/resend-verification': answers({ message: 'sent' }) });
  await send();
  expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toBeTruthy();
});
test('refused: shows the reason above the form', async () => {
  answering({ '/auth/resend-verification': refuses(429, 'Too many emails. Try again in an hour.') });
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe('Too many emails. Try again in an hour.');
});
test('refused: an answer without a reason gets our sentence, and the link can be requested again', async () => {
  answering({ '/auth/resend-verification': { status: 502, body: 'away' } });
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe('The link could not be sent. Please try again.');
  answering({ '/auth/resend-verification': answers({ message: 'sent' }) });
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }));
  expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toBeTruthy();
});

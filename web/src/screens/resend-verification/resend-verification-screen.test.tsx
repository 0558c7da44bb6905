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

test('asking: the address of whoever is logged in is filled in', () => {
  answering({});
  const user = { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' } as const;
  renderScreen(<ResendVerificationScreen />, { session: { accessToken: 't', user } });
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@touchline.test');
});
test('sending: the button is busy', async () => {
  answering({});
  await send();
  expect(screen.getByRole('button', { name: 'Send a new link' }).getAttribute('aria-busy')).toBe('true');
});
test('sent: the answer does not tell whether the address is known', async () => {
  answering({ '/auth/resend-verification': answers({ message: 'sent' }) });
  await send();
  expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toBeTruthy();
});
test('refused: the reason is said above the form', async () => {
  answering({ '/auth/resend-verification': refuses(429, 'Too many letters. Try again in an hour.') });
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe('Too many letters. Try again in an hour.');
});
test('broken: an answer that says nothing is told in our words, and the link can be asked for again', async () => {
  answering({ '/auth/resend-verification': { status: 502, body: 'away' } });
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe('The link could not be sent. Please try again.');
  answering({ '/auth/resend-verification': answers({ message: 'sent' }) });
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }));
  expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toBeTruthy();
});

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { GuestOnly, Protected } from './guards.tsx';

const bea = {
  accessToken: 'tok',
  user: { id: 'u1', name: 'Bea', email: 'bea@touchline.test', role: 'bettor' as const },
};
const members = <Protected>secret</Protected>;
const guests = <GuestOnly>form</GuestOnly>;

test('sends a guest from a guarded screen to the login, with the way back', () => {
  const { history } = renderScreen(members, { path: '/history?bet=3f2a' });
  expect(history.at(-1)).toBe('/login?from=%2Fhistory%3Fbet%3D3f2a');
});

test('a member sees the guarded screen', () => {
  renderScreen(members, { session: bea, path: '/history' });
  expect(screen.getByText('secret')).toBeTruthy();
});

test.each([
  ['/login', '/'],
  ['/login?from=%2Fhistory', '/history'],
  ['/login?from=%2F%2Fevil.test', '/'],
  ['/login?from=%2F%5Cevil.test', '/'],
  ['/login?from=%2F%09%2Fevil.test', '/'],
  ['/login?from=https%3A%2F%2Fevil.test', '/'],
])('sends a member at %s to %s', (path, destination) => {
  const { history } = renderScreen(guests, { session: bea, path });
  expect(history.at(-1)).toBe(destination);
});

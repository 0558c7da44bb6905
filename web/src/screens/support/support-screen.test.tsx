import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { SupportScreen } from './support-screen.tsx';

test('every answer leads to the place where it can be done', () => {
  renderScreen(<SupportScreen />);
  expect(screen.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href'))).toEqual([
    '/resend-verification',
    '/forgot-password',
    '/history',
    '/profile',
    '/my-wallet',
  ]);
});

import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SlipProvider } from '../slip/index.ts';
import { answering } from '../testing/answering.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { toastError } from '../ui/toast.ts';
import { Shell } from './shell.tsx';

vi.mock('../ui/toasts.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

test('a toast whose code cannot be loaded is shown plainly for as long', async () => {
  answering({});
  renderScreen(
    <SlipProvider>
      <Shell config={undefined}>{null}</Shell>
    </SlipProvider>,
  );
  act(() => toastError('Odds not available for this selection', 50));
  expect((await screen.findByRole('alert')).textContent).toBe('Odds not available for this selection');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), { timeout: 60_000 });
});

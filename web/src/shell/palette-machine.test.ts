import { renderHook } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { usePalette } from './palette-machine.ts';

function opened() {
  const { result } = renderHook(() => usePalette());
  return {
    user: userEvent.setup(),
    state: () => result.current.getSnapshot().value,
    context: () => result.current.getSnapshot().context,
  };
}

test('does not open behind a modal dialog', async () => {
  const dialog = document.createElement('dialog');
  dialog.open = true;
  dialog.append(document.createElement('button'));
  document.body.append(dialog);
  onTestFinished(() => dialog.remove());
  const { user, state } = opened();
  dialog.querySelector('button')?.focus();
  await user.keyboard('/{Control>}k{/Control}');
  expect(state()).toBe('closed');
});

test('Escape closes it while its field is loading', async () => {
  const { user, state } = opened();
  await user.keyboard('/a');
  expect(state()).toBe('open');
  await user.keyboard('{Escape}');
  expect(state()).toBe('closed');
});

test('the Back button closes it', async () => {
  const { user, state } = opened();
  await user.keyboard('/');
  dispatchEvent(new PopStateEvent('popstate'));
  expect(state()).toBe('closed');
});

test('Backspace deletes and Enter picks while its field is loading', async () => {
  const { user, context } = opened();
  await user.keyboard('/wax{Backspace}');
  expect(context()).toMatchObject({ text: 'wa', isPicked: false });
  await user.keyboard('{Enter}');
  expect(context()).toMatchObject({ text: 'wa', isPicked: true });
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { SlipProvider } from '../slip/index.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { Palette } from './palette.tsx';
import { paletteMachine } from './palette-machine.ts';

// In a file of its own, so that the palette's code is loaded by opening it.
test('keeps what is typed as soon as the field appears', async () => {
  const actor = createActor(paletteMachine).start();
  renderScreen(
    <SlipProvider>
      <Palette actor={actor} />
    </SlipProvider>,
  );
  const typed = Promise.withResolvers<HTMLInputElement>();
  // Runs before React runs the effects of the field.
  const observer = new MutationObserver(() => {
    const field = document.querySelector('input');
    if (!field) return;
    observer.disconnect();
    for (const character of 'ada') {
      field.setRangeText(character, field.value.length, field.value.length, 'end');
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
    typed.resolve(field);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  actor.send({ type: 'opened' });
  const field = await typed.promise;
  await expect.poll(() => field.value).toBe('ada');
});

test('opens the result that was picked before its field appeared', async () => {
  const actor = createActor(paletteMachine).start();
  actor.send({ type: 'opened' });
  actor.send({ type: 'typed', text: 'games' });
  actor.send({ type: 'picked' });
  const { history } = renderScreen(
    <SlipProvider>
      <Palette actor={actor} />
    </SlipProvider>,
  );
  await expect.poll(() => history.at(-1)).toBe('/games');
  expect(actor.getSnapshot().value).toBe('closed');
});

import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { panelMachine } from './panel-machine.ts';

const samples = [{ type: 'selection added', on: 'wide' }] as const;
const reached = new Set([
  ...reachableStates(panelMachine, { samples, input: { isPinned: false } }),
  ...reachableStates(panelMachine, { samples, input: { isPinned: true } }),
  'starting',
]);
test.each(allStates(panelMachine))('the panel can reach "%s"', (state) => expect(reached).toContain(state));

test.each([
  ['wide', 'open'],
  ['narrow', 'collapsed'],
] as const)('on a %s screen the first selection leaves the slip %s', (on, value) => {
  const panel = createActor(panelMachine, { input: { isPinned: false } }).start();
  panel.send({ type: 'selection added', on });
  expect(panel.getSnapshot().value).toBe(value);
});
test('a collapsed sheet stays collapsed when a selection is added', () => {
  const panel = createActor(panelMachine, { input: { isPinned: false } }).start();
  panel.send({ type: 'toggle' });
  panel.send({ type: 'collapse' });
  panel.send({ type: 'selection added', on: 'narrow' });
  expect(panel.getSnapshot().value).toBe('collapsed');
});
test('on a wide screen a collapsed slip opens with the next selection', () => {
  const panel = createActor(panelMachine, { input: { isPinned: false } }).start();
  panel.send({ type: 'toggle' });
  panel.send({ type: 'collapse' });
  panel.send({ type: 'selection added', on: 'wide' });
  expect(panel.getSnapshot().value).toBe('open');
});
test('a slip pinned on the last visit starts pinned', () => {
  const panel = createActor(panelMachine, { input: { isPinned: true } }).start();
  expect(panel.getSnapshot().value).toBe('pinned');
});

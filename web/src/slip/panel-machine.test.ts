import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { panelMachine } from './panel-machine.ts';

const samples = [{ type: 'selection added', on: 'narrow' }] as const;
const reached = new Set([
  ...reachableStates(panelMachine, { samples, input: { pinned: 'loose' } }),
  ...reachableStates(panelMachine, { samples, input: { pinned: 'pinned' } }),
  'arriving',
]);
test.each(allStates(panelMachine))('the panel can reach "%s"', (state) => expect(reached).toContain(state));

test('adding a selection opens the slip', () => {
  const panel = createActor(panelMachine, { input: { pinned: 'loose' } }).start();
  panel.send({ type: 'selection added', on: 'narrow' });
  expect(panel.getSnapshot().value).toBe('open');
});
test('a sheet that was put down stays down when more is added', () => {
  const panel = createActor(panelMachine, { input: { pinned: 'loose' } }).start();
  panel.send({ type: 'toggle pressed' });
  panel.send({ type: 'put down' });
  panel.send({ type: 'selection added', on: 'narrow' });
  expect(panel.getSnapshot().value).toBe('lowered');
});
test('on a wide screen a slip that was put down opens with the next selection', () => {
  const panel = createActor(panelMachine, { input: { pinned: 'loose' } }).start();
  panel.send({ type: 'toggle pressed' });
  panel.send({ type: 'put down' });
  panel.send({ type: 'selection added', on: 'wide' });
  expect(panel.getSnapshot().value).toBe('open');
});
test('a slip pinned last time is pinned again', () => {
  const panel = createActor(panelMachine, { input: { pinned: 'pinned' } }).start();
  expect(panel.getSnapshot().value).toBe('pinned');
});

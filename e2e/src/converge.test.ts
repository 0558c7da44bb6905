import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LiveFixture, openLiveFixture } from './live-fixture.ts';

const SIZE = { nodes: 3, screens: 12 };
const ids = ['red', 'blue', 'green', 'white', 'black'];
/** Longer than a heartbeat twice over, a silence and a second question. */
const HEALED_MS = 20_000;

const id = fc.constantFrom(...ids);
const node = fc.nat(SIZE.nodes - 1);
const screen = fc.nat(SIZE.screens - 1);
type Step = (fixture: LiveFixture) => unknown;
const step = fc.oneof<fc.WeightedArbitrary<{ readonly name: string; readonly run: Step }>[]>(
  named(8, fc.record({ id, urgent: fc.boolean() }), 'change', ({ id: match, urgent }) => (fixture) => {
    fixture.change(match, urgent ? 'at once' : 'with the next tick');
  }),
  named(1, id, 'take away', (match) => (fixture) => fixture.takeAway(match)),
  named(6, fc.integer({ min: 20, max: 2_000 }), 'wait', (ms) => (fixture) => pass(fixture, ms)),
  named(3, fc.record({ screen, pushes: fc.integer({ min: 1, max: 3 }) }), 'lose', (one) => (fixture) => {
    fixture.lose(one.screen, one.pushes);
  }),
  named(2, screen, 'double', (one) => (fixture) => fixture.double(one)),
  named(2, fc.record({ screen, back: fc.nat(12) }), 'arrive late', (one) => (fixture) => {
    fixture.arriveLate(one.screen, one.back);
  }),
  named(2, screen, 'cut', (one) => (fixture) => fixture.cut(one)),
  named(3, fc.record({ screen, node }), 'connect', (one) => (fixture) => fixture.connect(one.screen, one.node)),
  named(1, node, 'restart', (one) => (fixture) => fixture.restart(one)),
  named(1, node, 'sleep', (one) => (fixture) => fixture.sleep(one)),
  named(1, node, 'wake', (one) => (fixture) => fixture.wake(one)),
);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('with pushes lost, repeated, late or cut off, no screen shows an older row after a newer one, and all converge', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80 }), async (steps) => {
      const fixture = openLiveFixture(SIZE);
      const all = Array.from({ length: SIZE.screens }, (_, at) => at);
      for (const at of all) fixture.connect(at, at % SIZE.nodes);
      for (const { run } of steps) await run(fixture);

      for (const at of all) fixture.lose(at, 0);
      for (let at = 0; at < SIZE.nodes; at += 1) fixture.wake(at);
      for (const at of all) fixture.connect(at, (at + 1) % SIZE.nodes);
      await pass(fixture, HEALED_MS);
      expect(fixture.wrongs).toEqual([]);
      expect(all.map(fixture.shown)).toEqual(all.map(fixture.truth));
      expect(all.filter((at) => !fixture.isTrusted(at))).toEqual([]);
      fixture.close();
    }),
    { numRuns: 60 },
  );
});

/** Time passes; a node that is awake reads the database at least once a second. */
async function pass(fixture: LiveFixture, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 500));
    fixture.read();
  }
}

function named<Value>(
  weight: number,
  value: fc.Arbitrary<Value>,
  name: string,
  run: (value: Value) => Step,
): fc.WeightedArbitrary<{ readonly name: string; readonly run: Step }> {
  return {
    weight,
    arbitrary: value.map((one) => ({ name: `${name} ${JSON.stringify(one)}`, run: run(one), toString: () => name })),
  };
}

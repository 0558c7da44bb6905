import { liveRoom, type MatchRow, type Tick } from '@touchline/core/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joined, type LiveClient } from '../testing/live-client.ts';
import { startTestLive, type TestLive } from '../testing/test-live.ts';
import { until } from '../testing/until.ts';

/** A screen that follows the rules of the protocol: what it shows, and how far it has read. */
type Screen = { rows: Map<string, MatchRow>; e: string | undefined; n: number; line: LiveClient | undefined };

const ids = ['red', 'blue', 'green', 'white'];
const id = fc.constantFrom(...ids);
const screen = fc.integer({ min: 0, max: 2 });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('change' as const), id, price: fc.integer({ min: 2, max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), id }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('drop' as const), screen }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('connect' as const), screen }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait for a frame' as const) }) },
);

test('whatever is lost in transit, every connected screen ends up with the current state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const node = await startTestLive();
      const screens: Screen[] = [0, 1, 2].map(() => ({ rows: new Map(), e: undefined, n: 0, line: undefined }));
      for (const one of steps) await perform(one, node, screens);
      for (const one of screens) await connect(one, node);
      node.replica.change('last', 2);
      const there = () => shown(node.replica.rows());
      await until(() => screens.every((one) => shown(one.rows.values()) === there())).catch(() => undefined);
      expect(screens.map((one) => shown(one.rows.values()))).toEqual(screens.map(there));
      await node.close();
    }),
    { numRuns: 12 },
  );
});

async function perform(
  one: typeof step extends fc.Arbitrary<infer Step> ? Step : never,
  node: TestLive,
  screens: readonly Screen[],
): Promise<void> {
  switch (one.do) {
    case 'change':
      return node.replica.change(one.id, one.price);
    case 'forget':
      return node.replica.forget(one.id);
    case 'drop':
      return drop(screens[one.screen]);
    case 'connect':
      return connect(screens[one.screen], node);
    case 'restart':
      return screens.forEach(drop);
    case 'wait for a frame': {
      const watcher = screens.find((other) => other.line);
      const n = watcher?.n ?? 0;
      node.replica.change('red', 5);
      if (watcher) await until(() => watcher.n > n);
    }
  }
}

function drop(one: Screen | undefined): void {
  one?.line?.close();
  if (one) one.line = undefined;
}

async function connect(one: Screen | undefined, node: TestLive): Promise<void> {
  if (!one || one.line) return;
  const line = await node.open();
  one.line = line;
  line.socket.on('tick', (tick) => {
    if (one.line === line) onTick(one, tick);
  });
  await subscribe(one);
}

const subscribe = async (one: Screen): Promise<void> => {
  const { line } = one;
  if (line) take(one, (await joined(line, liveRoom, one.n)).tick);
};

/** The client's rule: subscribe again after another epoch or a missing frame, and ignore an old one. */
function onTick(one: Screen, tick: Tick): void {
  if (tick.e !== one.e || tick.p > one.n) void subscribe(one);
  else if (tick.n > one.n) take(one, tick);
}

function take(one: Screen, tick: Tick): void {
  if (tick.full) one.rows.clear();
  for (const row of tick.d) {
    const mine = one.rows.get(row.id);
    if (mine && mine.s >= row.s) continue;
    if (row.gone) one.rows.delete(row.id);
    else one.rows.set(row.id, row);
  }
  one.e = tick.e;
  one.n = tick.n;
}

const shown = (rows: Iterable<MatchRow>): string =>
  [...rows]
    .map((row) => `${row.id} ${row.s} ${row.odds.homeWin}`)
    .sort()
    .join('\n');

import { liveRoom, type Tick } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestReplica, type TestReplica } from '../testing/test-live.ts';
import { createTicker, type Ticker } from './tick.ts';

let replica: TestReplica;
let ticker: Ticker;
let time: number;
let heard: Tick[];
/** Finishes sending the current frame. */
let release: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  replica = createTestReplica();
  time = 1_000_000;
  heard = [];
  release = undefined;
  ticker = createTicker({
    replica,
    audience: {
      join: () => undefined,
      leave: () => undefined,
      rooms: () => [liveRoom],
      publish: (room, event, ...args) => {
        if (event !== 'tick' || room !== liveRoom) return Promise.resolve();
        heard.push(args[0] as Tick);
        return new Promise((resolve) => {
          release = resolve;
        });
      },
    },
    epoch: 'e',
    now: (): Instant => instant(time),
    onError: (error) => {
      throw error;
    },
  });
  ticker.start();
});
afterEach(() => {
  ticker.stop();
  vi.useRealTimers();
});

const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

test('sends a goal at once, and one that arrives during a frame right after it', async () => {
  replica.change('red', 2, 'at once');
  expect(heard.map((tick) => [tick.p, tick.n])).toEqual([[0, 1]]);
  replica.change('blue', 2, 'with the next tick');
  replica.change('green', 2, 'at once');
  expect(heard).toHaveLength(1);
  release?.();
  await settled();
  expect(heard.map((tick) => [tick.p, tick.n, tick.d.map((row) => row.id)])).toEqual([
    [0, 1, ['red']],
    [1, 3, ['blue', 'green']],
  ]);
});

test('requests close together get the same frame, unless another frame was sent in between', async () => {
  replica.change('red', 2);
  const first = ticker.tickSince(0);
  replica.change('blue', 2);
  time += 50;
  expect(ticker.tickSince(0)).toBe(first);
  expect(ticker.tickSince(1)).not.toBe(first);
  time += 1;
  const later = ticker.tickSince(0);
  expect([first.n, later.n]).toEqual([1, 2]);
  replica.change('green', 2, 'at once');
  expect(heard.map((tick) => [tick.p, tick.n])).toEqual([[0, 3]]);
  expect(ticker.tickSince(0).n).toBe(3);
});

test('a client is behind since its oldest unread tick was sent', () => {
  const says = (id: string) => {
    time += 1_000;
    replica.change(id, 2, 'at once');
    release?.();
    return settled();
  };
  return says('red')
    .then(() => says('blue'))
    .then(() => says('red'))
    .then(() => {
      const live = new Set([liveRoom]);
      expect([0, 1, 2, 3].map((n) => ticker.unreadSince(n, live))).toEqual([
        1_001_000,
        1_002_000,
        1_003_000,
        undefined,
      ]);
      const blue = new Set(['m:blue']);
      expect([0, 1, 2].map((n) => ticker.unreadSince(n, blue))).toEqual([1_002_000, 1_002_000, undefined]);
    });
});

test('no client is behind while a tick is still being sent', async () => {
  replica.change('red', 2, 'at once');
  time += 60_000;
  const live = new Set([liveRoom]);
  expect(ticker.unreadSince(0, live)).toBeUndefined();
  release?.();
  await settled();
  expect(ticker.unreadSince(0, live)).toBe(time);
});

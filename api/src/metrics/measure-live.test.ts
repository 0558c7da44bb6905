import { liveRoom } from '@touchline/core/contract';
import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import { defaultPatience } from '../live/listener.ts';
import { joined } from '../testing/live-client.ts';
import { startTestLive } from '../testing/test-live.ts';
import { until } from '../testing/until.ts';
import { measureLive } from './measure-live.ts';
import { watchNode } from './watch-node.ts';

vi.setConfig({ testTimeout: 60_000 });

test('counts sockets, frames, their rows, and slow clients', async () => {
  const registry = new Registry();
  const patience = { ...defaultPatience, heldAfterMs: 500, droppedAfterMs: 3_000 };
  const node = await startTestLive({ meter: measureLive(registry), patience });
  watchNode(registry, { io: node.live.io, fullestClient: node.live.fullestClient, replica: node.replica, pools: {} });
  const value = async (sample: string): Promise<number | undefined> => {
    const line = (await registry.metrics()).split('\n').find((one) => one.startsWith(`${sample} `));
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  };
  const silent = await node.open();
  await joined(silent, liveRoom);
  expect([
    await value('touchline_live_sockets{kind="guest"}'),
    await value('touchline_live_sockets{kind="bettor"}'),
  ]).toEqual([1, 0]);

  for (const id of ['a', 'b', 'c']) node.replica.change(id, 2.1);
  await until(() => silent.ticks.length === 1);
  expect([
    await value('touchline_live_frames_sent_total{event="tick"}'),
    await value('touchline_live_tick_rows_sum'),
    await value('touchline_live_matches'),
  ]).toEqual([1, 3, 3]);
  expect(await value('touchline_live_freshness_seconds_count')).toBe(await value('touchline_live_ticks_total'));

  // It never says what it has read.
  await until(() => !silent.socket.connected);
  expect([
    await value('touchline_live_slow_clients_total{what="held"}'),
    await value('touchline_live_slow_clients_total{what="dropped"}'),
    await value('touchline_live_sockets{kind="guest"}'),
  ]).toEqual([1, 1, 0]);
  await node.close();
});

import { Counter, Histogram, type Registry } from 'prom-client';
import type { LiveMeter } from '../live/live-meter.ts';

/** What the push of this node sends, and who cannot keep up with it. */
export function measureLive(registry: Registry): LiveMeter {
  const registers = [registry];
  const ticks = new Counter({
    name: 'touchline_live_ticks_total',
    help: 'Frames of changed matches that were made for the list',
    registers,
  });
  const frames = new Counter({
    name: 'touchline_live_frames_sent_total',
    help: 'Frames handed to sockets, by event',
    labelNames: ['event'],
    registers,
  });
  const rows = new Histogram({
    name: 'touchline_live_tick_rows',
    help: 'Matches in a frame',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers,
  });
  const freshness = new Histogram({
    name: 'touchline_live_freshness_seconds',
    help: "From the database's word of the first change in a frame until it was handed to all sockets of the list",
    buckets: [0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10],
    registers,
  });
  const slow = new Counter({
    name: 'touchline_live_slow_clients_total',
    help: 'Sockets that were held because they fell behind, and those that were dropped because they stayed there',
    labelNames: ['what'],
    registers,
  });
  for (const what of ['held', 'dropped']) slow.inc({ what }, 0);
  return {
    ticked: (frame) => {
      ticks.inc();
      rows.observe(frame.rows);
      freshness.observe(Math.max(0, frame.sinceMs) / 1_000);
    },
    sent: (event, sockets) => frames.inc({ event }, sockets),
    fellBehind: (what) => slow.inc({ what }),
  };
}

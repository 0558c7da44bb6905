import { metersOf } from '@touchline/store/metrics';
import type { Registry } from 'prom-client';
import type { LiveMeter } from '../live/live-meter.ts';

/** What this node pushes, and which clients cannot keep up. */
export function measureLive(registry: Registry): LiveMeter {
  const meters = metersOf(registry);
  const ticks = meters.counter('touchline_live_ticks_total', 'Frames of changed matches that were made for the list');
  const frames = meters.counter('touchline_live_frames_sent_total', 'Frames handed to sockets, by event', ['event']);
  const rows = meters.histogram('touchline_live_tick_rows', 'Matches in a frame', [1, 2, 5, 10, 20, 50, 100, 200, 500]);
  const freshness = meters.histogram(
    'touchline_live_freshness_seconds',
    "From the database's word of the first change in a frame until it was handed to all sockets of the list",
    [0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10],
  );
  const slow = meters.counter(
    'touchline_live_slow_clients_total',
    'Sockets that were held because they fell behind, and those that were dropped because they stayed there',
    ['what'],
  );
  for (const what of ['held', 'dropped']) slow.inc({ what }, 0);
  const refused = meters.counter(
    'touchline_live_sockets_refused_total',
    'Sockets that were not let in because their address, or IPv6 /64, holds SOCKETS_PER_ADDRESS here already',
  );
  const failures = meters.counter(
    'touchline_live_socket_failures_total',
    'Sockets that were ended because something that was done for them failed',
  );
  return {
    ticked: (frame) => {
      ticks.inc();
      rows.observe(frame.rows);
      freshness.observe(Math.max(0, frame.sinceMs) / 1_000);
    },
    sent: (event, sockets) => frames.inc({ event }, sockets),
    fellBehind: (what) => slow.inc({ what }),
    refused: () => refused.inc(),
    failed: () => failures.inc(),
  };
}

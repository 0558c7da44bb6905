import { leagues } from '@touchline/core/matches';
import { measurePools } from '@touchline/store/metrics';
import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { LiveServer } from '../live/live-server.ts';
import type { Replica } from '../live/replica.ts';

export type Watched = {
  readonly io: LiveServer;
  readonly replica: Replica;
  readonly pools: Readonly<Record<string, Pool>>;
};

const kinds = ['guest', 'bettor', 'admin', 'auditor'] as const;

/** What is looked up when somebody asks: who is connected, how fresh the replica is, and which leagues' prices are confirmed. */
export function watchNode(registry: Registry, { io, replica, pools }: Watched): void {
  const registers = [registry];
  measurePools(registry, pools);
  new Gauge({
    name: 'touchline_live_sockets',
    help: 'Open sockets of this node by who holds them',
    labelNames: ['kind'],
    registers,
    collect() {
      const counts = Map.groupBy(io.of('/').sockets.values(), ({ data }) => data.session?.role ?? 'guest');
      for (const kind of kinds) this.set({ kind }, counts.get(kind)?.length ?? 0);
    },
  });
  new Gauge({
    name: 'touchline_live_matches',
    help: 'Matches that this node shows',
    registers,
    collect() {
      this.set(replica.rows().length);
    },
  });
  new Gauge({
    name: 'touchline_live_replica_read_timestamp_seconds',
    help: 'When this node last read the matches from the database; 0 before the first time',
    registers,
    collect() {
      this.set((replica.readAt() ?? 0) / 1_000);
    },
  });
  new Gauge({
    name: 'touchline_feed_ok',
    help: '1 when the prices of the league are confirmed and can be bet on, 0 when not; absent for a league without matches',
    labelNames: ['league'],
    registers,
    collect() {
      const { stale, confirmed = {} } = replica.feed();
      const offered = new Set(replica.rows().map(({ league }) => league.key));
      this.reset();
      for (const { key } of leagues) {
        if (!offered.has(key)) continue;
        if (stale.includes(key)) this.set({ league: key }, 0);
        else if (confirmed[key] !== undefined) this.set({ league: key }, 1);
      }
    },
  });
  new Gauge({
    name: 'touchline_feed_confirmed_timestamp_seconds',
    help: 'When the provider last confirmed the prices of the league',
    labelNames: ['league'],
    registers,
    collect() {
      const { confirmed = {} } = replica.feed();
      this.reset();
      for (const { key } of leagues) {
        const at = confirmed[key];
        if (at !== undefined) this.set({ league: key }, at / 1_000);
      }
    },
  });
  new Gauge({
    name: 'touchline_feed_state',
    help: 'How this node sees the feed as a whole: 2 ok, 1 stale, 0 down',
    registers,
    collect() {
      this.set({ ok: 2, stale: 1, down: 0 }[replica.feed().feed]);
    },
  });
}

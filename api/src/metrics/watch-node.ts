import { leagues } from '@touchline/core/matches';
import { measurePools, metersOf } from '@touchline/store/metrics';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import type { LiveServer } from '../live/live-server.ts';
import type { Replica } from '../live/replica.ts';

export type Watched = {
  readonly io: LiveServer;
  /** How many connections the busiest client has. */
  readonly fullestClient: () => number;
  readonly replica: Replica;
  readonly pools: Readonly<Record<string, Pool>>;
};

const kinds = ['guest', 'bettor', 'admin', 'auditor'] as const;

/** Metrics read on request: connections, the age of the replica, and which leagues have confirmed prices. */
export function watchNode(registry: Registry, { io, fullestClient, replica, pools }: Watched): void {
  const meters = metersOf(registry);
  measurePools(registry, pools);
  meters.watched('touchline_live_sockets', 'Open sockets of this node by who holds them', ['kind'], (gauge) => {
    const counts = Map.groupBy(io.of('/').sockets.values(), ({ data }) => data.session?.role ?? 'guest');
    for (const kind of kinds) gauge.set({ kind }, counts.get(kind)?.length ?? 0);
  });
  meters.watched(
    'touchline_live_sockets_of_one_address',
    'Open sockets of the address, or IPv6 /64, that holds most of them on this node',
    [],
    (gauge) => {
      gauge.set(fullestClient());
    },
  );
  meters.watched('touchline_live_matches', 'Matches that this node shows', [], (gauge) => {
    gauge.set(replica.rows().length);
  });
  meters.watched(
    'touchline_live_replica_read_timestamp_seconds',
    'When this node last read the matches from the database; 0 before the first time',
    [],
    (gauge) => {
      gauge.set((replica.readAt() ?? 0) / 1_000);
    },
  );
  meters.watched(
    'touchline_feed_ok',
    '1 when the prices of the league are confirmed and can be bet on, 0 when not; absent for a league without matches',
    ['league'],
    (gauge) => {
      const { stale, confirmed = {} } = replica.feed();
      const offered = new Set(replica.rows().map(({ league }) => league.key));
      gauge.reset();
      for (const { key } of leagues) {
        if (!offered.has(key)) continue;
        if (stale.includes(key)) gauge.set({ league: key }, 0);
        else if (confirmed[key] !== undefined) gauge.set({ league: key }, 1);
      }
    },
  );
  meters.watched(
    'touchline_betting_closed',
    '1 while an admin keeps betting closed: in the whole house (all), or on one league',
    ['scope'],
    (gauge) => {
      gauge.reset();
      for (const { closes, scope, openedAt } of replica.closures()) {
        if (closes === 'betting') gauge.set({ scope }, openedAt === null ? 1 : 0);
      }
    },
  );
  meters.watched(
    'touchline_feed_confirmed_timestamp_seconds',
    'When the provider last confirmed the prices of the league',
    ['league'],
    (gauge) => {
      const { confirmed = {} } = replica.feed();
      gauge.reset();
      for (const { key } of leagues) {
        const at = confirmed[key];
        if (at !== undefined) gauge.set({ league: key }, at / 1_000);
      }
    },
  );
  meters.watched(
    'touchline_feed_state',
    'How this node sees the feed as a whole: 2 ok, 1 stale, 0 down',
    [],
    (gauge) => {
      gauge.set({ ok: 2, stale: 1, down: 0 }[replica.feed().feed]);
    },
  );
}

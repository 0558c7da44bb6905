import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { metersOf } from './meters-of.ts';

/** Measures each pool's connections in use, and queries waiting for one. */
export function measurePools(registry: Registry, pools: Readonly<Record<string, Pool>>): void {
  const meters = metersOf(registry);
  meters.watched('touchline_database_connections', 'Open connections to the database', ['pool', 'state'], (gauge) => {
    for (const [name, pool] of Object.entries(pools)) {
      gauge.set({ pool: name, state: 'used' }, pool.totalCount - pool.idleCount);
      gauge.set({ pool: name, state: 'idle' }, pool.idleCount);
    }
  });
  meters.watched(
    'touchline_database_connections_max',
    'Connections to the database that may be open',
    ['pool'],
    (gauge) => {
      for (const [name, pool] of Object.entries(pools)) gauge.set({ pool: name }, pool.options.max);
    },
  );
  meters.watched('touchline_database_waiting', 'Queries that wait for a connection', ['pool'], (gauge) => {
    for (const [name, pool] of Object.entries(pools)) gauge.set({ pool: name }, pool.waitingCount);
  });
}

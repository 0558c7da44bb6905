import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';

/** How many connections to the database are in use, and how many wait for one, by the name of their pool. */
export function measurePools(registry: Registry, pools: Readonly<Record<string, Pool>>): void {
  const registers = [registry];
  new Gauge({
    name: 'touchline_database_connections',
    help: 'Open connections to the database',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        this.set({ pool: name, state: 'used' }, pool.totalCount - pool.idleCount);
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
      }
    },
  });
  new Gauge({
    name: 'touchline_database_connections_max',
    help: 'Connections to the database that may be open',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [name, pool] of Object.entries(pools)) this.set({ pool: name }, pool.options.max);
    },
  });
  new Gauge({
    name: 'touchline_database_waiting',
    help: 'Queries that wait for a connection',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [name, pool] of Object.entries(pools)) this.set({ pool: name }, pool.waitingCount);
    },
  });
}

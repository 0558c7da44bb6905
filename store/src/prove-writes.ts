import type { Pool } from 'pg';

/**
 * Commits a message to the write-ahead log, so it needs what a bet needs: a connection of the wallet writer, a server that accepts
 * writes, room on its disk and its synchronous standby. It needs no table, and readers of the log ignore its prefix.
 */
export const proveWrites = (pipelines: Pool): Promise<unknown> =>
  pipelines.query("select pg_logical_emit_message(true, 'touchline', 'probe')");

import { type Kysely, sql } from 'kysely';

/** Where the Socket.IO Postgres adapter puts messages too long for a notification. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table socket_io_attachments (
      id bigserial primary key,
      created_at timestamptz not null default now(),
      payload bytea
    )`.execute(db);
  await sql`grant select, insert, delete on socket_io_attachments to touchline_app`.execute(db);
  await sql`grant usage on sequence socket_io_attachments_id_seq to touchline_app`.execute(db);
}

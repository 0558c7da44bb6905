import type { SavedFilter } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import { ok, type Result, refused } from '@touchline/core/result';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';

const most = 50;

/** Returns the filters that a member of staff saved, by name. */
export async function listFilters(db: Db, userId: UserId): Promise<SavedFilter[]> {
  const { rows } = await sql<SavedFilter>`
    select id, name, search from saved_filters where user_id = ${userId} order by lower(name), name`.execute(db);
  return rows;
}

/** Saves a filter; one of the same name is replaced. */
export async function saveFilter(
  db: Db,
  userId: UserId,
  { name, search }: Omit<SavedFilter, 'id'>,
): Promise<Result<SavedFilter[], { readonly code: 'too-many-filters' }>> {
  const saved = await sql`
    insert into saved_filters (user_id, name, search) select ${userId}, ${name}, ${search}
    where (select count(*) from saved_filters where user_id = ${userId} and name <> ${name}) < ${most}
    on conflict (user_id, name) do update set search = excluded.search, saved_at = clock_timestamp()`.execute(db);
  return Number(saved.numAffectedRows) === 0
    ? refused({ code: 'too-many-filters' })
    : ok(await listFilters(db, userId));
}

/** Deletes a filter of the user's own. */
export async function deleteFilter(db: Db, userId: UserId, id: string): Promise<SavedFilter[]> {
  await sql`delete from saved_filters where id = ${id}::uuid and user_id = ${userId}`.execute(db);
  return listFilters(db, userId);
}

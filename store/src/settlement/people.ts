import type { UserId } from '@touchline/core/ids';
import { hours, type Instant, instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';

/** Returns name and email address of the people among actors (`admin:<id>`, `user:<id>`), by actor. */
export async function peopleAmong(
  db: Db,
  actors: readonly (string | null)[],
): Promise<Readonly<Record<string, string>>> {
  const named = [...new Set(actors)].flatMap((actor) => {
    const [, id] = /^(?:admin|user):([0-9a-f-]{36})$/.exec(actor ?? '') ?? [];
    return actor !== null && id !== undefined ? [{ actor, id: id as UserId }] : [];
  });
  if (named.length === 0) return {};
  const ids = named.map(({ id }) => id);
  const users = await db.selectFrom('users').select(['id', 'name', 'email']).where('id', 'in', ids).execute();
  return Object.fromEntries(
    named.flatMap(({ actor, id }) => {
      const user = users.find((one) => one.id === id);
      return user ? [[actor, user.name === '' ? user.email : `${user.name} (${user.email})`]] : [];
    }),
  );
}

/** Access tokens last a day at most, and an open screen renews its own. */
const longestTokenMs = hours(24);

/** Returns the users who may have a screen open. */
export async function usersOnline(db: Db, users: readonly UserId[], now: Instant): Promise<ReadonlySet<UserId>> {
  const rows = await db
    .selectFrom('sessions')
    .select('user_id')
    .distinct()
    .where(sql<boolean>`user_id = any(${users}::uuid[])`)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`used_at > ${timestamp(instant(now - longestTokenMs))}`)
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

import type { UserId } from '@touchline/core/ids';
import type { Pool } from 'pg';

/** Which sessions of these users still count; who has no account is missing. */
export async function sessionGenerations(pool: Pool, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, number>> {
  const { rows } = await pool.query<{ id: UserId; generation: number }>({
    name: 'session-generations',
    text: 'select id, session_generation as generation from users where id = any($1::uuid[])',
    values: [ids],
  });
  return new Map(rows.map(({ id, generation }) => [id, generation]));
}

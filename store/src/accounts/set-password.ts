import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Trx, timestamp } from '../connect.ts';

/**
 * Changes the password, ends every session that was opened with the old one and spends the reset links that are still
 * out. Answers with the generation of sessions that now counts.
 */
export async function setPassword(trx: Trx, id: UserId, passwordHash: string, at: Instant): Promise<number> {
  const { generation } = await trx
    .updateTable('users')
    .set((user) => ({
      password_hash: passwordHash,
      session_generation: user('session_generation', '+', 1),
    }))
    .where('id', '=', id)
    .returning('session_generation as generation')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('email_tokens')
    .set({ used_at: timestamp(at) })
    .where('user_id', '=', id)
    .where('purpose', '=', 'reset')
    .where('used_at', 'is', null)
    .execute();
  return generation;
}

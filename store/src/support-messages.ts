import type { SupportTopic } from '@touchline/core/contract';
import type { SupportMessageId, UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { type Db, timestamp } from './connect.ts';

/** A message to the operator; `userId` is set if the sender was logged in. */
export type NewSupportMessage = {
  readonly userId: UserId | null;
  readonly name: string;
  readonly email: string;
  readonly topic: SupportTopic;
  readonly message: string;
};
export type SupportMessage = NewSupportMessage & {
  readonly id: SupportMessageId;
  readonly createdAt: Instant;
  /** When it was handed to the mail server; `null` while it waits. */
  readonly sentAt: Instant | null;
};

/** Stores a message and returns its id, for the email to the operator. */
export async function saveSupportMessage(db: Db, { userId, ...message }: NewSupportMessage): Promise<SupportMessageId> {
  const id = uuidv7() as SupportMessageId;
  await db
    .insertInto('support_messages')
    .values({ id, user_id: userId, ...message })
    .execute();
  return id;
}

/** Returns what the owner of an account wrote, logged in or with the account's email address, oldest first. */
export const listSupportMessages = (
  db: Db,
  { id, email }: { readonly id: UserId; readonly email: string },
): Promise<readonly Omit<SupportMessage, 'id' | 'userId'>[]> =>
  db
    .selectFrom('support_messages')
    .select(['name', 'email', 'topic', 'message', 'created_at as createdAt', 'sent_at as sentAt'])
    .where((where) => where.or([where('user_id', '=', id), where(sql`lower(email)`, '=', email)]))
    .orderBy('created_at')
    .execute();

export const readSupportMessage = (db: Db, id: SupportMessageId): Promise<SupportMessage | undefined> =>
  db
    .selectFrom('support_messages')
    .select(['id', 'user_id as userId', 'name', 'email', 'topic', 'message', 'created_at as createdAt'])
    .select('sent_at as sentAt')
    .where('id', '=', id)
    .executeTakeFirst();

/** Records that the mail server accepted it, so that a retry does not send it twice. */
export async function markSupportMessageSent(db: Db, id: SupportMessageId, at: Instant): Promise<void> {
  await db
    .updateTable('support_messages')
    .set({ sent_at: timestamp(at) })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
}

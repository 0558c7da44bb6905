import type { Role } from '@touchline/core/account';
import type { UserId } from '@touchline/core/ids';
import type { Json } from '@touchline/core/wallet';
import type { Trx } from '../connect.ts';

/** `system`: what the product decides by a rule. */
export type ActorRole = Role | 'operator' | 'system';

/** Commands that an operator runs on the machine; no account. The audit log shows it as `operator:cli`. */
export const operatorActor = {
  userId: '00000000-0000-0000-0000-000000000000' as string as UserId,
  role: 'operator',
} as const;

/** What somebody of the house did, to what, why, and how that stood before and after. */
export type Action = {
  readonly actor: { readonly userId: UserId; readonly role: ActorRole };
  /** In the past and in kebab case: `withdrawal-approved`. */
  readonly action: `${string}-${string}`;
  /** The kind and the id: `withdrawal:<id>`, `match:<id>`, `user:<id>`. */
  readonly subject: `${string}:${string}`;
  readonly reason: string | null;
  /** No secrets and no bank details: everybody who audits reads it. */
  readonly before: Json | null;
  readonly after: Json | null;
  readonly requestId: string;
};
export type RecordedAction = Omit<Action, 'actor' | 'action' | 'subject'> & {
  readonly id: number;
  /** UTC with six decimals. */
  readonly at: string;
  readonly actor: { readonly userId: UserId; readonly role: ActorRole; readonly name: string; readonly email: string };
  readonly action: string;
  readonly subject: string;
};

/** Writes down what was done, in the transaction that does it: both or neither. Append-only. */
export async function recordAction(trx: Trx, done: Action): Promise<void> {
  const { actor, action, subject, reason, before, after, requestId } = done;
  await trx
    .insertInto('audit_log')
    .values({
      actor: actor.userId,
      role: actor.role,
      action,
      subject,
      reason,
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
      request_id: requestId,
    })
    .execute();
}

import type { Role } from '@touchline/core/account';
import type { UserId } from '@touchline/core/ids';
import type { Json } from '@touchline/core/wallet';
import type { ClientBase } from 'pg';
import type { Trx } from '../connect.ts';

/** `system`: decided automatically by a rule. */
export type ActorRole = Role | 'operator' | 'system';

/** The actor of commands run on the machine, without an account. The audit log shows it as `operator:cli`. */
export const operatorActor = {
  userId: '00000000-0000-0000-0000-000000000000' as string as UserId,
  role: 'operator',
} as const;

/** An action of staff: on what, why, and the state before and after. */
export type Action = {
  readonly actor: { readonly userId: UserId; readonly role: ActorRole };
  /** In past tense and kebab case: `withdrawal-approved`. */
  readonly action: `${string}-${string}`;
  /** Kind and id: `withdrawal:<id>`, `match:<id>`, `user:<id>`. */
  readonly subject: `${string}:${string}`;
  readonly reason: string | null;
  /** No secrets or bank details: every auditor can read it. */
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
  /** The match that it was about; `commenceTime` in UTC. */
  readonly match: { readonly homeTeam: string; readonly awayTeam: string; readonly commenceTime: string } | null;
};

/** Records an action in its own transaction. The audit log is append-only. */
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

const insertText = `
  insert into audit_log (actor, role, action, subject, reason, before, after, request_id)
  select actor, role, action, subject, reason, before, after, request_id
  from jsonb_to_recordset($1::jsonb) as a (actor uuid, role text, action text, subject text, reason text, before jsonb,
    after jsonb, request_id text)`;

/** Records actions with the caller's client; for the wallet writer. */
export async function insertActions(client: ClientBase, actions: readonly Action[]): Promise<void> {
  await client.query({ name: 'insert-actions', text: insertText, values: [JSON.stringify(actions.map(rowOf))] });
}

const rowOf = ({ actor, action, subject, reason, before, after, requestId }: Action) => ({
  actor: actor.userId,
  role: actor.role,
  action,
  subject,
  reason,
  before,
  after,
  request_id: requestId,
});

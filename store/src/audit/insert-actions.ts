import type { ClientBase } from 'pg';
import type { Action } from './record-action.ts';

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

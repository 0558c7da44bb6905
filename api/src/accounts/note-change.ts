import { recordAction } from '@touchline/store/audit';
import type { Trx } from '@touchline/store/connect';
import { type Notice, storeEmail } from '@touchline/store/emails';
import type { FastifyRequest } from 'fastify';
import { sessionOf } from '../http/guards.ts';

type Change = { readonly before: 'on' | 'off'; readonly after: 'on' | 'off' };

/** Writes a change to how someone logs in into the audit log and leaves the email that notifies the owner. */
export async function noteChange(trx: Trx, request: FastifyRequest, notice: Notice, change?: Change) {
  const { userId, role } = sessionOf(request);
  await recordAction(trx, {
    actor: { userId, role },
    action: notice,
    subject: `user:${userId}`,
    reason: null,
    before: change?.before ?? null,
    after: change?.after ?? null,
    requestId: request.id,
  });
  return storeEmail(trx, { kind: notice, userId });
}

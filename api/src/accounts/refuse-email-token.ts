import type { EmailTokenRefusal } from '@touchline/store/accounts';
import type { FastifyReply } from 'fastify';
import { type RefusalStatus, refuse } from '../http/refuse.ts';

/** Refuses a link from an email that is unknown, used or expired. */
export function refuseEmailToken(
  reply: FastifyReply,
  link: 'reset' | 'verification' | 'confirmation',
  { code }: EmailTokenRefusal,
): void {
  refuse(reply, statusOf[code], { code, error: `This ${link} link ${words[code]}.` });
}

const statusOf = { 'token-unknown': 422, 'token-expired': 422, 'token-used': 409 } satisfies Record<
  EmailTokenRefusal['code'],
  RefusalStatus
>;
const words = {
  'token-unknown': 'is not valid',
  'token-expired': 'has expired',
  'token-used': 'was already used',
} satisfies Record<EmailTokenRefusal['code'], string>;

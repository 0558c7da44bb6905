import type { Instant } from '@touchline/core/instant';
import type { FastifyReply } from 'fastify';
import { type RefusalStatus, refuse } from '../http/refuse.ts';
import type { NewPasswordRefusal } from './change-password.ts';
import { guessablePasswordText } from './guessable-password.ts';
import { retryAfter } from './retry-after.ts';
import type { CodeRefusal } from './second-factor.ts';

type ProofRefusal = NewPasswordRefusal | CodeRefusal;

/** For somebody who is logged in and could not prove who they are. Not 401: the session itself is good. */
export function refuseProof(reply: FastifyReply, refusal: ProofRefusal, now: Instant): void {
  if (refusal.code === 'too-many-tries') retryAfter(reply, refusal.retryAt, now);
  refuse(reply, statusOf[refusal.code], { code: refusal.code, error: words[refusal.code] });
}

const statusOf = {
  'too-many-tries': 429,
  'password-wrong': 422,
  'totp-wrong': 422,
  'password-guessable': 400,
} satisfies Record<ProofRefusal['code'], RefusalStatus>;
const words = {
  'too-many-tries': 'Too many tries. Please try again later.',
  'password-wrong': 'Your current password is not right.',
  'password-guessable': guessablePasswordText,
  'totp-wrong': 'This code is not right. Please try again.',
} satisfies Record<ProofRefusal['code'], string>;

import type { MailJob } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import { hours, type Instant, instant } from '@touchline/core/instant';
import { createEmailToken, type EmailPurpose, readUser } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { linkHours, writeLetter } from './letter.ts';

export type Envelope = {
  readonly from: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export type SendMailDeps = {
  readonly db: Db;
  readonly log: Log;
  readonly now: () => Instant;
  readonly from: string;
  readonly publicUrl: string;
  /** Hands a letter to the mail server. Throws when it does not take it. */
  readonly post: (envelope: Envelope) => Promise<unknown>;
};

const mailJob = z.object({
  kind: z.enum(['verify-email', 'reset-password']),
  userId: z.uuid().transform((id) => id as UserId),
}) satisfies z.ZodType<MailJob>;

const purposeOf = { 'verify-email': 'verify', 'reset-password': 'reset' } as const satisfies Record<
  MailJob['kind'],
  EmailPurpose
>;

/**
 * Writes and posts one letter. Each try makes a link of its own, so that a try that died half way costs nothing but an unused token.
 * Throws when the mail server does not take the letter, for another try; a job that can never work is logged and dropped.
 */
export async function sendMail(deps: SendMailDeps, payload: unknown): Promise<void> {
  const job = mailJob.safeParse(payload);
  if (!job.success) return deps.log.error({ problem: z.prettifyError(job.error) }, 'a mail job makes no sense');
  const { kind, userId } = job.data;
  const user = await readUser(deps.db, userId);
  if (!user) return deps.log.error({ kind, userId }, 'a letter to nobody');
  if (kind === 'verify-email' && user.emailVerifiedAt !== null) return;
  const expiresAt = instant(deps.now() + hours(linkHours[kind]));
  const secret = await createEmailToken(deps.db, { userId, purpose: purposeOf[kind], expiresAt });
  const letter = writeLetter(kind, user, deps.publicUrl, secret);
  await deps.post({ from: deps.from, to: { name: user.name, address: user.email }, ...letter });
  deps.log.info({ kind, userId }, 'a letter was sent');
}

import type { EmailId, SupportMessageId, TransactionId, UserId } from '@touchline/core/ids';
import { hours, instant } from '@touchline/core/instant';
import { countRecoveryCodes, createEmailToken, type EmailPurpose, readUser } from '@touchline/store/accounts';
import { type EmailJob, endEmail, isEmailWaiting, type LinkEmailJob, notices } from '@touchline/store/emails';
import { markSupportMessageSent, readSupportMessage } from '@touchline/store/support';
import { z } from 'zod';
import type { SendMailDeps } from './envelope.ts';
import { linkHours, writeLetter } from './letter.ts';
import { writeNotice } from './notice.ts';
import { sendExclusionLetter } from './send-exclusion-letter.ts';
import { sendFeedLetter } from './send-feed-letter.ts';
import { sendReturnedDeposit } from './send-returned-deposit.ts';
import { sendRequestedEmail, sendReturnEmail, sendWithdrawalLetter } from './send-withdrawal-letter.ts';
import { writeSupportLetter } from './support-letter.ts';

const linkJob = z.object({
  kind: z.enum(['verify-email', 'reset-password', 'confirm-browser', 'staff-invited']),
  userId: z.uuid().transform((id) => id as UserId),
});
const supportJob = z.object({
  kind: z.literal('support-message'),
  messageId: z.uuid().transform((id) => id as SupportMessageId),
});
const noticeJob = z.object({
  kind: z.enum(notices),
  userId: z.uuid().transform((id) => id as UserId),
});
const withdrawalJob = z.object({
  kind: z.enum([
    'withdrawal-requested',
    'withdrawal-paid',
    'withdrawal-rejected',
    'withdrawal-canceled',
    'withdrawal-return-retried',
    'withdrawal-return-paid',
  ]),
  transactionId: z.uuid().transform((id) => id as TransactionId),
});
const depositJob = z.object({
  kind: z.literal('deposit-returned'),
  transactionId: z.uuid().transform((id) => id as TransactionId),
});
const exclusionJob = z.object({
  kind: z.enum(['player-excluded', 'player-exclusion-lifted']),
  exclusionId: z.int().positive(),
});
const feedJob = z.object({ kind: z.literal('feed-incident'), incidentId: z.uuid() });
const mailJob = z.discriminatedUnion('kind', [
  depositJob,
  exclusionJob,
  feedJob,
  linkJob,
  noticeJob,
  supportJob,
  withdrawalJob,
]) satisfies z.ZodType<EmailJob>;

const purposeOf = {
  'verify-email': 'verify',
  'reset-password': 'reset',
  'confirm-browser': 'confirm-browser',
  'staff-invited': 'reset',
} as const satisfies Record<LinkEmailJob['kind'], EmailPurpose>;

/** Which letter of the database it is; it ends with the first job that could be done. */
const letter = z.object({ letterId: z.uuid().transform((id) => id as EmailId) });

/**
 * Writes and posts one letter. Throws when the mail server does not take it, for another try; a job that can never work is logged
 * and dropped.
 */
export async function sendMail(deps: SendMailDeps, payload: unknown): Promise<void> {
  const job = mailJob.safeParse(payload);
  const { letterId } = letter.safeParse(payload).data ?? {};
  if (letterId !== undefined && !(await isEmailWaiting(deps.db, letterId))) return;
  if (job.success) await write(deps, job.data);
  else deps.log.error({ problem: z.prettifyError(job.error) }, 'a mail job makes no sense');
  if (letterId !== undefined) await endEmail(deps.db, letterId, job.success ? 'sent' : 'dropped', deps.now());
}

function write(deps: SendMailDeps, job: z.infer<typeof mailJob>): Promise<void> {
  switch (job.kind) {
    case 'deposit-returned':
      return sendReturnedDeposit(deps, job.transactionId);
    case 'feed-incident':
      return sendFeedLetter(deps, job.incidentId);
    case 'player-excluded':
    case 'player-exclusion-lifted':
      return sendExclusionLetter(deps, job.exclusionId);
    case 'support-message':
      return sendToOperator(deps, job);
    case 'password-changed':
    case 'second-factor-enabled':
    case 'second-factor-replaced':
    case 'second-factor-disabled':
    case 'recovery-codes-renewed':
    case 'recovery-code-used':
    case 'passkey-added':
    case 'passkey-removed':
      return sendNotice(deps, job);
    case 'withdrawal-requested':
      return sendRequestedEmail(deps, job.transactionId);
    case 'withdrawal-paid':
    case 'withdrawal-rejected':
    case 'withdrawal-canceled':
      return sendWithdrawalLetter(deps, job.transactionId);
    case 'withdrawal-return-retried':
    case 'withdrawal-return-paid':
      return sendReturnEmail(deps, job.kind, job.transactionId);
    default:
      return sendLink(deps, job);
  }
}

/** Each try makes a link of its own, so that a try that died half way costs nothing but an unused token. */
async function sendLink(deps: SendMailDeps, { kind, userId }: z.infer<typeof linkJob>): Promise<void> {
  const user = await readUser(deps.db, userId);
  if (!user) return deps.log.error({ kind, userId }, 'a letter to nobody');
  if (kind === 'verify-email' && user.emailVerifiedAt !== null) return;
  const expiresAt = instant(deps.now() + hours(linkHours[kind]));
  const secret = await createEmailToken(deps.db, { userId, purpose: purposeOf[kind], expiresAt });
  const letter = writeLetter(kind, user, deps.publicUrl, secret);
  await deps.post({ from: deps.from, to: { name: user.name, address: user.email }, ...letter });
  deps.log.info({ kind, userId }, 'a letter was sent');
}

/** Tells the owner what happened to their account, so that they can act when it was not them. */
async function sendNotice(deps: SendMailDeps, { kind, userId }: z.infer<typeof noticeJob>): Promise<void> {
  const user = await readUser(deps.db, userId);
  if (!user) return deps.log.error({ kind, userId }, 'a letter to nobody');
  const codesLeft = kind === 'recovery-code-used' ? await countRecoveryCodes(deps.db, userId) : 0;
  const letter = writeNotice(kind, { name: user.name, codesLeft }, deps.publicUrl);
  await deps.post({ from: deps.from, to: { name: user.name, address: user.email }, ...letter });
  deps.log.info({ kind, userId }, 'a letter was sent');
}

/** The operator answers to whoever wrote; the letter itself comes from the house, as mail servers want it. */
async function sendToOperator(deps: SendMailDeps, { kind, messageId }: z.infer<typeof supportJob>): Promise<void> {
  const message = await readSupportMessage(deps.db, messageId);
  if (!message) return deps.log.error({ kind, messageId }, 'a letter without a message');
  if (message.sentAt !== null) return;
  const to = { name: 'Touchline support', address: deps.operator };
  const replyTo = { name: message.name, address: message.email };
  await deps.post({ from: deps.from, to, replyTo, ...writeSupportLetter(message) });
  await markSupportMessageSent(deps.db, messageId, deps.now());
  deps.log.info({ kind, messageId }, 'a letter was sent');
}

import { inLanguage } from '@touchline/core/catalogues';
import type { EmailId, SupportMessageId, TransactionId, UserId, WalletId } from '@touchline/core/ids';
import { hours, type Instant, instant } from '@touchline/core/instant';
import {
  countRecoveryCodes,
  createEmailToken,
  type EmailPurpose,
  readUser,
  type User,
} from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import {
  type EmailJob,
  endEmail,
  isEmailWaiting,
  type LinkEmailJob,
  notices,
  recordFailedAttempt,
} from '@touchline/store/emails';
import { readExclusionNotice } from '@touchline/store/limits';
import { markIncidentMailed, readIncident } from '@touchline/store/matches';
import { createWithdrawalLink, hasEndedBonus, ownerOf, readTransaction } from '@touchline/store/payments';
import { markSupportMessageSent, readSupportMessage } from '@touchline/store/support';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { linkHours, writeLinkEmail, writeNotice } from './account-emails.ts';
import type { EmailMessage } from './compose-email.ts';
import { writeExclusionEmail } from './exclusion-email.ts';
import { writeFeedEmail, writeSupportEmail } from './operator-emails.ts';
import {
  writeDecisionEmail,
  writeRequestedEmail,
  writeReturnEmail,
  writeReturnedDepositEmail,
} from './payment-emails.ts';

type Mailbox = { readonly name: string; readonly address: string };
export type OutgoingEmail = EmailMessage & {
  readonly from: string;
  readonly to: Mailbox;
  readonly replyTo?: Mailbox;
};

export type SendEmailDeps = {
  readonly db: Db;
  readonly log: Log;
  readonly now: () => Instant;
  readonly from: string;
  /** The address that receives support messages and incidents. */
  readonly operator: string;
  readonly publicUrl: string;
  /** Hands an email to the mail server. Throws when the server does not accept it. */
  readonly deliver: (email: OutgoingEmail) => Promise<unknown>;
};

const userId = z.uuid().transform((id) => id as UserId);
const transactionId = z.uuid().transform((id) => id as TransactionId);
const linkJob = z.object({
  kind: z.enum(['verify-email', 'reset-password', 'confirm-browser', 'staff-invited']),
  userId,
});
const supportJob = z.object({
  kind: z.literal('support-message'),
  messageId: z.uuid().transform((id) => id as SupportMessageId),
});
const noticeJob = z.object({ kind: z.enum(notices), userId });
const withdrawalJob = z.object({
  kind: z.enum([
    'withdrawal-requested',
    'withdrawal-paid',
    'withdrawal-rejected',
    'withdrawal-canceled',
    'withdrawal-return-retried',
    'withdrawal-return-paid',
  ]),
  transactionId,
});
const depositJob = z.object({ kind: z.literal('deposit-returned'), transactionId });
const exclusionJob = z.object({
  kind: z.enum(['player-excluded', 'player-exclusion-lifted']),
  exclusionId: z.int().positive(),
});
const feedJob = z.object({ kind: z.literal('feed-incident'), incidentId: z.uuid() });
const emailJob = z.discriminatedUnion('kind', [
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

/** The email's row in the outbox, which ends with its first successful job. */
const outboxRow = z.object({ letterId: z.uuid().transform((id) => id as EmailId) });

/** Writes and sends one email. Throws when the mail server does not accept it, to be retried; logs and drops an invalid job. */
export async function sendEmail(deps: SendEmailDeps, payload: unknown): Promise<void> {
  const job = emailJob.safeParse(payload);
  const { letterId } = outboxRow.safeParse(payload).data ?? {};
  if (letterId !== undefined && !(await isEmailWaiting(deps.db, letterId))) return;
  if (job.success) {
    try {
      await send(deps, job.data);
    } catch (error) {
      if (letterId !== undefined) await recordFailedAttempt(deps.db, letterId, deps.now());
      throw error;
    }
  } else deps.log.error({ problem: z.prettifyError(job.error) }, 'email job is invalid');
  if (letterId !== undefined) await endEmail(deps.db, letterId, job.success ? 'sent' : 'dropped', deps.now());
}

function send(deps: SendEmailDeps, job: z.infer<typeof emailJob>): Promise<void> {
  switch (job.kind) {
    case 'deposit-returned':
      return sendReturnedDeposit(deps, job);
    case 'feed-incident':
      return sendFeedIncident(deps, job);
    case 'player-excluded':
    case 'player-exclusion-lifted':
      return sendExclusion(deps, job);
    case 'support-message':
      return sendSupportMessage(deps, job);
    case 'verify-email':
    case 'reset-password':
    case 'confirm-browser':
    case 'staff-invited':
      return sendLink(deps, job);
    case 'withdrawal-requested':
    case 'withdrawal-paid':
    case 'withdrawal-rejected':
    case 'withdrawal-canceled':
    case 'withdrawal-return-retried':
    case 'withdrawal-return-paid':
      return sendWithdrawal(deps, job);
    default:
      return sendNotice(deps, job);
  }
}

async function deliver(
  deps: SendEmailDeps,
  job: z.infer<typeof emailJob>,
  email: Omit<OutgoingEmail, 'from'>,
): Promise<void> {
  await deps.deliver({ from: deps.from, ...email });
  deps.log.info(job, 'email sent');
}

/** Without the name until the address is verified: a person who registered someone else's address chose the name too. */
const mailboxOf = ({ name, email, emailVerifiedAt }: User): Mailbox => ({
  name: emailVerifiedAt === null ? '' : name,
  address: email,
});

const ownerOfWallet = async (db: Db, walletId: WalletId): Promise<User | undefined> =>
  readUser(db, await ownerOf(db, walletId));

/** Creates a new link on each attempt: a failed one leaves only an unused token. */
async function sendLink(deps: SendEmailDeps, job: z.infer<typeof linkJob>): Promise<void> {
  const { db, now, publicUrl } = deps;
  const user = await readUser(db, job.userId);
  if (!user) return deps.log.error(job, 'email to a user who does not exist');
  if (job.kind === 'verify-email' && user.emailVerifiedAt !== null) return;
  const expiresAt = instant(now() + hours(linkHours[job.kind]));
  const secret = await createEmailToken(db, { userId: user.id, purpose: purposeOf[job.kind], expiresAt });
  const to = mailboxOf(user);
  const email = inLanguage(user.language ?? 'en', () => writeLinkEmail(job.kind, to, publicUrl, secret));
  await deliver(deps, job, { to, ...email });
}

async function sendNotice(deps: SendEmailDeps, job: z.infer<typeof noticeJob>): Promise<void> {
  const user = await readUser(deps.db, job.userId);
  if (!user) return deps.log.error(job, 'email to a user who does not exist');
  const codesLeft = job.kind === 'recovery-code-used' ? await countRecoveryCodes(deps.db, user.id) : 0;
  const to = mailboxOf(user);
  const email = inLanguage(user.language ?? 'en', () =>
    writeNotice(job.kind, { name: to.name, codesLeft }, deps.publicUrl),
  );
  await deliver(deps, job, { to, ...email });
}

/** The reply goes to the writer; the sender is the operator's own address, as mail servers require. */
async function sendSupportMessage(deps: SendEmailDeps, job: z.infer<typeof supportJob>): Promise<void> {
  const message = await readSupportMessage(deps.db, job.messageId);
  if (!message) return deps.log.error(job, 'email about a message that does not exist');
  if (message.sentAt !== null) return;
  const to = { name: 'Touchline support', address: deps.operator };
  const replyTo = { name: message.name, address: message.email };
  await deliver(deps, job, { to, replyTo, ...writeSupportEmail(message) });
  await markSupportMessageSent(deps.db, message.id, deps.now());
}

async function sendFeedIncident(deps: SendEmailDeps, job: z.infer<typeof feedJob>): Promise<void> {
  const incident = await readIncident(deps.db, job.incidentId);
  if (!incident) return deps.log.error(job, 'email about an incident that does not exist');
  if (incident.mailedAt !== null) return;
  const to = { name: 'Touchline operator', address: deps.operator };
  await deliver(deps, job, { to, ...writeFeedEmail(incident, deps.publicUrl) });
  await markIncidentMailed(deps.db, incident.id, deps.now());
}

/** Only the newest decision is reported: an older email could contradict it. */
async function sendExclusion(deps: SendEmailDeps, job: z.infer<typeof exclusionJob>): Promise<void> {
  const exclusion = await readExclusionNotice(deps.db, job.exclusionId, deps.now());
  const user = exclusion && (await readUser(deps.db, exclusion.userId));
  if (!user) return deps.log.error(job, 'email about an exclusion that does not exist');
  if (!exclusion.isNewest) return deps.log.info(job, 'exclusion email dropped: a newer decision followed');
  const { act, until, own } = exclusion;
  const to = mailboxOf(user);
  const email = inLanguage(user.language ?? 'en', () =>
    writeExclusionEmail({ act, until, ownUntil: own?.until }, to, deps.publicUrl),
  );
  await deliver(deps, job, { to, ...email });
}

async function sendReturnedDeposit(deps: SendEmailDeps, job: z.infer<typeof depositJob>): Promise<void> {
  const deposit = await readTransaction(deps.db, job.transactionId);
  const user = deposit && (await ownerOfWallet(deps.db, deposit.walletId));
  if (!user) return deps.log.error(job, 'email about a deposit that does not exist');
  const to = mailboxOf(user);
  const email = inLanguage(user.language ?? 'en', () => writeReturnedDepositEmail(deposit, to, deps.publicUrl));
  await deliver(deps, job, { to, ...email });
}

async function sendWithdrawal(deps: SendEmailDeps, job: z.infer<typeof withdrawalJob>): Promise<void> {
  const { db, publicUrl } = deps;
  const found = await readTransaction(db, job.transactionId);
  const user = found && (await ownerOfWallet(db, found.walletId));
  if (!user) return deps.log.error(job, 'email about a withdrawal that does not exist');
  const withdrawal = { ...found, endedBonus: await hasEndedBonus(db, found) };
  const to = mailboxOf(user);
  switch (job.kind) {
    case 'withdrawal-requested': {
      // Already decided: the email about the decision says more. Each attempt creates a new link.
      if (withdrawal.status !== 'pending') return;
      const secret = await createWithdrawalLink(db, withdrawal.id);
      const email = inLanguage(user.language ?? 'en', () => writeRequestedEmail(withdrawal, to, publicUrl, secret));
      return deliver(deps, job, { to, ...email });
    }
    case 'withdrawal-return-retried':
    case 'withdrawal-return-paid': {
      const { kind } = job;
      const email = inLanguage(user.language ?? 'en', () => writeReturnEmail(kind, withdrawal, to, publicUrl));
      return deliver(deps, job, { to, ...email });
    }
    default: {
      const email = inLanguage(user.language ?? 'en', () =>
        writeDecisionEmail(withdrawal, { ...to, id: user.id }, publicUrl),
      );
      if (!email) return deps.log.error(job, 'email about a withdrawal that is not decided');
      return deliver(deps, job, { to, ...email });
    }
  }
}

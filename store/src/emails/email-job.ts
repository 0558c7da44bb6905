/** The queue of emails. Its jobs carry ids, never copies and never secrets. */
export const emailQueueName = 'mail';
/** An email with a single-use link: the worker creates the token, stores its hash and sends the link. */
export type LinkEmailJob = {
  readonly kind: 'verify-email' | 'reset-password' | 'confirm-browser' | 'staff-invited';
  readonly userId: string;
};
/** What the owner of an account is notified of by email. */
export const notices = [
  'password-changed',
  'second-factor-enabled',
  'second-factor-replaced',
  'second-factor-disabled',
  'recovery-codes-renewed',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
] as const;
export type Notice = (typeof notices)[number];
export type NoticeEmailJob = { readonly kind: Notice; readonly userId: string };
/** Forwards a message from the support screen to the operator. */
export type SupportEmailJob = { readonly kind: 'support-message'; readonly messageId: string };
/** Notifies a bettor that a withdrawal was requested, with a link that cancels it, or how it ended. */
export type WithdrawalEmailJob = {
  readonly kind:
    | 'withdrawal-requested'
    | 'withdrawal-paid'
    | 'withdrawal-rejected'
    | 'withdrawal-canceled'
    | 'withdrawal-return-retried'
    | 'withdrawal-return-paid';
  readonly transactionId: string;
};
/** Notifies a bettor that a deposit paid during an exclusion is refunded. */
export type DepositEmailJob = { readonly kind: 'deposit-returned'; readonly transactionId: string };
/** Notifies a bettor that the operator excluded them, or ended the exclusion. */
export type ExclusionEmailJob = {
  readonly kind: 'player-excluded' | 'player-exclusion-lifted';
  readonly exclusionId: number;
};
/** Reports a problem with the odds provider to the operator. */
export type FeedEmailJob = { readonly kind: 'feed-incident'; readonly incidentId: string };
export type EmailJob =
  | DepositEmailJob
  | ExclusionEmailJob
  | FeedEmailJob
  | LinkEmailJob
  | NoticeEmailJob
  | SupportEmailJob
  | WithdrawalEmailJob;

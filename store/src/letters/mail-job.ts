/** The queue of emails. Its jobs carry ids, never copies and never secrets. */
export const mailQueue = 'mail';
/** A letter with a link that works once: the worker makes the token, stores its hash and sends the link. */
export type LinkMailJob = {
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
export type NoticeMailJob = { readonly kind: Notice; readonly userId: string };
/** What somebody wrote on the support screen, to be mailed to the operator. */
export type SupportMailJob = { readonly kind: 'support-message'; readonly messageId: string };
/** Notifies a bettor of a withdrawal: that it was requested, with a link that cancels it, or how it ended. */
export type WithdrawalMailJob = {
  readonly kind:
    | 'withdrawal-requested'
    | 'withdrawal-paid'
    | 'withdrawal-rejected'
    | 'withdrawal-canceled'
    | 'withdrawal-return-retried'
    | 'withdrawal-return-paid';
  readonly transactionId: string;
};
/** Tells a bettor that a deposit which was paid during an exclusion goes back. */
export type DepositMailJob = { readonly kind: 'deposit-returned'; readonly transactionId: string };
/** Tells a bettor that the house excludes them, or does no longer. */
export type ExclusionMailJob = {
  readonly kind: 'player-excluded' | 'player-exclusion-lifted';
  readonly exclusionId: number;
};
/** Tells the operator of trouble with the odds provider. */
export type FeedMailJob = { readonly kind: 'feed-incident'; readonly incidentId: string };
export type MailJob =
  | DepositMailJob
  | ExclusionMailJob
  | FeedMailJob
  | LinkMailJob
  | NoticeMailJob
  | SupportMailJob
  | WithdrawalMailJob;

/** Queues between processes. Payloads carry ids, never copies and never secrets. */
export const mailQueue = 'mail';
/** A letter to write: the worker makes the one-time token, stores its hash and sends the link. */
export type MailJob = { readonly kind: 'verify-email' | 'reset-password'; readonly userId: string };

/** Work on the ledger: the scheduled checkpoint, and verifications that an auditor asked for by their id. */
export const ledgerQueue = 'ledger';
export type LedgerJob = { readonly kind: 'verify'; readonly verificationId: string };

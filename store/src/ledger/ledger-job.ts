/** Work on the ledger: the scheduled checkpoint, and verifications that an auditor or the house asked for, by their id. */
export const ledgerQueue = 'ledger';
export type LedgerJob = { readonly kind: 'verify'; readonly verificationId: string };

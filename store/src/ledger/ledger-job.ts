/** Jobs on the ledger: the scheduled checkpoint, and requested verifications. */
export const ledgerQueue = 'ledger';
export type LedgerJob = { readonly kind: 'verify'; readonly verificationId: string };

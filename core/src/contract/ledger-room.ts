/** The room of auditors: `ledger` says that the ledger grew to `n` (a seq), `verification` carries a run as it goes. */
export const ledgerRoom = 'ledger';
export type LedgerGrowth = { readonly n: number };

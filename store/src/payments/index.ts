export { readTransaction, transactionsOfWallet } from './read-transactions.ts';
export { viewTransaction } from './view-transaction.ts';

export type {
  CashedBet,
  CashOut,
  CreditDeposit,
  JudgeBet,
  JudgedBet,
  MoneyCommand,
  MovedTransaction,
  Outcomes,
  PlaceBet,
  PlacedBet,
  SettledBet,
} from './command.ts';
export { eventHash, noHash, requestHash } from './event-hash.ts';
export { betTerms } from './place-bet.ts';
export { readWallet } from './read-wallet.ts';
export { createWalletWriter, type EndedGroup, type WalletWriter } from './writer.ts';

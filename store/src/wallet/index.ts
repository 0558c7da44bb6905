export type {
  CashedBet,
  CashOut,
  CreditDeposit,
  CreditRefusal,
  DecideWithdrawal,
  ExpireBonus,
  JudgeBet,
  JudgedBet,
  JudgeRefusal,
  MoneyCommand,
  Moved,
  MovedByEvent,
  MovedTransaction,
  Outcomes,
  PlaceBet,
  PlacedBet,
  PlacedTogether,
  RequestWithdrawal,
  ReverseDeposit,
  SettledBet,
} from './command.ts';
export { eventHash, noHash, requestHash } from './event-hash.ts';
export { betTerms } from './place-bet.ts';
export { readWallet } from './read-wallet.ts';
export { createWalletWriter, type EndedGroup, type WalletWriter, type WriterOptions } from './writer.ts';

export { trialBalance, walletAt } from './balances.ts';
export { compareMoments } from './compare-moments.ts';
export { csvValue, exportLedger } from './export.ts';
export { exportEvents } from './export-events.ts';
export { findPlayers, readNames, readPlayer, walletOfEmail } from './find-players.ts';
export type { Finding } from './findings.ts';
export { type EventFilter, isOfAllEvents, listEvents } from './list-events.ts';
export { publicKeyPem, readPublicKey } from './operator-key.ts';
export { type Proof, proveEvents, proveWallet } from './prove.ts';
export { rebuildWallets } from './rebuild.ts';
export { type Access, listAccess, recordAccess } from './record-access.ts';
export { type ReplayedEvent, replayWallet } from './replay-wallet.ts';
export { deleteFilter, listFilters, saveFilter } from './saved-filters.ts';
export { settledSeq } from './settled-seq.ts';
export { totalEvents } from './total-events.ts';
export { findUnusedNumbers } from './unused-numbers.ts';
export {
  breakSilentVerifications,
  breakVerification,
  completedVerification,
  finishVerification,
  isVerificationDue,
  type LedgerJob,
  ledgerQueue,
  listVerifications,
  readVerification,
  requestVerification,
  saveVerificationProgress,
  startVerification,
} from './verification-runs.ts';
export { type VerifyOptions, type VerifyProgress, type VerifyReport, verifyLedger, verifyMoney } from './verify.ts';
export { walletTimeline } from './wallet-timeline.ts';

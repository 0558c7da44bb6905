export { type AccountBalance, type TrialBalance, trialBalance, walletAt } from './balances.ts';
export { publicKeyFromPem, publicKeyPem, type SigningKey, signingKey } from './checkpoint-key.ts';
export { type ExportOptions, exportLedger } from './export.ts';
export { findPlayers, readPlayer, walletOfEmail } from './find-players.ts';
export type { Finding, FindingKind, Place } from './findings.ts';
export { type LedgerJob, ledgerQueue } from './ledger-job.ts';
export { type EventFilter, type EventPlace, listEvents } from './list-events.ts';
export type { Moment } from './moment.ts';
export { type Proof, proveWallet } from './prove.ts';
export { newestCheckpoint, readCheckpoints, type SignedCheckpoint } from './read-checkpoints.ts';
export { type RebuildReport, rebuildWallets } from './rebuild.ts';
export { type Access, type AccessPlace, listAccess, type RecordedAccess, recordAccess } from './record-access.ts';
export { type Replayed, type ReplayedEvent, replayWallet } from './replay-wallet.ts';
export { settledSeq } from './settled-seq.ts';
export { takeCheckpoint } from './take-checkpoint.ts';
export {
  breakSilentVerifications,
  breakVerification,
  findingVerification,
  finishVerification,
  isVerificationDue,
  listVerifications,
  readVerification,
  requestVerification,
  saveVerificationProgress,
  startVerification,
} from './verification-runs.ts';
export { type VerifyOptions, type VerifyProgress, type VerifyReport, verifyLedger } from './verify.ts';
export { verifyMoney } from './verify-money.ts';
export { type TimelinePlace, walletTimeline } from './wallet-timeline.ts';

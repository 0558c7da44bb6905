export { publicKeyFromPem, publicKeyPem, type SigningKey, signingKey } from './checkpoint-key.ts';
export type { Finding, FindingKind, Place } from './findings.ts';
export { newestCheckpoint, readCheckpoints, type SignedCheckpoint } from './read-checkpoints.ts';
export { takeCheckpoint } from './take-checkpoint.ts';
export { type VerifyOptions, type VerifyProgress, type VerifyReport, verifyLedger } from './verify.ts';

export { type AttemptLimit, countAttempt, countRequest, forgetAttempts, undoAttempt } from './count-attempt.ts';
export { createEmailToken, type EmailPurpose, useEmailToken } from './email-token.ts';
export { lockAccounts, unlockAccounts } from './lock-accounts.ts';
export {
  addPasskey,
  createChallenge,
  listPasskeys,
  mostPasskeys,
  type NewPasskey,
  readPasskey,
  removePasskey,
  takeChallenge,
  usePasskey,
} from './passkeys.ts';
export {
  beginSecondFactor,
  confirmSecondFactor,
  countRecoveryCodes,
  endSecondFactor,
  readPendingApp,
  readSecondFactor,
  replaceRecoveryCodes,
  setSecondFactor,
  takeRecoveryCode,
  takeStep,
} from './second-factor.ts';
export {
  addressesOfUser,
  type Device,
  endSessions,
  isByAdmin,
  type LogIn,
  limitSessions,
  listSessions,
  openSession,
  openSessions,
  proveSession,
  readSession,
  requireAdmin,
  requireOpenSession,
  SessionEnded,
  type SessionRights,
  sessionHistory,
  turnSession,
} from './sessions.ts';
export { changeRole, inviteStaff, listStaff, resetSecondFactor, rightsChannel } from './staff.ts';
export {
  changeUser,
  countUsers,
  createUser,
  lockUserWithoutSession,
  lockUserWithPassword,
  markEmailVerified,
  type NewUser,
  readPasswordHash,
  readUser,
  readUserByEmail,
  setPassword,
  type User,
  type UserWithHash,
} from './users.ts';

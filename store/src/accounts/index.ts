export { changeUser, type UserChanges } from './change-user.ts';
export {
  type Attempt,
  type AttemptLimit,
  countAttempt,
  countRequest,
  forgetAttempts,
  undoAttempt,
} from './count-attempt.ts';
export { createUser, type EmailTaken, type NewUser } from './create-user.ts';
export {
  createEmailToken,
  type EmailPurpose,
  type EmailTokenRefusal,
  type NewEmailToken,
  useEmailToken,
} from './email-token.ts';
export { endSessions, limitSessions, type SessionsToEnd } from './end-sessions.ts';
export { addressesOfUser, listSessions, openSessions, type SessionRights, sessionHistory } from './list-sessions.ts';
export { lockAccounts, unlockAccounts } from './lock-accounts.ts';
export type { LogIn } from './log-in.ts';
export { markEmailVerified } from './mark-email-verified.ts';
export { type Device, openSession, type Proof, proveSession } from './open-session.ts';
export {
  addPasskey,
  createChallenge,
  listPasskeys,
  mostPasskeys,
  type NewPasskey,
  type Passkey,
  readPasskey,
  removeAllPasskeys,
  removePasskey,
  takeChallenge,
  usePasskey,
} from './passkeys.ts';
export { countUsers, readPasswordHash, readUser, readUserByEmail } from './read-user.ts';
export {
  beginSecondFactor,
  confirmSecondFactor,
  countRecoveryCodes,
  endSecondFactor,
  readSecondFactor,
  replaceRecoveryCodes,
  type SecondFactor,
  takeRecoveryCode,
  takeStep,
} from './second-factor.ts';
export { setPassword } from './set-password.ts';
export {
  changeRole,
  type Invitation,
  inviteStaff,
  listStaff,
  resetSecondFactor,
  rightsChannel,
} from './staff.ts';
export { readSession, turnSession } from './turn-session.ts';
export type { User, UserWithHash } from './user.ts';

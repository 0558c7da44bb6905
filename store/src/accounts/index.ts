export { createUser, type EmailTaken, type NewUser } from './create-user.ts';
export {
  createEmailToken,
  type EmailPurpose,
  type EmailTokenRefusal,
  type NewEmailToken,
  useEmailToken,
} from './email-token.ts';
export { markEmailVerified } from './mark-email-verified.ts';
export { countUsers, readUser, readUserByEmail } from './read-user.ts';
export { sessionGenerations } from './session-generations.ts';
export { setPassword } from './set-password.ts';
export type { User, UserWithHash } from './user.ts';

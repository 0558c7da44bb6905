import { z } from 'zod';
import {
  credentialTexts,
  isEmail,
  maxNameLength,
  maxPasswordLength,
  meetsAllRequirements,
  minNameLength,
  minPasswordLength,
  nameProblem,
  normalEmail,
  oddsFormats,
  oddsPolicies,
  roles,
  tidyName,
} from '../account/index.ts';
import { walletView } from './wallet.ts';

const email = z.string().trim().refine(isEmail, credentialTexts.emailInvalid).transform(normalEmail);
const limited = z.string().max(maxPasswordLength, credentialTexts.passwordTooLong);
const password = limited.min(minPasswordLength, credentialTexts.passwordTooShort);
/** A password that exists: what is wrong with it is found by comparing. */
const givenPassword = limited.min(1, 'Password is required');

/** POST /auth/login */
export const loginRequest = z.object({
  email,
  password,
  /** The code of the authentication app, or a recovery code: asked for with 401 `totp-required`. */
  totp: z.string().trim().min(1).max(40).optional(),
});
export type LoginRequest = z.input<typeof loginRequest>;

export const userView = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** Set for staff whose session may only set up two-factor log-in. */
  needsSecondFactor: z.literal(true).optional(),
});
export type UserView = z.infer<typeof userView>;
export const loginAnswer = z.object({ accessToken: z.string(), user: userView });
export type LoginAnswer = z.infer<typeof loginAnswer>;

/** POST /auth/register → 201 registerAnswer */
const name = z
  .string()
  .trim()
  .min(minNameLength, { error: credentialTexts.nameTooShort, abort: true })
  .max(maxNameLength, { error: credentialTexts.nameTooLong, abort: true })
  .refine((text) => nameProblem(text) === undefined, credentialTexts.nameTooShort)
  .transform(tidyName);
export const registerRequest = z.object({ email, name, password });
export type RegisterRequest = z.input<typeof registerRequest>;
export const registerAnswer = z.object({ user: userView });
export type RegisterAnswer = z.infer<typeof registerAnswer>;

/** GET /auth/me: `balance` in dollars is the cash of the wallet (spec §3). */
export const profileView = userView.extend({
  balance: z.number(),
  emailVerified: z.boolean(),
  createdAt: z.string(),
  wallet: walletView,
});
export type ProfileView = z.infer<typeof profileView>;

/** POST /auth/forgot-password and /auth/resend-verification: the answer is the same whether the address is known or not. */
export const emailRequest = z.object({ email });
export type EmailRequest = z.input<typeof emailRequest>;

const newPassword = limited.refine(meetsAllRequirements, 'Please ensure your password meets all requirements');

/** POST /auth/reset-password */
export const resetPasswordRequest = z.object({ token: z.string().min(1), password: newPassword });
export type ResetPasswordRequest = z.input<typeof resetPasswordRequest>;

/** POST /auth/confirm-browser: the link of the email for log-ins to an account that is guessed at. */
export const confirmBrowserRequest = z.object({ token: z.string().min(1).max(200) });
export type ConfirmBrowserRequest = z.input<typeof confirmBrowserRequest>;

/** GET /auth/verify?token */
export const tokenQuery = z.object({ token: z.string().min(1) });

export const messageAnswer = z.object({ message: z.string() });
export type MessageAnswer = z.infer<typeof messageAnswer>;

/** POST /auth/change-password: ends every other session. */
export const changePasswordRequest = z.object({ currentPassword: givenPassword, newPassword });
export type ChangePasswordRequest = z.input<typeof changePasswordRequest>;

/** PATCH /auth/me → userView */
export const changeProfileRequest = z.object({ name });
export type ChangeProfileRequest = z.input<typeof changeProfileRequest>;

/** GET /auth/settings. `secondFactor`: whether the log-in asks for a code, and how many recovery codes are left. */
export const settingsView = z.object({
  oddsFormat: z.enum(oddsFormats),
  oddsPolicy: z.enum(oddsPolicies),
  secondFactor: z.object({ isOn: z.boolean(), recoveryCodes: z.int() }),
});
export type SettingsView = z.infer<typeof settingsView>;
/** PATCH /auth/settings → settingsView; what is not given stays. */
export const changeSettingsRequest = settingsView.pick({ oddsFormat: true, oddsPolicy: true }).partial();

/** GET /auth/sessions: where one is logged in, the last used first. */
export const sessionView = z.object({
  id: z.string(),
  /** `Firefox on Windows`. */
  device: z.string(),
  address: z.string(),
  createdAt: z.string(),
  usedAt: z.string(),
  isCurrent: z.boolean(),
});
/** `most`: how many may be open; a new log-in ends the one unused for longest. */
export const sessionsView = z.object({ sessions: z.array(sessionView), most: z.number().int() });
export type SessionsView = z.infer<typeof sessionsView>;
/** POST /auth/sessions/end-all: everywhere (`none` is kept) or everywhere else. */
export const endAllSessionsRequest = z.object({ keep: z.enum(['none', 'current']) });
export type EndAllSessionsRequest = z.input<typeof endAllSessionsRequest>;

/**
 * POST /auth/totp/enrol: for the authentication app, as a picture, a link and letters to type; not asked for until confirmed.
 * `code`: of the app in use, or a recovery code, when there is one to replace.
 */
export const totpEnrolRequest = z.object({
  password: givenPassword,
  code: z.string().trim().min(1).max(40).optional(),
});
export type TotpEnrolRequest = z.input<typeof totpEnrolRequest>;
export const totpEnrolment = z.object({ secret: z.string(), url: z.string(), qrSvg: z.string() });
export type TotpEnrolment = z.infer<typeof totpEnrolment>;
/** POST /auth/totp/confirm → recoveryCodesView, shown this once. */
export const totpCodeRequest = z.object({ code: z.string().trim().min(1).max(40) });
export type TotpCodeRequest = z.input<typeof totpCodeRequest>;
export const recoveryCodesView = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodesView = z.infer<typeof recoveryCodesView>;
/** POST /auth/totp/recovery-codes → recoveryCodesView: new ones in place of all earlier ones. */
export const newRecoveryCodesRequest = totpEnrolRequest.pick({ password: true });
export type NewRecoveryCodesRequest = z.input<typeof newRecoveryCodesRequest>;
/** POST /auth/close-account: `code` where the second factor is on. */
export const closeAccountRequest = z.object({
  password: givenPassword,
  code: z.string().trim().min(1).max(40).optional(),
});
export type CloseAccountRequest = z.input<typeof closeAccountRequest>;
/** POST /auth/totp/disable: for bettors; staff can only replace the app. */
export const totpDisableRequest = totpCodeRequest.extend({ password: givenPassword });
export type TotpDisableRequest = z.input<typeof totpDisableRequest>;

import * as z from 'zod/mini';
import {
  credentialTexts,
  type Exclusion,
  isEmail,
  isFavourite,
  isStaff,
  maxFavourites,
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
} from '../../account/index.ts';
import type { Instant } from '../../instant.ts';
import { languages, schemaText } from '../../language/index.ts';
import { dollars } from '../../money/index.ts';
import type { Wallet } from '../../wallet/index.ts';
import { exclusionView, viewExclusion } from '../limits/limits.ts';
import { utcText } from '../utc-text.ts';
import { viewWallet, walletView } from '../wallet.ts';

const email = z.pipe(
  z.string().check(z.trim(), z.refine(isEmail, credentialTexts.emailInvalid)),
  z.transform(normalEmail),
);
const limited = z.string().check(z.maxLength(maxPasswordLength, credentialTexts.passwordTooLong));
const password = limited.check(z.minLength(minPasswordLength, credentialTexts.passwordTooShort));
const newPassword = limited.check(
  z.refine(meetsAllRequirements, schemaText('Please ensure your password meets all requirements')),
);
/** A password to compare with the stored one: its strength does not matter. */
const currentPassword = limited.check(z.minLength(1, schemaText('Password is required')));
const code = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));

export const userView = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** Set for staff whose session may only set up two-factor login. */
  needsSecondFactor: z.optional(z.literal(true)),
});
export type UserView = z.infer<typeof userView>;

/** `hasSecondFactor`: whether the caller's session has proved one. */
export const viewUser = (
  { id, name, email, role }: Omit<UserView, 'needsSecondFactor'>,
  hasSecondFactor = true,
): UserView => ({ id, name, email, role, ...(isStaff(role) && !hasSecondFactor && { needsSecondFactor: true }) });

/** `totp`: a code of the authentication app, or a recovery code; required after 401 `totp-required`. */
export const loginRequest = z.object({ email, password, totp: z.optional(code) });
export type LoginRequest = z.input<typeof loginRequest>;
export const loginAnswer = z.object({ accessToken: z.string(), user: userView });
export type LoginAnswer = z.infer<typeof loginAnswer>;

const name = z.pipe(
  z.string().check(
    z.trim(),
    z.minLength(minNameLength, { error: credentialTexts.nameTooShort, abort: true }),
    z.maxLength(maxNameLength, { error: credentialTexts.nameTooLong, abort: true }),
    z.refine((text) => nameProblem(text) === undefined, credentialTexts.nameTooShort),
  ),
  z.transform(tidyName),
);
export const registerRequest = z.object({ email, name, password });
export type RegisterRequest = z.input<typeof registerRequest>;
export const registerAnswer = z.object({ user: userView });

/** `balance`: the cash of the wallet, in dollars. `exclusion`: the one that is running. */
export const profileView = z.extend(userView, {
  balance: z.number(),
  emailVerified: z.boolean(),
  createdAt: z.string(),
  wallet: walletView,
  exclusion: z.optional(exclusionView),
});
export type ProfileView = z.infer<typeof profileView>;

type Profile = {
  readonly user: UserView & { readonly emailVerifiedAt: Instant | null; readonly createdAt: Instant };
  readonly held: { readonly wallet: Wallet; readonly version: number };
  readonly exclusion: Exclusion | undefined;
  readonly hasSecondFactor: boolean;
  readonly now: Instant;
};
export function viewProfile({ user, held, exclusion, hasSecondFactor, now }: Profile): ProfileView {
  const running = viewExclusion(exclusion, now);
  return {
    ...viewUser(user, hasSecondFactor),
    balance: dollars(held.wallet.cash),
    emailVerified: user.emailVerifiedAt !== null,
    createdAt: utcText(user.createdAt),
    wallet: viewWallet(held.wallet, held.version),
    ...(running && { exclusion: running }),
  };
}

export const emailRequest = z.object({ email });
export type EmailRequest = z.input<typeof emailRequest>;

export const resetPasswordRequest = z.object({ token: z.string().check(z.minLength(1)), password: newPassword });

export const confirmBrowserRequest = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });

export const tokenQuery = z.object({ token: z.string().check(z.minLength(1)) });

export const changePasswordRequest = z.object({ currentPassword, newPassword });
export type ChangePasswordRequest = z.input<typeof changePasswordRequest>;

export const changeProfileRequest = z.object({ name });

const favourites = z
  .array(z.string().check(z.refine(isFavourite, schemaText('A favourite is league: or team: with its name.'))))
  .check(z.maxLength(maxFavourites), z.describe('Starred leagues and teams: `league:soccer_epl`, `team:Arsenal`'));

/** `secondFactor`: whether the login asks for a code, and how many recovery codes are left. */
export const settingsView = z.object({
  oddsFormat: z.enum(oddsFormats),
  oddsPolicy: z.enum(oddsPolicies),
  /** Null: none was chosen yet. */
  language: z.nullable(z.enum(languages)),
  favourites,
  secondFactor: z.object({ isOn: z.boolean(), recoveryCodes: z.int() }),
});
export type SettingsView = z.infer<typeof settingsView>;
/** Only the given settings change. `star` and `unstar` change the list of the account as it is then; `favourites` replaces it. */
export const changeSettingsRequest = z.partial(
  z.extend(z.pick(settingsView, { oddsFormat: true, oddsPolicy: true, favourites: true }), {
    language: z.enum(languages),
    star: favourites,
    unstar: favourites,
  }),
);

const sessionView = z.object({
  id: z.string(),
  /** `Firefox on Windows`. */
  device: z.string(),
  address: z.string(),
  createdAt: z.string(),
  usedAt: z.string(),
  isCurrent: z.boolean(),
});
/** `most`: how many may be open; a new login ends the least recently used one. */
export const sessionsView = z.object({ sessions: z.array(sessionView), most: z.int() });
export type SessionsView = z.infer<typeof sessionsView>;
/** `keep`: the sessions that stay open. */
export const endAllSessionsRequest = z.object({ keep: z.enum(['none', 'current']) });
export type EndAllSessionsRequest = z.input<typeof endAllSessionsRequest>;

/** The password, and a code of the app in use or a recovery code if the account has two-factor login. */
export const ownerProof = z.object({ password: currentPassword, code: z.optional(code) });
export type OwnerProof = z.input<typeof ownerProof>;
/** The new secret as a picture, a link and text to type. It is not in use before it is confirmed. */
export const totpEnrolment = z.object({ secret: z.string(), url: z.string(), qrSvg: z.string() });
export type TotpEnrolment = z.infer<typeof totpEnrolment>;
export const totpCodeRequest = z.object({ code });
/** Shown this once. */
export const recoveryCodesView = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodesView = z.infer<typeof recoveryCodesView>;
export const totpDisableRequest = z.object({ password: currentPassword, code });
export type TotpDisableRequest = z.input<typeof totpDisableRequest>;

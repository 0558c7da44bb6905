import { schemaText, t } from '../language/index.ts';

/** The messages of the rules for credentials, shared by the forms and the server. */
export const credentialTexts = {
  emailInvalid: schemaText('Invalid email address'),
  passwordTooShort: schemaText('Password must be at least 8 characters'),
  passwordTooLong: schemaText('Password must be at most 200 characters'),
  nameTooShort: schemaText('Username must be at least 3 characters'),
  nameTooLong: schemaText('Username must be at most 60 characters'),
  passwordsDiffer: schemaText("Passwords don't match"),
} as const;

export const minPasswordLength = 8;
export const maxPasswordLength = 200;
export const minNameLength = 3;
export const maxNameLength = 60;

/** `auditor` reads everything and changes nothing; `admin` decides on withdrawals; everyone else bets. */
export const roles = ['bettor', 'admin', 'auditor'] as const;
export type Role = (typeof roles)[number];
/** Admins and auditors, whose login always requires a second factor. */
export const isStaff = (role: Role): boolean => role !== 'bettor';

// Excludes characters that mail programs read as several addresses, and invisible ones.
const emailShape = /^[^\s\p{C}@"(),:;<>[\\\]]+@[^\s\p{C}@."(),:;<>[\\\]]+(\.[^\s\p{C}@."(),:;<>[\\\]]+)+$/u;
export const isEmail = (email: string): boolean => email.length <= 254 && emailShape.test(email);

/** Returns one spelling per address, so that case or the encoding of an accent cannot register it twice. */
export const normalEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** Returns a name on one line, without control characters that could break a screen or an email. */
export const tidyName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim();
const seenOf = (name: string): string =>
  tidyName(name)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim();

type Problem = string | undefined;
export const emailProblem = (email: string): Problem =>
  isEmail(email.trim()) ? undefined : t(credentialTexts.emailInvalid);
export function passwordProblem(password: string): Problem {
  if (password.length < minPasswordLength) return t(credentialTexts.passwordTooShort);
  return password.length > maxPasswordLength ? t(credentialTexts.passwordTooLong) : undefined;
}
export function nameProblem(name: string): Problem {
  if (seenOf(name).length < minNameLength) return t(credentialTexts.nameTooShort);
  return name.trim().length > maxNameLength ? t(credentialTexts.nameTooLong) : undefined;
}

/** The demo accounts of a sandbox. Their password is published, so they must never exist beside a real provider. */
export const demoEmails = ['bettor@touchline.test', 'admin@touchline.test', 'auditor@touchline.test'] as const;

/** Returns the token of an `Authorization: Bearer …` header (RFC 6750); undefined for any other header, or none. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1];

/** What the forms and the server ask of credentials (spec §5), with the words shown when it fails. */
export const credentialWords = {
  emailInvalid: 'Invalid email address',
  passwordTooShort: 'Password must be at least 8 characters',
  nameTooShort: 'Username must be at least 3 characters',
  passwordsDiffer: "Passwords don't match",
} as const;

export const minPasswordLength = 8;
export const minNameLength = 3;

/** `auditor` reads everything and changes nothing; `admin` decides on withdrawals; everyone else bets. */
export const roles = ['bettor', 'admin', 'auditor'] as const;
export type Role = (typeof roles)[number];
/** Admins and auditors: their log-in always needs a second factor. */
export const isStaff = (role: Role): boolean => role !== 'bettor';

// The signs that a mail program reads as more than one address are in neither half, nor those that nobody sees.
const emailShape = /^[^\s\p{C}@"(),:;<>[\\\]]+@[^\s\p{C}@."(),:;<>[\\\]]+(\.[^\s\p{C}@."(),:;<>[\\\]]+)+$/u;
export const isEmail = (email: string): boolean => email.length <= 254 && emailShape.test(email);

/** One spelling per address, so that nobody registers twice by case, or by another way to write an accent. */
export const normalEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** A name on one line, which turns nothing that stands beside it: what steers a screen or a letter is taken out. */
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
  isEmail(email.trim()) ? undefined : credentialWords.emailInvalid;
export const passwordProblem = (password: string): Problem =>
  password.length >= minPasswordLength ? undefined : credentialWords.passwordTooShort;
export const nameProblem = (name: string): Problem =>
  seenOf(name).length >= minNameLength ? undefined : credentialWords.nameTooShort;

import { dictionary } from '@zxcvbn-ts/language-common';

/** Refused because it is among the first that an attacker tries. */
export type PasswordGuessable = { readonly code: 'password-guessable' };

export const guessablePasswordText = 'This password is easy to guess. Choose another one.';

// Letters and digits only, in lower case: "P@ssword-1" differs from a leaked password by more than that, "Password-1!" does not.
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const leaked: ReadonlySet<string> = new Set(dictionary['passwords-common'].map(bare));
/** Words that belong to this product; one of them with digits around it is no password. */
const ownWords = ['touchline', 'football', 'bookmaker', 'betting', 'bettor', 'admin', 'administrator', 'auditor'];

/** `owner`: name and email address, as far as they are known. */
export type IsGuessable = (password: string, owner: readonly string[]) => boolean;

/**
 * Returns whether a new password is on the list of leaked passwords, or only a word of the product or of its owner with
 * digits and signs around it.
 */
export const isGuessable: IsGuessable = (password, owner) => {
  const text = bare(password);
  if (leaked.has(text)) return true;
  const core = text.replace(/^\p{N}+|\p{N}+$/gu, '');
  return [...ownWords, ...owner.flatMap((part) => [part, part.split('@')[0] ?? part]).map(bare)].includes(core);
};

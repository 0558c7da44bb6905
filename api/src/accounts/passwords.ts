import { hash, verify } from '@node-rs/argon2';

/** A password as it is stored: argon2id with the library's parameters (19 MiB, 2 passes), salt and parameters inside. */
export const hashPassword = (password: string): Promise<string> => hash(password);

/**
 * Whether `password` is the one that was hashed. Without a hash, because there is no such account, it is never right and takes
 * as long: the time must not reveal who has an account.
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  // A locked account has other text in place of its hash.
  const usable = passwordHash?.startsWith('$argon2') ? passwordHash : undefined;
  const matches = await verify(usable ?? (await hashForUnknown()), password);
  return matches && usable !== undefined;
}

let unknown: Promise<string> | undefined;
function hashForUnknown(): Promise<string> {
  unknown ??= hash('no account has this password');
  return unknown;
}

// Compare lower-case alphanumerics only: "Password-1!" is then a leaked password, "P@ssword-1" is not.
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

// Loaded when first needed: it takes 5 MB of each process.
let leaked: Promise<ReadonlySet<string>> | undefined;
async function loadLeaked(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map(bare));
}

/** Words of this product; one of them with digits around it is too easy to guess. */
const ownWords = ['touchline', 'football', 'bookmaker', 'betting', 'bettor', 'admin', 'administrator', 'auditor'];

/** `owner`: their name and email address, as far as known. */
export type IsGuessable = (password: string, owner: readonly string[]) => Promise<boolean>;

/**
 * Returns whether a new password is on the list of leaked passwords, or only a word of the product or of its owner with
 * digits and symbols around it.
 */
export const isGuessable: IsGuessable = async (password, owner) => {
  leaked ??= loadLeaked();
  const text = bare(password);
  if ((await leaked).has(text)) return true;
  const core = text.replace(/^\p{N}+|\p{N}+$/gu, '');
  return [...ownWords, ...owner.flatMap((part) => [part, part.split('@')[0] ?? part]).map(bare)].includes(core);
};

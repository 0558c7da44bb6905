import { hash, verify } from '@node-rs/argon2';

/** A password as it is stored: argon2id with the library's parameters (19 MiB, 2 passes), salt and parameters inside. */
export const hashPassword = (password: string): Promise<string> => hash(password);

/**
 * Whether `password` is the one that was hashed. Without a hash, because there is no such account, it takes as long and is
 * never right: the time tells nobody who has an account.
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  // That of a locked account is no hash.
  const usable = passwordHash?.startsWith('$argon2') ? passwordHash : undefined;
  const matches = await verify(usable ?? (await nobodysHash()), password);
  return matches && usable !== undefined;
}

let nobodys: Promise<string> | undefined;
function nobodysHash(): Promise<string> {
  nobodys ??= hash('the password of nobody');
  return nobodys;
}

import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';

/** Generates an Ed25519 key for a ledger's checkpoints, as PEM. */
export const makeSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Reads a PEM from a variable: on one line, with line breaks written as \n. `undefined` if it is no Ed25519 private key. */
export function readSigningKey(text: string): string | undefined {
  const pem = text.replaceAll('\\n', '\n');
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519' ? pem : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the public key, as PEM. */
export const publicKeyOf = (signingKey: string): string =>
  createPublicKey(createPrivateKey(signingKey)).export({ type: 'spki', format: 'pem' }).toString();

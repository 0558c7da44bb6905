import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';

/** A new Ed25519 key that signs the checkpoints of a ledger, as PEM. */
export const makeSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** A PEM as a variable may hold it: on one line, its line ends written as \n. `undefined` when it is no Ed25519 private key. */
export function readSigningKey(text: string): string | undefined {
  const pem = text.replaceAll('\\n', '\n');
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519' ? pem : undefined;
  } catch {
    return undefined;
  }
}

/** The public half, as PEM. */
export const publicKeyOf = (signingKey: string): string =>
  createPublicKey(createPrivateKey(signingKey)).export({ type: 'spki', format: 'pem' }).toString();

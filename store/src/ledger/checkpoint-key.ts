import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type Checkpoint, canonicalCheckpoint } from '@touchline/core/wallet';

/** The operator's Ed25519 key; the public half as SPKI in DER. */
export type SigningKey = { readonly privateKey: KeyObject; readonly publicKey: Buffer };

/** Parses a private key in PEM. Throws if it is not an Ed25519 key. */
export function signingKey(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem);
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new TypeError('the ledger is signed with an Ed25519 key');
  return { privateKey, publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'der' }) };
}

/** Formats a public key as PEM. */
export const publicKeyPem = (publicKey: Buffer): string =>
  createPublicKey({ key: publicKey, format: 'der', type: 'spki' }).export({ type: 'spki', format: 'pem' }).toString();

/** Parses a public key in PEM. Throws if it is not an Ed25519 key. */
export function publicKeyFromPem(pem: string): Buffer {
  const publicKey = createPublicKey(pem);
  if (publicKey.asymmetricKeyType !== 'ed25519') throw new TypeError('the ledger is signed with an Ed25519 key');
  return publicKey.export({ type: 'spki', format: 'der' });
}

export const signCheckpoint = (checkpoint: Checkpoint, key: SigningKey): Buffer =>
  sign(null, Buffer.from(canonicalCheckpoint(checkpoint), 'utf8'), key.privateKey);

export function isSignedBy(checkpoint: Checkpoint, signature: Buffer, publicKey: Buffer): boolean {
  try {
    const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
    return verify(null, Buffer.from(canonicalCheckpoint(checkpoint), 'utf8'), key, signature);
  } catch {
    return false;
  }
}

import { createPublicKey } from 'node:crypto';

/**
 * Parses the operator's public key: the PEM of an Ed25519 key, whose line ends may be written as `\n` where a variable holds one line.
 * Returns SPKI, DER; `undefined` for anything else, also for a private key.
 */
export function readPublicKey(text: string): Buffer | undefined {
  try {
    const pem = text.replaceAll('\\n', '\n');
    if (pem.includes('PRIVATE')) return undefined;
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key.export({ type: 'spki', format: 'der' }) : undefined;
  } catch {
    return undefined;
  }
}

/** Formats a public key as PEM. */
export const publicKeyPem = (key: Buffer): string =>
  createPublicKey({ key, format: 'der', type: 'spki' }).export({ type: 'spki', format: 'pem' }).toString();

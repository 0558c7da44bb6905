import { createECDH, ECDH } from 'node:crypto';

/** The key pair of P-256, as base64url, that identifies us to push services (RFC 8292). */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string };

/** Returns the pair of a private key: 32 bytes in base64url. `undefined` if it is not one. */
export function vapidKeysOf(privateKey: string): VapidKeys | undefined {
  if (!/^[\w-]{43}$/.test(privateKey)) return undefined;
  try {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(privateKey, 'base64url');
    return { publicKey: pair.getPublicKey('base64url'), privateKey };
  } catch {
    return undefined;
  }
}

/** Makes a private key, as `vapidKeysOf` takes it. */
export function makeVapidKey(): string {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const key = pair.getPrivateKey();
  // OpenSSL leaves out leading zeros.
  return Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url');
}

/** Whether a text is a public key as browsers take and make it: an uncompressed point of P-256 in base64url. */
export function isPushKey(text: string): boolean {
  if (!/^[\w-]{87}$/.test(text) || Buffer.from(text, 'base64url')[0] !== 4) return false;
  try {
    // Throws unless the point is on the curve.
    ECDH.convertKey(text, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto';

const tagBytes = 16;

/** Decrypts a message as its browser does (RFC 8291, one record of RFC 8188). @throws when it was not encrypted for these keys */
export function openMessage(bytes: Uint8Array, browser: { readonly ecdh: ECDH; readonly auth: Buffer }): string {
  const body = Buffer.from(bytes);
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const derive = (secret: Uint8Array, from: Uint8Array, info: Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length));
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), browser.ecdh.getPublicKey(), sender]);
  const shared = derive(browser.ecdh.computeSecret(sender), browser.auth, keyInfo, 32);
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(record.subarray(-tagBytes));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -tagBytes)), decipher.final()]);
  // The text ends with a 2, behind which there are only zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

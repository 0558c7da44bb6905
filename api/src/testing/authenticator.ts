import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { PasskeyCreation, PasskeyRequest } from '@touchline/core/contract';

/** What a test changes of an honest answer. */
export type Dishonest = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  /** Present, but neither PIN nor fingerprint was asked for. */
  readonly isUnverified?: boolean;
  readonly userHandle?: string;
  readonly type?: string;
};

const present = 0x01;
const verified = 0x04;
const withCredential = 0x40;

/** A browser with an authenticator that holds one passkey: a P-256 key, as WebAuthn describes it. */
export function createAuthenticator(origin: string, credentialId: Buffer = randomBytes(16)) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let userHandle = '';
  let counter = 0;
  const id = credentialId.toString('base64url');
  const clientData = (type: string, challenge: string, dishonest: Dishonest) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...dishonest }));
  const authenticatorData = (rpId: string, flags: number, dishonest: Dishonest) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(dishonest.counter ?? counter);
    const shown = flags | present | (dishonest.isUnverified ? 0 : verified);
    return Buffer.concat([sha256(dishonest.rpId ?? rpId), Buffer.from([shown]), count]);
  };
  const coseKey = () => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    return isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
  };

  return {
    /** Answers `navigator.credentials.create`. */
    create: (asked: PasskeyCreation, dishonest: Dishonest = {}) => {
      userHandle = asked.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const authData = Buffer.concat([
        authenticatorData(asked.rp.id, withCredential, dishonest),
        Buffer.alloc(16),
        length,
        credentialId,
        coseKey(),
      ]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(authData)],
        ]),
      );
      const clientDataJSON = clientData('webauthn.create', asked.challenge, dishonest).toString('base64url');
      const attestationObject = Buffer.from(attestation).toString('base64url');
      return { id, rawId: id, type: 'public-key' as const, response: { clientDataJSON, attestationObject } };
    },
    /** Answers `navigator.credentials.get`; each use counts. */
    get: (asked: PasskeyRequest, dishonest: Dishonest = {}) => {
      counter += 1;
      const data = authenticatorData(asked.rpId, 0, dishonest);
      const client = clientData('webauthn.get', asked.challenge, dishonest);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: dishonest.userHandle ?? userHandle,
        },
      };
    },
  };
}
export type Authenticator = ReturnType<typeof createAuthenticator>;

const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();

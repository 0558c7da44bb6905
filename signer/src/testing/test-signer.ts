import { generateKeyPairSync, type KeyObject, type KeyPairKeyObjectResult } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@touchline/store/connect';
import type { TestDatabase } from '@touchline/store/testing';
import { type NoteSigner, noteSigner } from '@touchline/tlog/note';
import { createSigner, type Signer } from '../create-signer.ts';

/** A signer with a key and a folder of its own. `publicKey`: SPKI, DER; `publicPem`: the same as PEM. */
export type TestSigner = Signer & {
  readonly key: NoteSigner;
  readonly publicKey: Buffer;
  readonly publicPem: string;
  readonly publicKeyObject: KeyObject;
  readonly folder: string;
  /** Signs and seals until nothing is left to sign, and returns the newest note. */
  readonly sealAndSign: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** `keys`: Ed25519, new ones by default. */
export function createTestSigner(
  database: Pick<TestDatabase, 'urlAs'>,
  { privateKey, publicKey }: KeyPairKeyObjectResult = generateKeyPairSync('ed25519'),
): TestSigner {
  const key = noteSigner('touchline.test/ledger', 'log', privateKey);
  const store = connect(database.urlAs('touchline_signer'), { max: 3 });
  const folder = mkdtempSync(join(tmpdir(), 'touchline-signer-'));
  const signer = createSigner({ pool: store.pool, folder, key, master: Buffer.alloc(32, 7) });
  return {
    ...signer,
    key,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }),
    publicKeyObject: publicKey,
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    folder,
    sealAndSign: async () => {
      await signer.sign();
      await signer.seal();
      const signed = await signer.sign();
      if (!signed) throw new Error('there was nothing to sign');
      return signed.note;
    },
    close: async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

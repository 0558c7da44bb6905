import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vapidKeysOf } from '@touchline/store/notifications';
import { readDataKey } from '@touchline/store/sealed';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepSecrets, makeSigningKey, publicKeyOf, readSecrets, readSigningKey } from './secrets.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchline-secrets-'));
  path = join(folder, 'secrets.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('generates secrets once per folder, readable by the owner only', () => {
  expect(readSecrets(folder)).toBeUndefined();
  const made = keepSecrets(folder);
  expect([keepSecrets(folder), readSecrets(folder)]).toEqual([made, made]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readSigningKey(made.ledgerSigningKey)).toBe(made.ledgerSigningKey);
});

test('adds new keys to an older file and keeps the rest', () => {
  const made = keepSecrets(folder);
  const { ledgerSigningKey: _none, dataKey: _neither, vapidKey: _either, authenticator: _nor, ...older } = made;
  writeFileSync(path, JSON.stringify(older));
  const completed = keepSecrets(folder);
  const { ledgerSigningKey, dataKey, vapidKey, authenticator, ...kept } = completed;
  expect(kept).toEqual(older);
  expect([readSigningKey(ledgerSigningKey), readDataKey(dataKey), vapidKeysOf(vapidKey)]).not.toContain(undefined);
  expect(Object.keys(authenticator)).toEqual(['admin@touchline.test', 'auditor@touchline.test']);
  expect([keepSecrets(folder), JSON.parse(readFileSync(path, 'utf8'))]).toEqual([completed, completed]);
});

test.each(['{"jwtSecret":', '{}', '{"jwtSecret":"a","oddsApiKey":"b","mollieApiKey":"c","ledgerSigningKey":"e"}'])(
  'refuses the file %s and says what deleting it would cost',
  (content) => {
    writeFileSync(path, content);
    expect(() => keepSecrets(folder)).toThrow(
      "the ledger's earlier checkpoints are no longer signed with the key in use",
    );
    expect(readFileSync(path, 'utf8')).toBe(content);
  },
);

test('accepts a signing key on one line, and only Ed25519 private keys', () => {
  const key = makeSigningKey();
  expect(readSigningKey(key.replaceAll('\n', '\\n'))).toBe(key);
  for (const wrong of ['', 'secret', publicKeyOf(key)]) expect(readSigningKey(wrong)).toBeUndefined();
});

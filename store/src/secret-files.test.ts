import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSecretFiles } from './secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchline-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const fileWith = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

test('reads a secret from its file, without the line break at the end', () => {
  const key = '-----BEGIN PRIVATE KEY-----\nMC4\n-----END PRIVATE KEY-----';
  const variables = {
    PORT: '4000',
    API_DATABASE_PASSWORD_FILE: fileWith('password', 's3cret\n'),
    LEDGER_SIGNING_KEY_FILE: fileWith('key', `${key}\n`),
  };
  expect(readSecretFiles(variables)).toEqual({
    ok: true,
    value: { PORT: '4000', API_DATABASE_PASSWORD: 's3cret', LEDGER_SIGNING_KEY: key },
  });
});

test.each([
  'DATABASE_DIRECT_URL',
  'MIGRATION_DATABASE_URL',
  'REDIS_URL',
  'MOLLIE_API_KEY',
  'SIGNER_TOKEN',
  'MOLLIE_ACCESS_TOKEN',
  'DATA_KEY',
  'VAPID_PRIVATE_KEY',
])('%s may be in a file', (name) => {
  expect(readSecretFiles({ [`${name}_FILE`]: fileWith(name, 'x') })).toEqual({ ok: true, value: { [name]: 'x' } });
});

test('leaves variables alone that are no secrets of ours', () => {
  const variables = { SSL_CERT_FILE: '/nowhere', JWT_SECRET: 'x', JWT_SECRET_FILE: '' };
  expect(readSecretFiles(variables)).toEqual({ ok: true, value: variables });
});

test('says which files cannot be read, and what is set twice', () => {
  const twice = fileWith('twice', 'y');
  expect(readSecretFiles({ JWT_SECRET: 'x', JWT_SECRET_FILE: twice, DATA_KEY_FILE: join(folder, 'none') })).toEqual({
    ok: false,
    refusal: [
      'JWT_SECRET and JWT_SECRET_FILE are both set',
      `DATA_KEY_FILE names a file that cannot be read: ${join(folder, 'none')} (ENOENT)`,
    ],
  });
});

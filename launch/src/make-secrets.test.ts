import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { makeVapidKey, vapidKeysOf } from '@touchline/store/notifications';
import { makeDataKey } from '@touchline/store/sealed';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from './root.ts';

const hasOpenssl = ['bash', 'openssl'].every((command) => spawnSync(command, ['version']).error === undefined);

/** A folder with `.env` and the script, which it runs on request. */
function folderWith(env: string) {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-make-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = join('launch', 'docker', 'make-secrets');
  cpSync(join(ROOT, script), join(folder, script));
  writeFileSync(join(folder, '.env'), env);
  const path = (name: string) => join(folder, 'secrets', name);
  return {
    run: () => execFileSync('bash', [join(folder, script)], { encoding: 'utf8', stdio: 'pipe' }),
    read: (name: string) => readFileSync(path(name), 'utf8').trimEnd(),
    write: (name: string, value: string) => writeFileSync(path(name), `${value}\n`),
  };
}

describe.skipIf(!hasOpenssl)('make-secrets', () => {
  test('takes over the values of an earlier .env as Node reads them', () => {
    const env = [
      `DATA_KEY=${makeDataKey()}  # since May`,
      'METRICS_TOKEN = of-our-prometheus \t',
      'SMTP_URL="smtps://name:pass#word@mail.example" # ask Ann for it',
      "  export ODDS_API_KEY='with a space' # of the test account",
      "MOLLIE_ACCESS_TOKEN=o'clock\r",
      'SIGNER_TOKEN=replaced',
      'SIGNER_TOKEN=the-last-one',
    ].join('\n');
    const { run, read } = folderWith(env);
    run();
    const names = Object.keys(parseEnv(env));
    expect(Object.fromEntries(names.map((name) => [name, read(name.toLowerCase())]))).toEqual(parseEnv(env));
  });

  test('makes a secret whose variable has only a comment', () => {
    const { run, read } = folderWith('JWT_SECRET=          # openssl rand -base64 48\nSMTP_URL=#none\n');
    expect(run()).toContain('Put your smtp_url into secrets/smtp_url.');
    expect(Buffer.from(read('jwt_secret'), 'base64')).toHaveLength(48);
  });

  test.each([
    ['takes over a private key of push messages with its public half', `VAPID_PRIVATE_KEY=${makeVapidKey()}`],
    ['makes a key of push messages', ''],
  ])('%s', (_, env) => {
    const { run, read } = folderWith(env);
    run();
    const keys = vapidKeysOf(parseEnv(env)['VAPID_PRIVATE_KEY'] ?? read('vapid_private_key'));
    expect({ privateKey: read('vapid_private_key'), publicKey: read('vapid_public_key') }).toEqual(keys);
  });

  test('run again, keeps every secret and corrects a public half that belongs to another key', () => {
    const { run, read, write } = folderWith('');
    run();
    const before = [read('vapid_private_key'), read('vapid_public_key'), read('jwt_secret'), read('ledger_public_key')];
    write('vapid_public_key', vapidKeysOf(makeVapidKey())?.publicKey ?? '');
    run();
    const after = [read('vapid_private_key'), read('vapid_public_key'), read('jwt_secret'), read('ledger_public_key')];
    expect(after).toEqual(before);
  });
});

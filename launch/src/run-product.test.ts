import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDataKey } from '@touchline/store/sealed';
import { expect, onTestFinished, test } from 'vitest';
import { type LaunchEnv, readEnv } from './env.ts';
import { StartRefused } from './refusal.ts';
import { type Product, runProduct } from './run-product.ts';
import { makeSigningKey } from './secrets.ts';
import { welcome } from './welcome.ts';

test('--fresh does not remove the head of the log while DATABASE_URL is set', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'touchline-fresh-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const head = join(dataDir, 'signer', 'head.json');
  mkdirSync(join(dataDir, 'signer'));
  writeFileSync(head, 'the only copy');

  const env = withOwnDatabase(dataDir);
  const plan = { env, replay: undefined, beginning: 'fresh', sources: 'built', screens: dataDir } as const;
  const refusal = await runProduct({ ...plan, print: () => {} }).catch((error: unknown) => error);
  expect(readFileSync(head, 'utf8')).toBe('the only copy');
  expect(refusal).toEqual(
    new StartRefused(
      '--fresh is for the embedded database, and DATABASE_URL is set. Nothing was removed. Start again without --fresh.',
    ),
  );
});

test('the summary of a start recommends --fresh for the embedded database only', () => {
  const product = { url: 'http://localhost:4000', sandboxUrl: undefined } as Product;
  const shown = (env: LaunchEnv) => welcome({ product, env, replay: undefined, feed: 'ready' });
  expect(shown(embedded())).toContain('Start over    npm start -- --fresh\n');
  expect(shown(withOwnDatabase('/data'))).toContain('  Stop    Ctrl-C (nothing is lost)\n');
});

const embedded = () => envOf({});
const withOwnDatabase = (dataDir: string) =>
  envOf({
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://touchline@127.0.0.1:9/touchline',
    PUBLIC_URL: 'https://bets.example',
    JWT_SECRET: 'x'.repeat(32),
    DATA_KEY: makeDataKey(),
    LEDGER_SIGNING_KEY: makeSigningKey(),
    ODDS_API_URL: 'https://odds.invalid',
    ODDS_API_KEY: 'key',
    MOLLIE_API_URL: 'https://payments.invalid',
    MOLLIE_API_KEY: `live_${'a'.repeat(30)}`,
    SMTP_URL: 'smtps://mail.invalid',
  });

function envOf(variables: Readonly<Record<string, string>>): LaunchEnv {
  const answer = readEnv(variables);
  if (!answer.ok) throw new Error(answer.problems.join('\n'));
  return answer.value;
}

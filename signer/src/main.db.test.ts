import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect } from '@touchline/store/connect';
import { createTestDatabase, tamper } from '@touchline/store/testing';
import { readTimeStamping, saveTimeStampProblem } from '@touchline/store/transparency';
import { expect, onTestFinished, test, vi } from 'vitest';

test('a signer without an authority has none that counts as away, also if the database failed when it started', async () => {
  const database = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'touchline-signer-'));
  onTestFinished(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const asSigner = connect(database.urlAs('touchline_signer'), { max: 1 });
  await saveTimeStampProblem(asSigner.pool, 'It does not answer.');
  await asSigner.close();
  await tamper(database, 'revoke update on log_time_stamping from touchline_signer');
  const { privateKey } = generateKeyPairSync('ed25519');
  const signer = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.urlAs('touchline_signer'),
      SIGNER_FOLDER: folder,
      LOG_ORIGIN: 'touchline.test/ledger',
      LEDGER_SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      SEAL_KEY: Buffer.alloc(32, 7).toString('base64'),
      SIGN_SECONDS: '1',
      SIGNER_PORT: '0',
      SIGNER_TOKEN: 'the token of the api',
    },
  });
  onTestFinished(async () => {
    signer.kill('SIGKILL');
    if (signer.exitCode === null && signer.signalCode === null) await once(signer, 'exit');
  });
  const events: unknown[] = [];
  createInterface(signer.stdout).on('line', (line) => events.push((JSON.parse(line) as { event: unknown }).event));
  await vi.waitFor(() => expect(events).toEqual(expect.arrayContaining(['signer ready', 'database error'])), 20_000);
  await tamper(database, 'grant update on log_time_stamping to touchline_signer');
  await vi.waitFor(async () => {
    expect(await readTimeStamping(database.pool)).toEqual({ newest: null, awaySince: null, problem: null });
  }, 20_000);
}, 60_000);

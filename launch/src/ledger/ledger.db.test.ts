import { spawnSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createTestSigner, type TestSigner } from '@touchline/signer/testing';
import { createUser } from '@touchline/store/accounts';
import { readPlayer } from '@touchline/store/ledger';
import { createTestDatabase, playSomeLedger, type TestDatabase, tamper } from '@touchline/store/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres } from '../embedded-postgres.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { StartRefused } from '../refusal.ts';
import { makeSigningKey, publicKeyOf } from '../secrets.ts';
import { folderForPostgres } from '../testing/postgres.ts';
import { createUndo } from '../undo.ts';
import { type LedgerEnv, readLedgerEnv } from './env.ts';
import type { LedgerOptions } from './options.ts';
import { runVerb } from './verbs.ts';

const operator = makeSigningKey();
const verifier = join(import.meta.dirname, '../../../auditor/verify-ledger.mjs');

const database = await createTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'touchline-ledger-cli-'));
const privateKey = createPrivateKey(operator);
const signer = createTestSigner(database, { privateKey, publicKey: createPublicKey(privateKey) });
const [first] = await playSomeLedger(database, signer.sealAndSign);
if (!first) throw new Error('there are no players');
const player = first;
const env = readLedgerEnv({
  DATABASE_URL: database.urlAs('touchline_api'),
  AUDIT_DATABASE_URL: database.urlAs('touchline_audit'),
  MIGRATION_DATABASE_URL: database.ownerUrl,
  LEDGER_SIGNING_KEY: operator.replaceAll('\n', '\\n'),
});
afterAll(async () => {
  await signer.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

/** What a command prints: data, and everything else. */
async function run(asked: LedgerOptions, ledgerEnv: LedgerEnv = env) {
  const data: string[] = [];
  const said: string[] = [];
  const out = new Writable({
    write: (chunk, _encoding, done) => {
      data.push(String(chunk));
      done();
    },
  });
  const undo = createUndo();
  try {
    const code = await runVerb(asked, { out, report: (line) => said.push(line), undo, env: ledgerEnv });
    return { code, data: data.join(''), said };
  } finally {
    await undo.run();
  }
}

describe('a log that cannot go on', () => {
  let restored: TestDatabase;
  let signers: TestSigner[];
  const begin = () => {
    const next = createTestSigner(restored);
    signers.push(next);
    return next;
  };
  beforeAll(async () => {
    restored = await createTestDatabase();
    signers = [];
    await playSomeLedger(restored, begin().sealAndSign);
  });
  afterAll(async () => {
    await Promise.all(signers.map((each) => each.close()));
    await restored.close();
  });

  test('is ended by the owner, keeps its newest checkpoint in the audit log, and another one covers every record', async () => {
    const { publicPem, sealAndSign } = begin();
    await expect(sealAndSign()).rejects.toThrow(/the log has \d+ entries, but this signer has signed none/);
    const newest = await restored.pool.query<{ note: string }>('select note from log_checkpoints order by size desc');
    const ended = await run(
      { verb: 'end-log', reason: 'restored to 14:00' },
      readLedgerEnv({ DATABASE_URL: restored.urlAs('touchline_api'), MIGRATION_DATABASE_URL: restored.ownerUrl }),
    );
    expect([ended.code, ended.data]).toEqual([0, newest.rows[0]?.note]);
    const { rows } = await restored.pool.query('select action, reason, before from audit_log');
    expect(rows).toMatchObject([
      { action: 'log-ended', reason: 'restored to 14:00', before: { note: newest.rows[0]?.note } },
    ]);
    await sealAndSign();
    const verified = await run(
      { verb: 'verify' },
      readLedgerEnv({ DATABASE_URL: restored.urlAs('touchline_audit'), LEDGER_PUBLIC_KEY: publicPem }),
    );
    expect(verified).toMatchObject({ code: 0, said: [] });
    expect(verified.data).not.toContain('Not covered');
    const owner = new Client({ connectionString: restored.ownerUrl });
    await owner.connect();
    await expect(owner.query('delete from log_batches'))
      .rejects.toThrow('append-only')
      .finally(() => owner.end());
  });
});

describe('ledger command line', () => {
  test('verify exits with 0 if everything adds up, otherwise with 1 and the findings', async () => {
    expect(await run({ verb: 'verify' })).toEqual({
      code: 0,
      data: [
        '21 events of 3 wallets, 45 legs of double entry, 2 checkpoints, 12 bets',
        'Not covered by a signed checkpoint yet: 3 events.',
        'Everything adds up.\n',
      ].join('\n'),
      said: [],
    });
    await tamper(database, `update ledger_events set actor = 'system:me' where version = 1`);
    const failed = await run({ verb: 'verify' });
    await tamper(database, `update ledger_events set actor = 'system:payments' where version = 1`);
    expect(failed.code).toBe(1);
    expect(failed.data).toMatch(
      /The ledger does not add up:\n( {2}event-altered: event 1 of wallet .* differs from its hash\n){3}$/,
    );
    expect((await run({ verb: 'verify' })).code).toBe(0);
  });

  test("verify accepts only the operator's signature, and says so if the key is unknown", async () => {
    const other = { ...env, signingKey: undefined, publicKey: publicKeyOf(makeSigningKey()).replaceAll('\n', '\\n') };
    expect((await run({ verb: 'verify' }, other)).data).toContain('checkpoint-forged');
    const unsigned = await run({ verb: 'verify' }, { ...env, signingKey: undefined, publicKey: undefined });
    expect([unsigned.code, unsigned.said]).toEqual([
      0,
      ["The operator's key is not known here: a log signed with any key is accepted."],
    ]);
  });

  test('replay shows every event with the balances after it, up to a given time', async () => {
    const whole = await run({ verb: 'replay', wallet: player.walletId, time: 'recorded', at: undefined });
    const lines = whole.data.trimEnd().split('\n');
    expect([whole.code, lines.length]).toEqual([0, 8]);
    expect(lines[1]).toMatch(
      /^ {6}1 {2}\S+Z {2}DepositCredited +\+\$100\.00 +\$100\.00 +\$0\.00 +\$0\.00 +\$0\.00 {2}deposit:/,
    );
    expect(whole.said.at(-1)).toBe('After 7 events: cash $88.00, held $0.00, bonus $0.00, staked $12.00');
    const first = /\S+Z/.exec(lines[1] ?? '')?.[0];
    const until = await run({ verb: 'replay', wallet: player.walletId, time: 'effective', at: first });
    expect(until.said.at(-1)).toBe('After 1 event: cash $100.00, held $0.00, bonus $0.00, staked $0.00');
  });

  test('replay exits with 1 if the ledger entries differ', async () => {
    const cash = `update ledger_entries set amount = amount + 1 where leg = 2 and account = 'player:cash'`;
    await tamper(database, cash);
    const replayed = await run({ verb: 'replay', wallet: player.walletId, time: 'recorded', at: undefined });
    await tamper(database, cash.replace('+ 1', '- 1'));
    expect([replayed.code, replayed.said.at(-1)]).toEqual([
      1,
      "The ledger's entries sum to something else. Run verify to find the event.",
    ]);
  });

  test('rebuild exits with 0 if every balance was correct, and with 1 if it repaired one', async () => {
    expect(await run({ verb: 'rebuild' })).toMatchObject({
      code: 0,
      data: '3 balances recomputed from 21 events\nAll of them were correct.\n',
    });
    await tamper(database, `update wallets set cash = 1 where wallet_id = '${player.walletId}'`);
    const repaired = await run({ verb: 'rebuild' });
    expect([repaired.code, repaired.data]).toEqual([
      1,
      `3 balances recomputed from 21 events\n1 wallet had a wrong balance, which was repaired:\n  ${player.walletId}\n`,
    ]);
    expect((await readPlayer(database.db, player.walletId))?.balances.cash).toBe(88);
  });

  test('post-adjustments posts what two admins agreed on, once, and both verifiers accept it', async () => {
    const steps = async (amount: number, approver: string, walletId = player.walletId) => {
      const { rows } = await database.pool.query<{ id: string }>(
        `with requested as (
           insert into adjustment_steps (adjustment_id, step, wallet_id, amount, cause, admin)
           values (gen_random_uuid(), 'requested', $1, $2, 'courtesy', $3) returning *)
         select adjustment_id as id from requested`,
        [walletId, amount, crypto.randomUUID()],
      );
      await database.pool.query(
        `insert into adjustment_steps (adjustment_id, step, wallet_id, amount, cause, admin)
         select adjustment_id, $2, wallet_id, amount, cause, gen_random_uuid() from adjustment_steps where adjustment_id = $1`,
        [rows[0]?.id, approver],
      );
      return rows[0]?.id ?? '';
    };
    const [added, taken] = [await steps(1_250, 'approved'), await steps(-250, 'approved')];
    await steps(90_000, 'declined');
    const only = await run({ verb: 'post-adjustments', only: taken });
    expect([only.code, only.data]).toEqual([
      0,
      expect.stringMatching(/^Posted -\$2\.50 for .* \(courtesy\), requested by /),
    ]);
    const rest = await run({ verb: 'post-adjustments', only: undefined });
    expect(rest.data).toMatch(new RegExp(`^Posted \\$12\\.50 for .*: ${added}\n$`));
    expect((await run({ verb: 'post-adjustments', only: undefined })).data).toBe(
      'No approved adjustment waits to be posted.\n',
    );
    await expect(run({ verb: 'post-adjustments', only: added })).rejects.toThrow(StartRefused);
    expect((await readPlayer(database.db, player.walletId))?.balances.cash).toBe(98);
    const account = { email: 'closed@example.com', name: 'Clo Sed', role: 'bettor', passwordHash: 'x' } as const;
    const closed = await database.db.transaction().execute((trx) => createUser(trx, account));
    if (!closed.ok) throw new Error(closed.refusal.code);
    const { id: userId, walletId } = closed.value;
    await database.pool.query(
      `insert into closed_accounts (user_id, wallet_id, closed_at, closed_by, identity_sealed, keep_until)
       values ($1, $2, now(), 'owner', 'sealed', now())`,
      [userId, walletId],
    );
    const late = await steps(5_000, 'approved', walletId);
    expect((await run({ verb: 'post-adjustments', only: late })).data).toMatch(/^Not posted, /);
    expect((await readPlayer(database.db, walletId))?.balances.cash).toBe(0);
    expect((await run({ verb: 'verify' })).code).toBe(0);
  });

  test('the output of export and prove passes the stand-alone verifier', async () => {
    const key = join(folder, 'operator.pem');
    writeFileSync(key, (await run({ verb: 'public-key' })).data);
    expect(readFileSync(key, 'utf8')).toBe(publicKeyOf(operator));
    const verify = async (asked: LedgerOptions & { out: string | undefined }) => {
      const { code, data, said } = await run(asked);
      expect([code, data, said]).toEqual([0, '', [`Written: ${asked.out}`]]);
      expect(existsSync(`${asked.out}.part`)).toBe(false);
      return spawnSync(process.execPath, [verifier, asked.out ?? '', '--key', key], { encoding: 'utf8' }).status;
    };
    const { walletId: wallet } = player;
    expect(await verify({ verb: 'export', format: 'ndjson', out: join(folder, 'all.ndjson') })).toBe(0);
    expect(await verify({ verb: 'export', format: 'csv', out: join(folder, 'all.csv') })).toBe(0);
    expect(await verify({ verb: 'prove', wallet, out: join(folder, 'proof.json') })).toBe(0);
    const onStdout = await run({ verb: 'export', format: 'csv', out: undefined });
    expect(onStdout.data).toBe(readFileSync(join(folder, 'all.csv'), 'utf8'));
  });

  test('verify accepts a checkpoint that was kept, and finds a log that does not extend it', async () => {
    const [kept, other] = [join(folder, 'kept.note'), join(folder, 'other.note')];
    const note = await signer.sealAndSign();
    writeFileSync(kept, note);
    expect(await run({ verb: 'verify', checkpoint: kept })).toMatchObject({ code: 0 });
    const [origin, size, root = '', ...rest] = note.split('\n');
    writeFileSync(
      other,
      [origin, size, root.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')), ...rest].join('\n'),
    );
    const { code, data } = await run({ verb: 'verify', checkpoint: other });
    expect([code, data]).toEqual([1, expect.stringContaining('log-differs: the log does not lead to the root')]);
    await expect(run({ verb: 'verify', checkpoint: join(folder, 'none') })).rejects.toThrow(StartRefused);
  });

  test.each([
    ['a wallet that is not there', { verb: 'prove', wallet: 'unknown@example.com', out: undefined }, {}],
    ['a folder without a database', { verb: 'verify' }, { DATA_DIR: '/nowhere/at/all' }],
    ['a database that is none', { verb: 'verify' }, { DATABASE_URL: 'http://localhost' }],
  ] as const)('explains %s', async (_what, asked, variables) => {
    const readEnv = async () =>
      'DATA_DIR' in variables || 'DATABASE_URL' in variables ? readLedgerEnv(variables) : env;
    await expect(readEnv().then((known) => run(asked, known))).rejects.toThrow(StartRefused);
  });
});

test('uses the embedded database if it is running, and starts it for the command if not', async () => {
  const dataDir = folderForPostgres();
  const ledgerEnv = readLedgerEnv({ DATA_DIR: dataDir });
  const start = () => startPostgres({ folder: join(dataDir, 'postgres'), durability: 'test' });
  const first = await start();
  await prepareDatabase(first.url('touchline'));
  const up = await run({ verb: 'verify' }, ledgerEnv);
  await first.stop();
  const down = await run({ verb: 'verify' }, ledgerEnv);
  expect([up.code, up.data]).toEqual([
    0,
    '0 events of 0 wallets, 0 legs of double entry, 0 checkpoints, 0 bets\nEverything adds up.\n',
  ]);
  expect([down.code, down.data]).toEqual([up.code, up.data]);
  expect([up.said.length, down.said[0]]).toEqual([
    1,
    'The product is not running, so its database is started for this command.',
  ]);
  // The command has stopped the database again.
  const again = await start();
  await again.stop();
  rmSync(dataDir, { recursive: true });
});

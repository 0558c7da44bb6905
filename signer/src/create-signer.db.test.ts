import { hash as digest, generateKeyPairSync } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Store } from '@touchline/store/connect';
import {
  createMatch,
  createPlayer,
  createTestDatabase,
  homeWins,
  type Player,
  playSomeLedger,
  type TestDatabase,
  tamper,
} from '@touchline/store/testing';
import {
  entryLeaf,
  indexOf,
  listCheckpoints,
  logSources,
  openStop,
  proveConsistency,
  proveInclusion,
  proveSeal,
  readStoredSeal,
} from '@touchline/store/transparency';
import { createWalletWriter, type WalletWriter } from '@touchline/store/wallet';
import { noteSigner, openNote, parseCheckpoint } from '@touchline/tlog/note';
import { rootFromSums, sumLeaf } from '@touchline/tlog/sum-tree';
import { isConsistent, rootFromInclusion } from '@touchline/tlog/tree';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSigner, type Signer } from './create-signer.ts';

const key = noteSigner('touchline.test/ledger', 'log', generateKeyPairSync('ed25519').privateKey);
const master = Buffer.alloc(32, 5);

let database: TestDatabase;
let signing: Store;
let writer: WalletWriter;
let folder: string;
let players: readonly Player[];
let signer: Signer;

const restart = () => {
  signer = createSigner({ pool: signing.pool, folder, key, master });
};
beforeEach(async () => {
  database = await createTestDatabase();
  signing = connect(database.urlAs('touchline_signer'));
  writer = createWalletWriter(database);
  folder = mkdtempSync(join(tmpdir(), 'touchline-signer-'));
  players = await playSomeLedger(database);
  restart();
});
afterEach(async () => {
  await writer.close();
  await signing.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

const headOf = (note: string) => {
  const opened = openNote(note, [key.key]);
  const checkpoint = typeof opened === 'string' ? undefined : parseCheckpoint(opened.text);
  if (!checkpoint) throw new Error('the note is not signed');
  return checkpoint;
};
const signed = async () => {
  const checkpoint = await signer.sign();
  if (!checkpoint) throw new Error('there was nothing to sign');
  return headOf(checkpoint.note);
};
const bet = async (player = players[0]) => {
  if (!player) throw new Error('there is no player');
  const match = await createMatch(database.db, 'Ajax', 'Twente');
  await writer.submit(homeWins(player, [match], 100));
};

describe('the log', () => {
  test('covers every event, each provable, and every checkpoint extends the ones before', async () => {
    const first = await signed();
    await bet();
    const second = await signed();
    expect(await signer.sign()).toBeUndefined();
    const proof = await proveConsistency(database.pool, first.size, second.size);
    expect(isConsistent(first, second, proof)).toBe(true);

    const { rows } = await database.pool.query<{ seq: number; hash: Buffer }>('select seq, hash from ledger_events');
    for (const { seq, hash } of rows) {
      const index = await indexOf(database.pool, logSources.event, seq);
      if (index === undefined) throw new Error(`event ${seq} is not in the log`);
      const path = await proveInclusion(database.pool, index, second.size);
      expect(rootFromInclusion(entryLeaf(logSources.event, hash), index, second.size, path)).toEqual(second.root);
    }
    expect((await listCheckpoints(database.pool, { limit: 10 })).map(({ size }) => size)).toEqual([
      second.size,
      first.size,
    ]);
  });

  test('covers results, what staff did and saw, and exclusions', async () => {
    await signed();
    const { size } = await signed().catch(() => ({ size: 0 }));
    expect(size).toBe(0);
    await database.pool.query(
      `insert into audit_log (actor, role, action, subject, reason, request_id)
       values (gen_random_uuid(), 'admin', 'market-suspended', 'match:1', 'a reason', 'r1')`,
    );
    await database.pool.query(
      `insert into access_log (user_id, role, action, request) values (gen_random_uuid(), 'auditor', 'export', '/x')`,
    );
    await database.pool.query(
      `insert into exclusions (wallet_id, kind, since, actor) values (gen_random_uuid(), 'self-exclusion', now(), 'user:1')`,
    );
    const before = (await listCheckpoints(database.pool, { limit: 1 }))[0]?.size ?? 0;
    expect((await signed()).size).toBe(before + 3);
    const { rows } = await database.pool.query('select source, entries from log_batches order by first_index');
    expect(rows.map(({ source }) => source)).toEqual([1, 4, 2, 3, 5]);
  });

  test('begins where it ended after a restart, with and without the state of the newest seal', async () => {
    await signed();
    await signer.seal();
    const before = await signed();
    for (const forgetsSeal of [false, true]) {
      if (forgetsSeal) rmSync(join(folder, 'sealed.bin'));
      await bet();
      restart();
      const after = await signed();
      expect(isConsistent(before, after, await proveConsistency(database.pool, before.size, after.size))).toBe(true);
      expect(signer.prove(players[0]?.walletId ?? '')).toMatchObject({ seal: 1 });
    }
  });

  test('knows its newest checkpoint after a restart, so that a witness that missed it is asked again', async () => {
    expect(signer.newest()).toBeUndefined();
    const { size } = await signed();
    restart();
    expect(await signer.sign()).toBeUndefined();
    expect(headOf(signer.newest()?.note ?? '').size).toBe(size);
  });

  test.each(['before', 'after'])('survives a crash %s the commit of new entries', async (when) => {
    await signed();
    const head = join(folder, 'head.json');
    copyFileSync(head, join(folder, 'old'));
    await bet();
    const lost = await signed();
    const next = { size: lost.size, root: lost.root.toString('hex') };
    const old = JSON.parse(readFileSync(join(folder, 'old'), 'utf8')) as object;
    if (when === 'before') {
      await tamper(
        database,
        `delete from log_batches where first_index + entries > (select min(size) from log_checkpoints)`,
        'delete from log_checkpoints where size = (select max(size) from log_checkpoints)',
      );
    }
    writeFileSync(head, JSON.stringify({ ...old, next }));
    restart();
    expect(await signed()).toEqual(lost);
  });
});

test('while an earlier attempt may still be committed, what it would append is not forgotten', async () => {
  await signed();
  await bet();
  // Its commit waits, for example for a standby; the process that sent it is gone.
  const earlier = new Client({ connectionString: database.ownerUrl });
  await earlier.connect();
  const hasty = connect(database.urlAs('touchline_signer'), { lockTimeoutMs: 50 });
  try {
    await earlier.query('begin');
    await earlier.query(`select pg_advisory_xact_lock(hashtext('transparency log'))`);
    const head = () => readFileSync(join(folder, 'head.json'), 'utf8');
    const before = head();
    await expect(createSigner({ pool: hasty.pool, folder, key, master }).sign()).rejects.toThrow('lock timeout');
    expect(head()).toBe(before);
  } finally {
    await earlier.end();
    await hasty.close();
  }
  restart();
  await signed();
});

/** The root and the sum that a wallet's proof leads to. */
function provedBy(walletId: string) {
  const proof = signer.prove(walletId);
  if (!proof) throw new Error('the wallet is not sealed');
  const { salt, wallet, position, size, path } = proof;
  const leaf = sumLeaf(salt, {
    ...wallet,
    head: Buffer.from(wallet.head, 'hex'),
    id: Buffer.from(walletId.replaceAll('-', ''), 'hex'),
  });
  const root = rootFromSums(leaf, position, size, path);
  return [root?.hash.toString('hex'), root?.sum];
}

describe('a seal', () => {
  test('holds what is owed, and proves each wallet in it', async () => {
    await signed();
    await signer.seal();
    await signed();
    const stored = await readStoredSeal(database.pool);
    const text = JSON.parse(stored?.text ?? '{}') as {
      liabilities: number;
      wallets: number;
      sum_root: string;
      log_size: number;
    };
    const { rows } = await database.pool.query<{ owed: number }>(
      'select sum(cash + held + bonus + staked)::bigint as owed from wallets',
    );
    expect([text.liabilities, text.wallets]).toEqual([rows[0]?.owed, players.length]);
    expect(await indexOf(database.pool, logSources.seal, 1)).toBe(text.log_size);
    for (const { walletId } of players) expect(provedBy(walletId)).toEqual([text.sum_root, text.liabilities]);
    expect(await signer.seal()).toBeUndefined();
  });

  test('follows the one before, and a wallet that is new or moved since is proved by the next', async () => {
    await signed();
    await signer.seal();
    const newcomer = await createPlayer(database.db, writer, 30);
    await signed();
    expect(signer.prove(newcomer.walletId)).toBeUndefined();
    await signer.seal();
    expect(signer.prove(newcomer.walletId)).toMatchObject({ seal: 2, wallet: { cash: 3_000 } });
    await signed();
  });
});

test('a seal is proved at the entry that it names, and also if others were logged before it', async () => {
  await signed();
  const proved = async ({ root, size }: Awaited<ReturnType<typeof signed>>) => {
    const seal = await readStoredSeal(database.pool);
    const [newest] = await listCheckpoints(database.pool, { limit: 1 });
    const entry = seal && newest && (await proveSeal(database.pool, seal, newest));
    if (!entry) throw new Error('the seal is not proved');
    const leaf = entryLeaf(logSources.seal, digest('sha256', seal.text, 'buffer'));
    expect(rootFromInclusion(leaf, entry.index, size, entry.path)).toEqual(root);
    return entry.index - (JSON.parse(seal.text) as { log_size: number }).log_size;
  };
  await signer.seal();
  expect(await proved(await signed())).toBe(0);

  await bet();
  await signed();
  await signer.seal();
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query('begin');
  await owner.query('lock table liability_seals in row exclusive mode');
  await bet();
  await signed();
  await owner.end();
  expect(await proved(await signed())).toBe(1);
});

test('sealed wallets can still be proved after a difference, and while the next seal is made', async () => {
  await signed();
  await signer.seal();
  const walletId = players[0]?.walletId ?? '';
  const before = signer.prove(walletId);
  await bet();
  await signed();
  const sealing = signer.seal();
  const proofs = new Set<string>();
  const isSealed = sealing.then(() => true);
  while (!(await Promise.race([isSealed, new Promise<false>((resolve) => setImmediate(resolve, false))]))) {
    proofs.add(JSON.stringify(signer.prove(walletId)));
  }
  const after = signer.prove(walletId);
  proofs.add(JSON.stringify(after));
  expect([...proofs]).toEqual([JSON.stringify(before), JSON.stringify(after)]);
  await tamper(database, 'update wallets set cash = cash + 100');
  await expect(signer.sign()).rejects.toThrow('is not what the log says');
  expect(signer.prove(walletId)).toEqual(after);

  // Once it is repaired, the same wallets are sealed again.
  await tamper(database, 'update wallets set cash = cash - 100');
  await bet();
  await signed();
  expect(await signer.seal()).toBe(3);
  const { sum_root, liabilities } = JSON.parse((await readStoredSeal(database.pool))?.text ?? '{}') as Record<
    string,
    unknown
  >;
  for (const player of players) expect(provedBy(player.walletId)).toEqual([sum_root, liabilities]);
  expect(signer.prove(walletId)).not.toEqual(after);
});

describe('nothing is signed over a difference', () => {
  const refusal = async (run: () => Promise<unknown>, sentence: string | RegExp) => {
    await expect(run()).rejects.toThrow(sentence);
    expect((await openStop(database.db))?.sentence).toMatch(sentence);
    // Not even after a restart.
    restart();
    await expect(signer.sign().then(() => signer.seal())).rejects.toThrow();
  };
  const walletOf = (at: number) => players[at]?.walletId ?? '';

  test.each([
    [
      'a changed balance',
      () => `update wallets set cash = cash + 100 where wallet_id = '${walletOf(0)}'`,
      'is not what the log says',
    ],
    [
      'a deleted wallet',
      () => `delete from wallets where wallet_id = '${walletOf(0)}'`,
      '1 of 3 wallets in the log are missing',
    ],
    [
      'a version without events',
      () => `update wallets set version = version + 1 where wallet_id = '${walletOf(0)}'`,
      'is ahead of its events',
    ],
  ])('%s is found when the wallets are compared', async (_, statement, sentence) => {
    await signed();
    await signer.seal();
    await signed();
    await tamper(database, statement());
    await refusal(() => signer.seal(), sentence);
  });

  test('a rewritten wallet is found with its next event', async () => {
    await signed();
    await tamper(
      database,
      `update ledger_events set amount = amount * 10, hash = sha256(hash) where wallet_id = '${walletOf(0)}' and version = 1`,
      `update wallets set head_hash = sha256(head_hash) where wallet_id = '${walletOf(0)}'`,
    );
    await bet();
    await refusal(() => signer.sign(), 'does not continue the hash that was logged before it');
  });

  test.each([
    [
      'an event whose columns are not what was hashed',
      `update ledger_events set amount = amount + 1 where seq = (select max(seq) from ledger_events)`,
      'is not what was hashed',
    ],
    [
      'an event before its predecessor',
      `update ledger_events set recorded_at = recorded_at - interval '1 day' where seq = (select max(seq) from ledger_events)`,
      /is not what was hashed|was recorded before/,
    ],
  ])('%s is found before it is logged', async (_, statement, sentence) => {
    await signed();
    await bet();
    await tamper(database, statement);
    await refusal(() => signer.sign(), sentence);
  });

  test.each([
    [
      'a missing batch',
      'delete from log_batches where first_index = (select max(first_index) from log_batches)',
      /the log has \d+ entries, but \d+ were signed/,
    ],
    [
      'a changed tile',
      `update log_tiles set hashes = sha256(hashes) || substring(hashes from 33)`,
      'are not those that were signed',
    ],
    ['a missing tile', 'delete from log_tiles', 'the log is damaged'],
  ])('%s is found at the next signature', async (_, statement, sentence) => {
    await signed();
    await tamper(database, statement);
    await bet();
    await refusal(() => signer.sign(), sentence);
  });

  test('a log that another key signed from the start is refused', async () => {
    await signed();
    await tamper(database, 'delete from log_checkpoints');
    rmSync(join(folder, 'head.json'));
    restart();
    await refusal(() => signer.sign(), 'but this signer has signed none');
  });

  test('a changed record of staff is found after a restart, which reads the records behind the log again', async () => {
    await database.pool.query(
      `insert into audit_log (actor, role, action, subject, reason, request_id)
       values (gen_random_uuid(), 'admin', 'market-suspended', 'match:1', 'a reason', 'r1')`,
    );
    await signed();
    await tamper(database, `update audit_log set subject = 'match:2'`);
    restart();
    await refusal(() => signer.sign(), /^the records behind the log are not those that were signed up to entry \d+$/);
  });

  test('a changed seal is found after a restart', async () => {
    await signed();
    await signer.seal();
    await signed();
    await tamper(database, `update liability_seals set text = text || ' '`);
    restart();
    await refusal(() => signer.sign(), 'the newest seal in the database is not seal 1, which this signer made last');
  });

  test('wallets made again from the log that do not add up to the newest seal are refused', async () => {
    await signed();
    await signer.seal();
    await signed();
    rmSync(join(folder, 'sealed.bin'));
    signer = createSigner({ pool: signing.pool, folder, key, master: Buffer.alloc(32, 9) });
    await expect(signer.sign()).rejects.toThrow('the wallets of the log do not add up to what seal 1 signed');
  });

  test('a changed file of wallets is refused', async () => {
    await signed();
    await signer.seal();
    const file = join(folder, 'sealed.bin');
    const bytes = readFileSync(file);
    // Wallets follow the first line.
    const start = bytes.indexOf('\n') + 1;
    bytes[start] = (bytes[start] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    restart();
    await expect(signer.sign()).rejects.toThrow('does not hold what seal 1 sealed');
  });

  test('a seal that it did not make is refused', async () => {
    await signed();
    await tamper(database, `insert into liability_seals values (1, '{}', '')`);
    await refusal(() => signer.sign(), 'seal 1 in the database was not made by this signer');
  });

  test('a difference that only a seal finds keeps the next turn from signing, however few wallets a turn compares', async () => {
    signer = createSigner({ pool: signing.pool, folder, key, master, walletsPerTurn: 1 });
    await signed();
    await signer.seal();
    await signed();
    const last = players
      .map(({ walletId }) => walletId)
      .toSorted()
      .at(-1);
    await tamper(database, `update wallets set cash = cash + 100 where wallet_id = '${last}'`);
    await bet(players.find(({ walletId }) => walletId !== last));
    // Its turn compares another wallet.
    const { size } = await signed();
    await expect(signer.seal()).rejects.toThrow('is not what the log says');
    await bet(players.find(({ walletId }) => walletId !== last));
    await expect(signer.sign()).rejects.toThrow('is not what the log says');
    expect((await listCheckpoints(database.pool, { limit: 1 }))[0]?.size).toBe(size);
    expect((await openStop(database.db))?.walletId).toBe(last);
  });

  test('resumes once the database is restored', async () => {
    await signed();
    await signer.seal();
    await tamper(database, `update wallets set cash = cash + 100 where wallet_id = '${walletOf(0)}'`);
    await refusal(() => signer.seal(), 'is not what the log says');
    await tamper(database, `update wallets set cash = cash - 100 where wallet_id = '${walletOf(0)}'`);
    await bet();
    await signed();
    await signer.seal();
    expect(await openStop(database.db)).toBeUndefined();
  });
});

test('the rights of the signer end at the log, and those of the product before it', async () => {
  await expect(signing.pool.query('update wallets set cash = 0')).rejects.toThrow('permission denied');
  await expect(signing.pool.query('select * from users')).rejects.toThrow('permission denied');
  await expect(database.pool.query("insert into log_checkpoints (size, note) values (1, '')")).rejects.toThrow(
    'permission denied',
  );
  await signed();
  await expect(signing.pool.query('update log_tiles set hashes = sha256(hashes)')).rejects.toThrow('append-only');
  await expect(signing.pool.query('delete from log_batches')).rejects.toThrow(/append-only|permission denied/);
});

import { cents } from '@touchline/core/money';
import { canonicalLeaf } from '@touchline/core/wallet';
import type { Pool, PoolClient } from 'pg';
import { binaryRows } from './binary-rows.ts';
import { type SigningKey, signCheckpoint } from './checkpoint-key.ts';
import { createRootBuilder, leafHash } from './merkle.ts';
import {
  checkpointHash,
  firstPrevious,
  leavesQuery,
  newestCheckpoint,
  type SignedCheckpoint,
} from './read-checkpoints.ts';
import { readHeadRow, readWalletRow, type WalletRow, walletQuery } from './rows.ts';

/** How many moved wallets are sealed with one statement. */
const batch = 5_000;

/**
 * Seals the state of every wallet as of one moment and signs it: leaves for the wallets that moved since the last
 * checkpoint, the Merkle root over all, counts and sums. `undefined` when nothing moved. One at a time; a second call waits.
 */
export async function takeCheckpoint(pool: Pool, key: SigningKey): Promise<SignedCheckpoint | undefined> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    // Taken before the snapshot: the one who waited must see the checkpoint that it waited for.
    await client.query("select pg_advisory_lock(hashtext('ledger checkpoint'))");
    await client.query('begin isolation level repeatable read');
    const taken = await sealAndSign(client, key);
    await client.query(taken ? 'commit' : 'rollback');
    await client.query("select pg_advisory_unlock(hashtext('ledger checkpoint'))");
    isBroken = false;
    return taken;
  } finally {
    client.release(isBroken);
  }
}

async function sealAndSign(client: PoolClient, key: SigningKey): Promise<SignedCheckpoint | undefined> {
  const before = await newestCheckpoint(client);
  const number = (before?.checkpoint.number ?? 0) + 1;
  if ((await sealMoved(client, number)) === 0) return undefined;

  const root = createRootBuilder();
  let events = 0;
  for await (const heads of binaryRows(client, leavesQuery(number), readHeadRow)) {
    for (const head of heads) {
      root.add(head.leaf);
      events += head.version;
    }
  }
  const { rows } = await client.query<Sums>(sumsQuery);
  const [sums] = rows;
  if (!sums) throw new Error('the wallets could not be summed');
  const checkpoint = {
    number,
    taken_at: sums.now,
    wallets: root.size(),
    events,
    cash: cents(sums.cash),
    held: cents(sums.held),
    bonus: cents(sums.bonus),
    staked: cents(sums.staked),
    root: root.root().toString('hex'),
    previous: before ? checkpointHash(before.checkpoint) : firstPrevious,
  };
  const signature = signCheckpoint(checkpoint, key);
  await client.query(
    `insert into ledger_checkpoints (number, taken_at, wallets, events, cash, held, bonus, staked, root, previous,
       public_key, signature) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[number, checkpoint.taken_at, checkpoint.wallets, events, sums.cash, sums.held, sums.bonus, sums.staked],
      ...[root.root(), Buffer.from(checkpoint.previous, 'hex'), key.publicKey, signature],
    ],
  );
  return { checkpoint, publicKey: key.publicKey, signature };
}

type Sums = { now: string; cash: number; held: number; bonus: number; staked: number };
const sumsQuery = `
  select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now,
    coalesce(sum(cash), 0)::bigint as cash, coalesce(sum(held), 0)::bigint as held,
    coalesce(sum(bonus), 0)::bigint as bonus, coalesce(sum(staked), 0)::bigint as staked
  from wallets where version > 0`;

const movedQuery = `
  ${walletQuery} w
  where version > 0 and version is distinct from (
    select h.version from ledger_checkpoint_heads h where h.wallet_id = w.wallet_id order by h.number desc limit 1)
  order by wallet_id`;

async function sealMoved(client: PoolClient, number: number): Promise<number> {
  const moved: WalletRow[] = [];
  for await (const rows of binaryRows(client, movedQuery, readWalletRow)) moved.push(...rows);
  for (let at = 0; at < moved.length; at += batch) {
    const rows = moved.slice(at, at + batch);
    await client.query(
      `insert into ledger_checkpoint_heads (number, wallet_id, version, leaf)
       select $1, * from unnest($2::uuid[], $3::int[], $4::bytea[])`,
      [number, rows.map((row) => row.walletId), rows.map((row) => row.version), rows.map(leafOf)],
    );
  }
  return moved.length;
}

const leafOf = ({ walletId, version, headHash, cash, held, bonus, staked }: WalletRow): Buffer =>
  leafHash(canonicalLeaf({ wallet_id: walletId, version, head: headHash.toString('hex'), cash, held, bonus, staked }));

import { type Cents, cents } from '@touchline/core/money';
import { canonicalLeaf } from '@touchline/core/wallet';
import type { ClientBase, Pool } from 'pg';
import { type SigningKey, signCheckpoint } from './checkpoint-key.ts';
import { settledSeqOf } from './consistent-reads.ts';
import { leafHash } from './merkle.ts';
import { checkpointHash, firstPrevious, newestCheckpoint, type SignedCheckpoint } from './read-checkpoints.ts';
import { emptyTree, findGroups, storedRoot, updateTree } from './tree.ts';

/** How many changed wallets are read and sealed with one statement. */
const batch = 5_000;

/**
 * Seals all wallets in one snapshot and signs the result: leaves of the wallets that changed since the last checkpoint, the Merkle
 * root, counts and totals. `undefined` if nothing changed. Concurrent calls wait. Costs grow with the changes only; the tree is
 * rebuilt completely only if it does not match the last signed root.
 */
export async function takeCheckpoint(pool: Pool, key: SigningKey): Promise<SignedCheckpoint | undefined> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    // Locked before the snapshot, which must include the checkpoint that was waited for.
    await client.query("select pg_advisory_lock(hashtext('ledger checkpoint'))");
    const eventsTo = await settledSeqOf(client);
    await client.query('begin isolation level repeatable read');
    const taken = await sealAndSign(client, key, eventsTo);
    await client.query('commit');
    await client.query("select pg_advisory_unlock(hashtext('ledger checkpoint'))");
    isBroken = false;
    return taken;
  } finally {
    client.release(isBroken);
  }
}

async function sealAndSign(
  client: ClientBase,
  key: SigningKey,
  eventsTo: number | undefined,
): Promise<SignedCheckpoint | undefined> {
  const before = await newestCheckpoint(client);
  const number = (before?.checkpoint.number ?? 0) + 1;
  const known = before && (await knownTree(client, before));
  if (known === undefined) await emptyTree(client);
  const moved = await sealMoved(client, number, known);
  if (moved.wallets === 0 && known !== undefined) return undefined;

  const totals = known === undefined || !before ? await totalsOfAll(client) : plus(before.checkpoint, moved.change);
  const root = await updateTree(client, moved.dirty, totals.wallets);
  // If writers have not finished, the previous mark stays: the next checkpoint reads more but misses nothing.
  await saveTree(client, moved.sealed > 0 ? number : number - 1, eventsTo ?? known?.eventsTo ?? 0);
  if (moved.sealed === 0 || !root) return undefined;

  const { rows } = await client.query<{ now: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
  );
  const checkpoint = {
    number,
    taken_at: rows[0]?.now ?? '',
    ...totals,
    root: root.toString('hex'),
    previous: before ? checkpointHash(before.checkpoint) : firstPrevious,
  };
  const signature = signCheckpoint(checkpoint, key);
  await client.query(
    `insert into ledger_checkpoints (number, taken_at, wallets, events, cash, held, bonus, staked, root, previous,
       public_key, signature) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[number, checkpoint.taken_at, totals.wallets, totals.events],
      ...[totals.cash, totals.held, totals.bonus, totals.staked],
      ...[root, Buffer.from(checkpoint.previous, 'hex'), key.publicKey, signature],
    ],
  );
  return { checkpoint, publicKey: key.publicKey, signature };
}

type KnownTree = { readonly eventsTo: number };

/** Returns the stored tree if it belongs to the newest checkpoint. */
async function knownTree(client: ClientBase, { checkpoint }: SignedCheckpoint): Promise<KnownTree | undefined> {
  const { rows } = await client.query<{ number: number; events_to: number }>(
    'select number, events_to from ledger_tree',
  );
  const [tree] = rows;
  if (tree?.number !== checkpoint.number) return undefined;
  const root = await storedRoot(client);
  return root?.toString('hex') === checkpoint.root ? { eventsTo: tree.events_to } : undefined;
}

const saveTree = (client: ClientBase, number: number, eventsTo: number): Promise<unknown> =>
  client.query(
    `insert into ledger_tree (number, events_to) values ($1, $2)
     on conflict (is_only) do update set number = excluded.number, events_to = excluded.events_to`,
    [number, eventsTo],
  );

type Totals = {
  readonly wallets: number;
  readonly events: number;
  readonly cash: Cents;
  readonly held: Cents;
  readonly bonus: Cents;
  readonly staked: Cents;
};
const nothing: Totals = { wallets: 0, events: 0, cash: cents(0), held: cents(0), bonus: cents(0), staked: cents(0) };

const plus = (a: Totals, b: Totals): Totals => ({
  wallets: a.wallets + b.wallets,
  events: a.events + b.events,
  cash: cents(a.cash + b.cash),
  held: cents(a.held + b.held),
  bonus: cents(a.bonus + b.bonus),
  staked: cents(a.staked + b.staked),
});

async function totalsOfAll(client: ClientBase): Promise<Totals> {
  const { rows } = await client.query<Totals>(`
    select count(*)::int as wallets, coalesce(sum(version), 0)::bigint as events,
      coalesce(sum(cash), 0)::bigint as cash, coalesce(sum(held), 0)::bigint as held,
      coalesce(sum(bonus), 0)::bigint as bonus, coalesce(sum(staked), 0)::bigint as staked
    from ledger_tree_leaves`);
  return rows[0] ?? nothing;
}

type MovedRow = {
  readonly wallet_id: string;
  readonly version: number;
  readonly head_hash: Buffer;
  readonly cash: Cents;
  readonly held: Cents;
  readonly bonus: Cents;
  readonly staked: Cents;
  /** The existing leaf of this version. */
  readonly sealed_leaf: Buffer | null;
  /** The wallet as sealed by the last checkpoint. */
  readonly old_version: number | null;
  readonly old_cash: Cents;
  readonly old_held: Cents;
  readonly old_bonus: Cents;
  readonly old_staked: Cents;
};

/** Wallets with events that the last checkpoint may have missed, unless it sealed their state. */
const movedQuery = (eventsTo: number): string => `
  select w.wallet_id, w.version, w.head_hash, w.cash, w.held, w.bonus, w.staked, null::bytea as sealed_leaf,
    l.version as old_version, coalesce(l.cash, 0) as old_cash, coalesce(l.held, 0) as old_held,
    coalesce(l.bonus, 0) as old_bonus, coalesce(l.staked, 0) as old_staked
  from (select distinct wallet_id from ledger_events where seq > ${Math.trunc(eventsTo)}) moved
  join wallets w on w.wallet_id = moved.wallet_id
  left join ledger_tree_leaves l on l.wallet_id = w.wallet_id
  where w.version > 0 and w.version is distinct from l.version
  order by w.wallet_id`;

/** All wallets, with an existing leaf of this version. */
const allQuery = `
  select w.wallet_id, w.version, w.head_hash, w.cash, w.held, w.bonus, w.staked, head.leaf as sealed_leaf,
    null::int as old_version, 0::bigint as old_cash, 0::bigint as old_held, 0::bigint as old_bonus, 0::bigint as old_staked
  from wallets w
  left join lateral (
    select version, leaf from ledger_checkpoint_heads h where h.wallet_id = w.wallet_id order by number desc limit 1
  ) head on head.version = w.version
  where w.version > 0
  order by w.wallet_id`;

type Moved = {
  readonly wallets: number;
  /** Wallets with a leaf of the new checkpoint. */
  readonly sealed: number;
  readonly change: Totals;
  readonly dirty: { readonly some: ReadonlySet<number>; readonly from: number };
};

async function sealMoved(client: ClientBase, number: number, known: KnownTree | undefined): Promise<Moved> {
  const some = new Set<number>();
  let from = Number.POSITIVE_INFINITY;
  let change = nothing;
  let wallets = 0;
  let sealed = 0;
  await client.query(`declare moved cursor for ${known ? movedQuery(known.eventsTo) : allQuery}`);
  for (;;) {
    const { rows } = await client.query<MovedRow>(`fetch ${batch} from moved`);
    if (rows.length === 0) break;
    const leaves = rows.map((row) => row.sealed_leaf ?? leafOf(row));
    // A new leaf shifts all leaves after it; rows are sorted, so the first one decides.
    const added = rows.find((row) => row.old_version === null);
    if (added && from === Number.POSITIVE_INFINITY) [from = 0] = await findGroups(client, [added.wallet_id]);
    const changed = rows.filter((row) => row.old_version !== null).map((row) => row.wallet_id);
    for (const position of await findGroups(client, changed)) some.add(position);
    const unsealed = rows.flatMap((row, at) => (row.sealed_leaf ? [] : [{ row, leaf: leaves[at] }]));
    await client.query(
      `insert into ledger_checkpoint_heads (number, wallet_id, version, leaf)
       select $1, * from unnest($2::uuid[], $3::int[], $4::bytea[])`,
      [
        number,
        unsealed.map(({ row }) => row.wallet_id),
        unsealed.map(({ row }) => row.version),
        unsealed.map(({ leaf }) => leaf),
      ],
    );
    await saveLeaves(client, rows, leaves);
    for (const row of rows) change = plus(change, changeOf(row));
    wallets += rows.length;
    sealed += unsealed.length;
  }
  await client.query('close moved');
  return { wallets, sealed, change, dirty: { some, from } };
}

const saveLeaves = (client: ClientBase, rows: readonly MovedRow[], leaves: readonly Buffer[]): Promise<unknown> =>
  client.query(
    `insert into ledger_tree_leaves (wallet_id, version, cash, held, bonus, staked, leaf)
     select * from unnest($1::uuid[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bytea[])
     on conflict (wallet_id) do update set version = excluded.version, cash = excluded.cash, held = excluded.held,
       bonus = excluded.bonus, staked = excluded.staked, leaf = excluded.leaf`,
    [
      rows.map((row) => row.wallet_id),
      rows.map((row) => row.version),
      rows.map((row) => row.cash),
      rows.map((row) => row.held),
      rows.map((row) => row.bonus),
      rows.map((row) => row.staked),
      leaves,
    ],
  );

const changeOf = (row: MovedRow): Totals => ({
  wallets: row.old_version === null ? 1 : 0,
  events: row.version - (row.old_version ?? 0),
  cash: cents(row.cash - row.old_cash),
  held: cents(row.held - row.old_held),
  bonus: cents(row.bonus - row.old_bonus),
  staked: cents(row.staked - row.old_staked),
});

const leafOf = ({ wallet_id, version, head_hash, cash, held, bonus, staked }: MovedRow): Buffer =>
  leafHash(canonicalLeaf({ wallet_id, version, head: head_hash.toString('hex'), cash, held, bonus, staked }));

import type { ClientBase } from 'pg';
import { createRootBuilder, merklePath } from './merkle.ts';

/**
 * The stored Merkle tree of the newest checkpoint: groups of 32 leaves, groups of 32 groups, and so on. A group never straddles a
 * split of the signed tree (RFC 6962), so the root is the same.
 */
const groupSize = 32;
/** How many groups are read and written with one statement. */
const groupsAtOnce = 500;

export const parentOf = (position: number): number => Math.floor(position / groupSize);

/** The groups to hash again: `some`, and all from `from` on. */
export type DirtyGroups = { readonly some: ReadonlySet<number>; readonly from: number };

/** Returns the groups of these wallets' leaves, before the tree changes. */
export async function findGroups(client: ClientBase, walletIds: readonly string[]): Promise<readonly number[]> {
  const { rows } = await client.query<{ position: number | null }>(
    `select distinct (select position from ledger_tree_nodes where level = 1 and first_wallet <= moved.wallet_id
       order by first_wallet desc limit 1) as position from unnest($1::uuid[]) as moved (wallet_id)`,
    [walletIds],
  );
  // A wallet before all others is in the first group.
  return rows.map(({ position }) => position ?? 0);
}

/** Hashes the dirty groups and everything above them; returns the root. */
export async function updateTree(client: ClientBase, dirty: DirtyGroups, leaves: number): Promise<Buffer | undefined> {
  if (leaves === 0) return undefined;
  await updateFromLeaves(client, dirty);
  let { some, from } = dirty;
  let level = 1;
  for (let nodes = groupsOf(leaves); nodes > 1; nodes = groupsOf(nodes)) {
    some = new Set([...some].map(parentOf));
    from = parentOf(from);
    await updateFromNodes(client, level, { some, from }, groupsOf(nodes));
    level += 1;
  }
  return rootOf(client, level);
}

const groupsOf = (count: number): number => Math.ceil(count / groupSize);

export async function emptyTree(client: ClientBase): Promise<void> {
  await client.query('delete from ledger_tree; delete from ledger_tree_nodes; delete from ledger_tree_leaves');
}

/** Returns the stored root; `undefined` for an empty tree. */
export async function storedRoot(client: ClientBase): Promise<Buffer | undefined> {
  const { rows } = await client.query<{ level: number | null }>('select max(level) as level from ledger_tree_nodes');
  const level = rows[0]?.level ?? null;
  return level === null ? undefined : rootOf(client, level);
}

async function rootOf(client: ClientBase, level: number): Promise<Buffer | undefined> {
  const { rows } = await client.query<{ hash: Buffer }>(
    'select hash from ledger_tree_nodes where level = $1 and position = 0',
    [level],
  );
  return rows[0]?.hash;
}

type Node = { readonly position: number; readonly firstWallet: string | null; readonly hash: Buffer };

async function updateFromLeaves(client: ClientBase, { some, from }: DirtyGroups): Promise<void> {
  const before = [...some].filter((position) => position < from);
  for (let at = 0; at < before.length; at += groupsAtOnce) {
    const { rows } = await client.query<{ position: number; first_wallet: string; leaves: Buffer[] }>(
      `select node.position, node.first_wallet, array(
         select leaf from ledger_tree_leaves where wallet_id >= node.first_wallet order by wallet_id limit ${groupSize}
       ) as leaves
       from ledger_tree_nodes node where node.level = 1 and node.position = any($1::int[])`,
      [before.slice(at, at + groupsAtOnce)],
    );
    await saveNodes(
      client,
      1,
      rows.map(({ position, first_wallet: firstWallet, leaves }) => ({ position, firstWallet, hash: hashOf(leaves) })),
    );
  }
  if (from === Number.POSITIVE_INFINITY) return;
  await updateLeavesFrom(client, from);
}

/** Leaves after an inserted one move to other groups: reads them in order, several groups at a time. */
async function updateLeavesFrom(client: ClientBase, from: number): Promise<void> {
  const { rows } = await client.query<{ first_wallet: string }>(
    'select first_wallet from ledger_tree_nodes where level = 1 and position = $1 and position > 0',
    [from],
  );
  let last = rows[0]?.first_wallet ?? null;
  let isLastTaken = false;
  for (let position = from; ; ) {
    const { rows: leaves } = await client.query<{ wallet_id: string; leaf: Buffer }>(
      `select wallet_id, leaf from ledger_tree_leaves
       where $1::uuid is null or wallet_id ${isLastTaken ? '>' : '>='} $1 order by wallet_id limit $2`,
      [last, groupSize * groupsAtOnce],
    );
    const nodes: Node[] = [];
    for (let at = 0; at < leaves.length; at += groupSize) {
      const group = leaves.slice(at, at + groupSize);
      const firstWallet = group[0]?.wallet_id ?? null;
      nodes.push({ position, firstWallet, hash: hashOf(group.map(({ leaf }) => leaf)) });
      position += 1;
    }
    await saveNodes(client, 1, nodes);
    if (leaves.length < groupSize * groupsAtOnce) return;
    last = leaves.at(-1)?.wallet_id ?? null;
    isLastTaken = true;
  }
}

/** Updates the `count` nodes above `level`. */
async function updateFromNodes(
  client: ClientBase,
  level: number,
  { some, from }: DirtyGroups,
  count: number,
): Promise<void> {
  const dirty = [...some].filter((position) => position < from);
  for (let position = from; position < count; position += 1) dirty.push(position);
  for (let at = 0; at < dirty.length; at += groupsAtOnce) {
    const positions = dirty.slice(at, at + groupsAtOnce);
    const { rows } = await client.query<{ position: number; hashes: Buffer[] }>(
      `select parent as position, array(
         select hash from ledger_tree_nodes where level = $1
           and position >= parent * ${groupSize} and position < (parent + 1) * ${groupSize} order by position
       ) as hashes from unnest($2::int[]) as parents (parent)`,
      [level, positions],
    );
    const nodes = rows.map(({ position, hashes }) => ({ position, firstWallet: null, hash: hashOf(hashes) }));
    await saveNodes(client, level + 1, nodes);
  }
}

async function saveNodes(client: ClientBase, level: number, nodes: readonly Node[]): Promise<void> {
  await client.query(
    `insert into ledger_tree_nodes (level, position, first_wallet, hash)
     select $1, * from unnest($2::int[], $3::uuid[], $4::bytea[])
     on conflict (level, position) do update set first_wallet = excluded.first_wallet, hash = excluded.hash`,
    [level, nodes.map((node) => node.position), nodes.map((node) => node.firstWallet), nodes.map((node) => node.hash)],
  );
}

function hashOf(hashes: readonly Buffer[]): Buffer {
  const builder = createRootBuilder();
  for (const hash of hashes) builder.add(hash);
  return builder.root();
}

export type Branch = { readonly leaf: Buffer; readonly index: number; readonly path: readonly Buffer[] };

/**
 * Returns a wallet's leaf and its path to the root, nearest first. Reads one group per level. `undefined` if no checkpoint has
 * sealed the wallet.
 */
export async function branchOf(client: ClientBase, walletId: string): Promise<Branch | undefined> {
  const { rows: groups } = await client.query<{ position: number; first_wallet: string }>(
    `select position, first_wallet from ledger_tree_nodes where level = 1 and first_wallet <= $1
     order by first_wallet desc limit 1`,
    [walletId],
  );
  const [group] = groups;
  if (!group) return undefined;
  const { rows: leaves } = await client.query<{ wallet_id: string; leaf: Buffer }>(
    `select wallet_id, leaf from ledger_tree_leaves where wallet_id >= $1 order by wallet_id limit ${groupSize}`,
    [group.first_wallet],
  );
  const within = leaves.findIndex((leaf) => leaf.wallet_id === walletId);
  const leaf = leaves[within]?.leaf;
  if (!leaf) return undefined;
  const hashes = leaves.map((one) => one.leaf);
  const path = [...merklePath(hashes, within)];
  let position = group.position;
  for (let level = 1; ; level += 1) {
    const first = parentOf(position) * groupSize;
    const { rows } = await client.query<{ hash: Buffer }>(
      `select hash from ledger_tree_nodes where level = $1 and position >= $2 and position < $3 order by position`,
      [level, first, first + groupSize],
    );
    if (rows.length <= 1 && first === 0) break;
    const siblings = rows.map(({ hash }) => hash);
    path.push(...merklePath(siblings, position - first));
    position = parentOf(position);
  }
  return { leaf, index: group.position * groupSize + within, path };
}

import { type Kysely, sql } from 'kysely';

/**
 * The Merkle tree of the newest checkpoint, so that a proof reads one branch and a checkpoint writes what changed. A projection:
 * it can be thrown away, the next checkpoint builds it again from the sealed heads.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_tree_leaves (
      wallet_id uuid primary key,
      version integer not null check (version > 0),
      cash bigint not null,
      held bigint not null,
      bonus bigint not null,
      staked bigint not null,
      leaf bytea not null check (length(leaf) = 32)
    )`.execute(db);
  // A node covers up to 32 nodes of the level below; those of level 1 cover leaves, from `first_wallet` on.
  await sql`
    create table ledger_tree_nodes (
      level smallint not null check (level > 0),
      position integer not null check (position >= 0),
      first_wallet uuid check ((first_wallet is not null) = (level = 1)),
      hash bytea not null check (length(hash) = 32),
      primary key (level, position)
    )`.execute(db);
  await sql`create index ledger_tree_first_wallets on ledger_tree_nodes (first_wallet) where level = 1`.execute(db);
  // `events_to`: every event up to this place of the ledger was known when the checkpoint was taken.
  await sql`
    create table ledger_tree (
      is_only boolean primary key default true check (is_only),
      number integer not null,
      events_to bigint not null
    )`.execute(db);
  await sql`
    grant select, insert, update, delete on ledger_tree, ledger_tree_leaves, ledger_tree_nodes to touchline_app`.execute(
    db,
  );
}

import { type Kysely, sql } from 'kysely';

/** The transparency log seals what these tables sealed, and every wallet's events are in it from the first on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table ledger_tree_nodes, ledger_tree_leaves, ledger_tree, ledger_checkpoint_heads, ledger_checkpoints`.execute(
    db,
  );
}

import { hash } from 'node:crypto';
import type { Cents } from '@touchline/core/money';
import { type Checkpoint, canonicalCheckpoint } from '@touchline/core/wallet';
import type { ClientBase, Pool } from 'pg';

/** A stored checkpoint with the operator's signature and public key (SPKI, DER). */
export type SignedCheckpoint = {
  readonly checkpoint: Checkpoint;
  readonly publicKey: Buffer;
  readonly signature: Buffer;
};

/** Returns the hash (hex) that the next checkpoint contains as `previous`. */
export const checkpointHash = (checkpoint: Checkpoint): string =>
  hash('sha256', canonicalCheckpoint(checkpoint), 'hex');

export const firstPrevious = '0'.repeat(64);

const columns = `
  number, to_char(taken_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as taken_at, wallets, events, cash, held,
  bonus, staked, root, previous, public_key, signature`;

/** Returns all checkpoints, oldest first. */
export async function readCheckpoints(client: ClientBase | Pool): Promise<readonly SignedCheckpoint[]> {
  const { rows } = await client.query<Row>(`select ${columns} from ledger_checkpoints order by number`);
  return rows.map(fromRow);
}

export async function newestCheckpoint(client: ClientBase | Pool): Promise<SignedCheckpoint | undefined> {
  const { rows } = await client.query<Row>(`select ${columns} from ledger_checkpoints order by number desc limit 1`);
  return rows[0] && fromRow(rows[0]);
}

/** Selects the leaves of checkpoint `number`, by wallet id. */
export const leavesQuery = (number: number): string => `
  select distinct on (wallet_id) wallet_id, number, version, leaf
  from ledger_checkpoint_heads where number <= ${Math.trunc(number)} order by wallet_id, number desc`;

type Row = {
  number: number;
  taken_at: string;
  wallets: number;
  events: number;
  cash: Cents;
  held: Cents;
  bonus: Cents;
  staked: Cents;
  root: Buffer;
  previous: Buffer;
  public_key: Buffer;
  signature: Buffer;
};

const fromRow = ({ root, previous, public_key, signature, ...row }: Row): SignedCheckpoint => ({
  checkpoint: { ...row, root: root.toString('hex'), previous: previous.toString('hex') },
  publicKey: public_key,
  signature,
});

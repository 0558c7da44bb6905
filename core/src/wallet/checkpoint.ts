import type { Cents } from '../money/index.ts';
import { canonicalJson } from './canonical.ts';
import type { Wallet } from './wallet.ts';

/** A wallet as a checkpoint seals it. `head`: the hash of its event `version`, 64 hex digits. */
type CheckpointLeaf = Wallet & { readonly wallet_id: string; readonly version: number; readonly head: string };

/**
 * What the operator signs: the Merkle root over the leaves of all wallets in the order of their ids, their number, the number of
 * events behind them and their totals. `previous` is the SHA-256 of the checkpoint before.
 */
export type Checkpoint = {
  readonly number: number;
  /** UTC with six decimals. */
  readonly taken_at: string;
  readonly wallets: number;
  readonly events: number;
  readonly cash: Cents;
  readonly held: Cents;
  readonly bonus: Cents;
  readonly staked: Cents;
  /** 64 hex digits each. */
  readonly root: string;
  readonly previous: string;
};

/** Returns a leaf as text (UTF-8); its hash is SHA-256 over the byte 0x00 and this text. */
export const canonicalLeaf = ({ bonus, cash, head, held, staked, version, wallet_id }: CheckpointLeaf): string =>
  canonicalJson({ bonus, cash, head, held, staked, version, wallet_id });

/** Returns the text (UTF-8) that is signed with Ed25519 and whose SHA-256 the next checkpoint contains. */
export const canonicalCheckpoint = (checkpoint: Checkpoint): string => {
  const { bonus, cash, events, held, number, previous, root, staked, taken_at, wallets } = checkpoint;
  return canonicalJson({ bonus, cash, events, held, number, previous, root, staked, taken_at, wallets });
};

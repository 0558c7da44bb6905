import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Store, timestamp } from '../connect.ts';
import { isTransient } from '../failures.ts';
import { type ChunkOutcome, settleChunk } from '../wallet/settle-chunk.ts';
import { type BetOfWallet, betsOn } from './bets-on.ts';
import { type Ruling, rulingOf } from './rulings.ts';

export type SettledChunk = ChunkOutcome & { readonly kind: 'done' };
export type SettleMatchOptions = {
  readonly now: () => Instant;
  /** Told of each chunk after its commit; the next ones wait for it. */
  readonly onSettled?: (chunk: SettledChunk) => Promise<void>;
  /** Bets in one transaction. */
  readonly chunk?: number;
};

/** While one chunk is being written, another is being decided. */
const chunksAtOnce = 2;

/**
 * Brings every bet on a match to what was ruled, chunk by chunk, and then marks the match as done. Dying anywhere
 * loses and doubles nothing: what was left is found by the next run. `outdated`: the ruling was replaced meanwhile, run again.
 * Bets that cannot be settled do not keep the others waiting; they are told at the end by an error, and the match stays.
 */
export async function settleMatch(
  { db, pipelines }: Pick<Store, 'db' | 'pipelines'>,
  matchId: MatchId,
  { now, onSettled, chunk = 500 }: SettleMatchOptions,
): Promise<'settled' | 'outdated'> {
  const ruling = await rulingOf(db, matchId);
  // What an earlier ruling had graded is looked at again; a first one has only pending legs before it.
  const pages = betsOn(db, matchId, { which: ruling.version === 1 ? 'ungraded' : 'all', size: chunk });
  const failures: unknown[] = [];
  let isOutdated = false;
  const settle = async (bets: readonly BetOfWallet[]): Promise<void> => {
    const outcome = await settleApart(pipelines, ruling, bets, failures);
    for (const part of outcome) {
      if (part.kind === 'outdated') isOutdated = true;
      else await onSettled?.(part);
    }
  };
  const take = async (): Promise<void> => {
    for (let page = await pages.next(); !page.done && !isOutdated; page = await pages.next()) await settle(page.value);
  };
  const ended = await Promise.allSettled(Array.from({ length: chunksAtOnce }, take));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} bets on match ${matchId} cannot be settled`);
  if (isOutdated) return 'outdated';
  const { numUpdatedRows } = await db
    .updateTable('matches')
    .set({ graded_at: timestamp(now()) })
    .where('id', '=', matchId)
    .where('result_version', '=', ruling.version)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? 'settled' : 'outdated';
}

/** A chunk that fails for a reason of its own is halved until the bet that makes it fail stands alone. */
async function settleApart(
  pipelines: Store['pipelines'],
  ruling: Ruling,
  bets: readonly BetOfWallet[],
  failures: unknown[],
): Promise<readonly ChunkOutcome[]> {
  try {
    return [await settleChunk(pipelines, ruling, bets)];
  } catch (error) {
    if (isTransient(error)) throw error;
    if (bets.length === 1) {
      failures.push(error);
      return [];
    }
    const half = Math.ceil(bets.length / 2);
    const first = await settleApart(pipelines, ruling, bets.slice(0, half), failures);
    return [...first, ...(await settleApart(pipelines, ruling, bets.slice(half), failures))];
  }
}

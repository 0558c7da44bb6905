import type { MatchId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { onlyAdds, verdictOf } from '@touchline/core/settlement';
import { type Store, timestamp } from '../connect.ts';
import { isTransient } from '../failures.ts';
import { type BetOfWallet, betsOn, openSelections } from './book.ts';
import { listRulings, type Ruling, rulingOf } from './rulings.ts';
import { type ChunkOutcome, settleChunk } from './settle-chunk.ts';

export type SettledChunk = ChunkOutcome & { readonly kind: 'done' };
export type SettleMatchOptions = {
  readonly now: () => Instant;
  /** Called after each chunk's commit; the next chunk waits for it. */
  readonly onSettled?: (chunk: SettledChunk) => Promise<void>;
  /** Bets in one transaction. */
  readonly chunk?: number;
};

/** One chunk is decided while another is written. */
const chunksAtOnce = 2;

/**
 * Applies the latest ruling on a match to all its bets, chunk by chunk, and then marks the match as graded. A crash loses and repeats
 * nothing: the next run continues. `outdated`: the ruling was replaced in the meantime; run again. A bet that cannot be settled does
 * not stop the others; the run then fails with all errors, and the match stays ungraded.
 */
export async function settleMatch(
  { db, pipelines }: Pick<Store, 'db' | 'pipelines'>,
  matchId: MatchId,
  { now, onSettled, chunk = 500 }: SettleMatchOptions,
): Promise<'settled' | 'outdated'> {
  const ruling = await rulingOf(db, matchId);
  const pages = betsOn(db, matchId, { ...(await affectedBets(db, ruling)), size: chunk });
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
  for (const run of ended) if (run.status === 'rejected') throw run.reason;
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} bets on match ${matchId} cannot be settled`);
  }
  if (isOutdated) return 'outdated';
  const { numUpdatedRows } = await db
    .updateTable('matches')
    .set({ graded_at: timestamp(now()) })
    .where('id', '=', matchId)
    .where('result_version', '=', ruling.version)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? 'settled' : 'outdated';
}

/** Returns which bets a ruling can change: of one that only adds to those before it, while the match goes on, few of the open ones. */
async function affectedBets(db: Store['db'], { matchId, version, decision }: Ruling) {
  const rulings = await listRulings(db, matchId);
  if (!onlyAdds(rulings.filter((each) => each.version <= version).map((each) => each.decision)))
    return { which: 'all' } as const;
  if (decision.result.kind !== 'open' || decision.voidBets.length > 0) return { which: 'ungraded' } as const;
  const selections = (await openSelections(db, matchId)).filter(
    (outcome) => verdictOf({ outcome, takenAt: ruledAt }, decision) !== 'pending',
  );
  return { which: 'ungraded', selections } as const;
}
/** When a bet was taken matters only to void windows. */
const ruledAt = instant(0);

/** Splits a chunk that fails permanently in halves, down to the bet that causes it. */
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

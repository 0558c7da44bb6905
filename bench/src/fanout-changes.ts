import { setTimeout as pause } from 'node:timers/promises';
import { type Instant, instant } from '@touchline/core/instant';
import type { Store } from '@touchline/store/connect';
import { savePrices } from '@touchline/store/matches';
import { confirmPrices } from '@touchline/store/testing';
import { quoteOf } from './home-prices.ts';

/** Changes prices at a steady rate, written as the worker writes a provider's quotes. */
export type Changes = {
  /** Changes some prices per commit for a while. Resolves to how many changed. */
  readonly run: (forMs: number, signal: AbortSignal) => Promise<number>;
  /** Start of the commit that a row's `quotedAt` refers to, in ms since the epoch. */
  readonly committedAt: (quotedAt: string) => number | undefined;
};

const LEAGUE = 'soccer_spain_la_liga';
const PROVIDER = 'bench';
const COMMITS_PER_SECOND = 10;

export async function openChanges(
  store: Store,
  {
    matches,
    perSecond,
    onCommit,
  }: {
    readonly matches: number;
    readonly perSecond: number;
    /** Called after a commit with its start, in ms since the epoch, and the numbers of the matches that it changed. */
    readonly onCommit?: (commitAt: number, changed: readonly number[]) => Promise<void>;
  },
): Promise<Changes> {
  const began = instant(Date.now() - 3_600_000);
  const quotes = Array.from({ length: matches }, (_, number) => quoteOf(number, 0, began, instant(Date.now())));
  const commits = new Map<string, number>();
  const perCommit = Math.round(perSecond / COMMITS_PER_SECOND);
  let round = 0;
  let next = 0;

  const save = async (at: Instant): Promise<void> => {
    let commitAt = 0;
    await store.db.transaction().execute(async (trx) => {
      await savePrices(trx, LEAGUE, PROVIDER, quotes, at);
      commitAt = Date.now();
    });
    commits.set(new Date(at).toISOString(), commitAt);
  };
  await save(instant(Date.now()));
  await confirmPrices(store.db);

  return {
    run: async (forMs, signal) => {
      const begun = performance.now();
      let changed = 0;
      let commit = 0;
      while (performance.now() - begun < forMs && !signal.aborted) {
        commit += 1;
        const at = instant(Date.now());
        const moved: number[] = [];
        for (let one = 0; one < perCommit; one += 1) {
          moved.push(next);
          quotes[next] = quoteOf(next, round, began, at);
          next = (next + 1) % matches;
          if (next === 0) round += 1;
        }
        await save(at);
        await onCommit?.(commits.get(new Date(at).toISOString()) ?? at, moved);
        changed += perCommit;
        await pause(Math.max(0, begun + (commit * 1_000) / COMMITS_PER_SECOND - performance.now()));
      }
      return changed;
    },
    committedAt: (quotedAt) => commits.get(quotedAt),
  };
}

import { isDeepStrictEqual } from 'node:util';
import type { MatchRow } from '@touchline/core/contract';
import type { Rows } from '@touchline/web/frames';

/**
 * Records everything that a screen showed, independently of the rules that decided it, and compares three things: the version of a row,
 * a price that only ever rises, and what the same version was on every other screen.
 */
export type ShownRecord = {
  readonly take: (rows: Rows) => void;
  /** Sentences, empty when all is well. */
  readonly faults: readonly string[];
  /** How many times a row was replaced. */
  readonly changes: () => number;
};

/** The content of each version of a match, as it was first seen on any screen. */
export type Versions = Map<string, string>;

export function recordShown(name: string, versions: Versions, isClimbing: (row: MatchRow) => boolean): ShownRecord {
  const newest = new Map<string, MatchRow>();
  const faults: string[] = [];
  let before: Rows = new Map();
  let changes = 0;

  const check = (row: MatchRow): void => {
    changes += 1;
    const last = newest.get(row.id);
    faults.push(...faultsOfRow(row, { name, last, versions, isClimbing }));
    if (!last || row.s >= last.s) newest.set(row.id, row);
  };

  return {
    take: (rows) => {
      if (rows === before) return;
      for (const [id, row] of rows) if (before.get(id) !== row) check(row);
      before = rows;
    },
    faults,
    changes: () => changes,
  };
}

type Known = {
  readonly name: string;
  /** The newest of the same match that was shown before. */
  readonly last: MatchRow | undefined;
  readonly versions: Versions;
  readonly isClimbing: (row: MatchRow) => boolean;
};

/** Returns what is wrong with a row, given what was shown before. */
export function faultsOfRow(row: MatchRow, { name, last, versions, isClimbing }: Known): readonly string[] {
  const faults: string[] = [];
  const label = `${row.match.homeTeam} v ${row.match.awayTeam}`;
  if (last && row.s < last.s) faults.push(`${name} showed version ${row.s} of ${label} after ${last.s}`);
  if (last && isClimbing(row) && priceOf(row) < priceOf(last)) {
    faults.push(`${name} showed ${priceOf(row)} of ${label} after ${priceOf(last)}`);
  }
  const version = `${row.id} ${row.s}`;
  const text = JSON.stringify(row);
  const first = versions.get(version);
  if (first === undefined) versions.set(version, text);
  else if (first !== text && !isDeepStrictEqual(JSON.parse(first), JSON.parse(text))) {
    // The socket and HTTP order the members of a row differently.
    faults.push(`${name} showed ${text} where another screen had ${first}`);
  }
  return faults;
}

const priceOf = ({ odds }: MatchRow): number => (odds.homeWin === '-' ? 0 : odds.homeWin);

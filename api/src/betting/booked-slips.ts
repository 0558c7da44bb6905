import { randomInt } from 'node:crypto';
import { priceOfLabel } from '@touchline/core/betting';
import type { BookedSlip, BookSlipRequest } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { storedMatchName } from '@touchline/core/markets';
import { ok, type Result, refused } from '@touchline/core/result';
import type { Db } from '@touchline/store/connect';
import { readMatches } from '@touchline/store/matches';

/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeLength = 7;
/** A code that cannot be guessed: seven characters have 35 bits. */
export const newCode = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

type Deps = { readonly db: Db; readonly now: () => Instant };

/** Keeps the selections of a slip under a new code. Stakes and odds are not kept: the user who loads it chooses a stake at current odds. */
export async function bookSlip(
  { db }: Deps,
  slip: BookSlipRequest,
): Promise<Result<{ code: string }, { readonly code: 'slip-empty' }>> {
  if (slip.selections.length === 0) return refused({ code: 'slip-empty' });
  const code = newCode(codeLength);
  await db
    .insertInto('booked_slips')
    .values({ code, slip: JSON.stringify(slip) })
    .execute();
  return ok({ code });
}

/** Returns a slip at the current odds; a selection that is no longer on offer has none. */
export async function readBookedSlip(
  { db, now }: Deps,
  code: string,
): Promise<Result<BookedSlip, { readonly code: 'slip-unknown' }>> {
  const row = await db
    .selectFrom('booked_slips')
    .select('slip')
    .where('code', '=', code.trim().toUpperCase())
    .executeTakeFirst();
  if (!row) return refused({ code: 'slip-unknown' });
  const { selections, ...form } = row.slip;
  const ids = selections.map(({ matchId }) => matchId as MatchId);
  const matches = new Map((await readMatches(db, ids)).map((match) => [match.id, match]));
  const at = now();
  return ok({
    ...form,
    selections: selections.map((selection) => {
      const match = matches.get(selection.matchId as MatchId);
      const odds = match && priceOfLabel(match, selection.betOutcome, at)?.toNumber();
      return {
        ...selection,
        matchName: match ? storedMatchName(match) : '',
        ...(odds !== undefined && { odds }),
      };
    }),
  });
}

import { type SharedBet, viewBet, viewSharedBet } from '@touchline/core/contract';
import type { BetId, UserId } from '@touchline/core/ids';
import { schemaText } from '@touchline/core/language';
import { ok, type Result, refused } from '@touchline/core/result';
import { readBet } from '@touchline/store/bets';
import type { Db } from '@touchline/store/connect';
import { newCode } from './booked-slips.ts';

/** Longer than a booking code, because what it shows is a person's bet. */
const codeLength = 10;
const unknown = refused({ code: 'bet-unknown' } as const);

/** Makes a bet readable by its code for 90 days. Sharing it again keeps the code and restarts the 90 days. */
export async function shareBet(
  db: Db,
  {
    id,
    userId,
    showsStake,
    at,
  }: { readonly id: BetId; readonly userId: UserId; readonly showsStake?: boolean | undefined; readonly at: number },
): Promise<Result<{ code: string; showsStake: boolean }, { readonly code: 'bet-unknown' }>> {
  const bet = await readBet(db, id);
  if (bet?.userId !== userId) return unknown;
  const shared = await db
    .insertInto('shared_bets')
    .values({ code: newCode(codeLength), bet_id: id, user_id: userId, shows_stake: showsStake ?? false })
    .onConflict((known) =>
      known.column('bet_id').doUpdateSet({
        shared_at: new Date(at),
        ...(showsStake !== undefined && { shows_stake: showsStake }),
      }),
    )
    .returning(['code', 'shows_stake as showsStake'])
    .executeTakeFirstOrThrow();
  return ok(shared);
}

export async function unshareBet(
  db: Db,
  { id, userId }: { readonly id: BetId; readonly userId: UserId },
): Promise<Result<{ message: string }, { readonly code: 'bet-unknown' }>> {
  const bet = await readBet(db, id);
  if (bet?.userId !== userId) return unknown;
  await db.deleteFrom('shared_bets').where('bet_id', '=', id).execute();
  return ok({ message: schemaText('The bet is no longer shared.') });
}

export async function readSharedBet(
  db: Db,
  code: string,
): Promise<Result<SharedBet, { readonly code: 'share-unknown' }>> {
  const shared = await db
    .selectFrom('shared_bets')
    .select(['bet_id', 'shows_stake'])
    .where('code', '=', code.trim().toUpperCase())
    .executeTakeFirst();
  const bet = shared && (await readBet(db, shared.bet_id));
  return bet ? ok(viewSharedBet(viewBet(bet), shared.shows_stake)) : refused({ code: 'share-unknown' });
}

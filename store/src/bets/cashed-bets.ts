import type { Bet } from '@touchline/core/betting';
import type { PoolClient } from 'pg';
import { bigints, integers, texts, timestamps, uuids } from '../array-parameter.ts';

const cashedText = `
  with ended as (delete from cash_out_rules where bet_id = any($1::uuid[]))
  update bets b
  set cashed_stake = c.stake, cashed_paid = c.paid, status = c.status, payout = c.payout, settled_at = c.settled_at,
    version = b.version + c.times
  from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::timestamptz[], $7::int[])
    as c (id, stake, paid, status, payout, settled_at, times)
  where b.id = c.id and b.status = 'pending'`;

/** Writes bets, and ends their rules, after all or a part of them was cashed out `times` times. Throws if one was settled, which its wallet's lock should prevent. */
export async function updateCashedBets(
  client: PoolClient,
  bets: readonly { readonly bet: Bet; readonly times: number }[],
): Promise<void> {
  const { rowCount } = await client.query({
    name: 'cash-out-bets',
    text: cashedText,
    values: [
      uuids(bets.map(({ bet }) => bet.id)),
      bigints(bets.map(({ bet }) => bet.cashedOut.stake)),
      bigints(bets.map(({ bet }) => bet.cashedOut.paid)),
      texts(bets.map(({ bet }) => bet.status)),
      bigints(bets.map(({ bet }) => bet.payout)),
      timestamps(bets.map(({ bet }) => (bet.settledAt === null ? null : bet.settledAt * 1000))),
      integers(bets.map(({ times }) => times)),
    ],
  });
  if (rowCount !== bets.length) throw new Error(`${bets.length} bets to cash out, ${rowCount} were open`);
}

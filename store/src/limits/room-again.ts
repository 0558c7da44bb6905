import { type LimitReached, periodMs, roomAgainAt, type Use } from '@touchline/core/account';
import type { WalletId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { type Cents, cents } from '@touchline/core/money';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { listDeposits } from './deposited.ts';
import { playedBy } from './restriction-rows.ts';

/** The refusal with the moment from when on `amount` is within this limit again, if time alone brings that. */
export async function withRoomAgain(
  db: Db,
  walletId: WalletId,
  reached: LimitReached,
  amount: Cents,
  now: Instant,
): Promise<LimitReached> {
  const { kind, period, limit } = reached;
  const since = instant(now - periodMs[period]);
  const { uses, constant } =
    kind === 'deposit' ? await deposits(db, walletId, since) : await plays(db, walletId, kind, since);
  const again = roomAgainAt(uses, period, cents(limit - amount - constant));
  return again === undefined ? reached : { ...reached, again };
}

type Used = { readonly uses: readonly Use[]; readonly constant: number };

async function deposits(db: Db, walletId: WalletId, since: Instant): Promise<Used> {
  const rows = await listDeposits(db, walletId, since);
  return {
    uses: rows.filter((row) => !row.open),
    constant: rows.reduce((total, { amount, open }) => (open ? total + amount : total), 0),
  };
}

async function plays(db: Db, walletId: WalletId, kind: 'stake' | 'loss', since: Instant): Promise<Used> {
  const amount = sql.raw<Cents>(kind === 'stake' ? playedBy.staked : playedBy.lost);
  const { rows } = await sql<Use>`
    select * from (
      select e.recorded_at as at, (${amount})::bigint as amount, e.version
      from ledger_events e
      where e.wallet_id = ${walletId}
        and e.version >= first_version_after(${walletId}, ${new Date(since)}::timestamptz)
    ) used where amount <> 0 order by version`.execute(db);
  if (kind === 'stake') return { uses: rows, constant: 0 };
  const wallet = await db
    .selectFrom('wallets')
    .select('staked')
    .where('wallet_id', '=', walletId)
    .executeTakeFirstOrThrow();
  return { uses: rows, constant: wallet.staked };
}

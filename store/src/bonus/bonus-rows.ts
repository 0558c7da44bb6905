import type { Bonus } from '@touchline/core/bonus';
import type { WalletId } from '@touchline/core/ids';
import type { Cents } from '@touchline/core/money';
import type { Selectable } from 'kysely';
import type { ClientBase } from 'pg';
import type { BonusTable } from '../database.ts';

export type BonusRow = Selectable<BonusTable>;

/**
 * The bonuses of wallets on a session of the caller, which has locked these wallets: whoever writes a bonus locks its wallet
 * first, so what is read here stays true until the commit. For the group writer of the ledger.
 */
export async function bonusesOfLocked(client: ClientBase, wallets: readonly WalletId[]): Promise<Map<WalletId, Bonus>> {
  const { rows } = await client.query<BonusRow & { converted: Cents | null }>({
    name: 'bonuses-of-wallets',
    text: bonusesText,
    values: [wallets],
  });
  return new Map(rows.map((row) => [row.wallet_id, { ...bonusFromRow(row), ...became(row) }]));
}

// What became cash stands in the ledger alone, under the key of the conversion; only a bonus that did is looked up there.
const bonusesText = `
  select b.*, case when b.status = 'converted' then (
    select e.amount from ledger_events e where e.wallet_id = b.wallet_id and e.key = 'bonus:' || b.id || ':converted'
  ) end as converted
  from bonuses b where b.wallet_id = any($1::uuid[])`;

const became = ({ converted }: { readonly converted: Cents | null }): Pick<Bonus, 'converted'> =>
  converted === null ? {} : { converted };

export const bonusFromRow = (row: BonusRow): Bonus => ({
  id: row.id,
  walletId: row.wallet_id,
  version: row.version,
  status: row.status,
  terms: {
    percent: row.percent,
    maximum: row.maximum,
    wagering: row.wagering,
    minTotalOdds: row.min_total_odds,
    days: row.days,
  },
  granted: row.granted,
  toWager: row.to_wager,
  wagered: row.wagered,
  onBets: row.on_bets,
  ...(row.charged_back > 0 && { chargedBack: row.charged_back }),
  grantedAt: row.granted_at,
  expiresAt: row.expires_at,
  endedAt: row.ended_at,
});

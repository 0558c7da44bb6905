import type { Bonus } from '@touchline/core/bonus';
import type { WalletId } from '@touchline/core/ids';
import type { Cents } from '@touchline/core/money';
import type { Selectable } from 'kysely';
import type { ClientBase } from 'pg';
import type { BonusTable } from '../database.ts';

/** A bonus with the amount of its deposit. */
export type BonusRow = Selectable<BonusTable> & { readonly deposit: Cents };

/**
 * Reads the bonuses of wallets that the caller has locked. Writers of a bonus lock its wallet first, so they stay unchanged until
 * the commit.
 */
export async function bonusesOfLocked(client: ClientBase, wallets: readonly WalletId[]): Promise<Map<WalletId, Bonus>> {
  const { rows } = await client.query<BonusRow>({
    name: 'bonuses-of-wallets',
    text: 'select b.*, t.amount as deposit from bonuses b join transactions t on t.id = b.id where b.wallet_id = any($1::uuid[])',
    values: [wallets],
  });
  return new Map(rows.map((row) => [row.wallet_id, bonusFromRow(row)]));
}

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
    maxStake: row.max_stake,
    opposing: row.opposing,
  },
  granted: row.granted,
  deposit: row.deposit,
  toWager: row.to_wager,
  wagered: row.wagered,
  onBets: row.on_bets,
  ...(row.converted !== 0 && { converted: row.converted }),
  ...(row.charged_back > 0 && { chargedBack: row.charged_back }),
  ...(row.taken_back > 0 && { takenBack: row.taken_back }),
  grantedAt: row.granted_at,
  expiresAt: row.expires_at,
  endedAt: row.ended_at,
});

const saveText = `
  insert into bonuses (id, wallet_id, version, status, percent, maximum, wagering, min_total_odds, days, max_stake, opposing, granted, to_wager,
    wagered, on_bets, converted, charged_back, taken_back, granted_at, expires_at, ended_at)
  select id, wallet_id, version, status, percent, maximum, wagering, min_total_odds::numeric, days, max_stake, opposing, granted, to_wager,
    wagered, on_bets, converted, charged_back, taken_back, to_timestamp(granted_at / 1000), to_timestamp(expires_at / 1000),
    to_timestamp(ended_at / 1000)
  from jsonb_to_recordset($1::jsonb) as b (id uuid, wallet_id uuid, version int, status text, percent int, maximum bigint,
    wagering int, min_total_odds text, days int, max_stake bigint, opposing text, granted bigint, to_wager bigint, wagered bigint, on_bets bigint,
    converted bigint, charged_back bigint, taken_back bigint, granted_at float8, expires_at float8, ended_at float8)
  on conflict (id) do update
  set version = excluded.version, status = excluded.status, wagered = excluded.wagered, on_bets = excluded.on_bets,
    converted = excluded.converted, charged_back = excluded.charged_back, taken_back = excluded.taken_back, ended_at = excluded.ended_at
  where bonuses.version < excluded.version`;

/** Writes new and changed bonuses. Throws if one changed in the meantime, which its wallet's lock should prevent. */
export async function saveBonuses(client: ClientBase, bonuses: readonly Bonus[]): Promise<void> {
  const { rowCount } = await client.query({
    name: 'save-bonuses',
    text: saveText,
    values: [JSON.stringify(bonuses.map(rowOf))],
  });
  if (rowCount !== bonuses.length) {
    throw new Error(`${bonuses.length} bonuses to write, ${rowCount} were unchanged since they were read`);
  }
}

const rowOf = ({ terms, ...bonus }: Bonus) => ({
  id: bonus.id,
  wallet_id: bonus.walletId,
  version: bonus.version,
  status: bonus.status,
  percent: terms.percent,
  maximum: terms.maximum,
  wagering: terms.wagering,
  min_total_odds: terms.minTotalOdds.toFixed(),
  days: terms.days,
  max_stake: terms.maxStake,
  opposing: terms.opposing,
  granted: bonus.granted,
  to_wager: bonus.toWager,
  wagered: bonus.wagered,
  on_bets: bonus.onBets,
  converted: bonus.converted ?? 0,
  charged_back: bonus.chargedBack ?? 0,
  taken_back: bonus.takenBack ?? 0,
  granted_at: bonus.grantedAt,
  expires_at: bonus.expiresAt,
  ended_at: bonus.endedAt,
});

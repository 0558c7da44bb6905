import type { Bonus } from '@touchline/core/bonus';
import type { WalletId } from '@touchline/core/ids';
import type { Selectable } from 'kysely';
import type { ClientBase } from 'pg';
import type { BonusTable } from '../database.ts';

export type BonusRow = Selectable<BonusTable>;

/**
 * Reads the bonuses of wallets that the caller has locked. Writers of a bonus lock its wallet first, so they stay unchanged until
 * the commit.
 */
export async function bonusesOfLocked(client: ClientBase, wallets: readonly WalletId[]): Promise<Map<WalletId, Bonus>> {
  const { rows } = await client.query<BonusRow>({
    name: 'bonuses-of-wallets',
    text: 'select * from bonuses where wallet_id = any($1::uuid[])',
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

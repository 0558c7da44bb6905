import { type BonusTerms, bonusFor } from '@touchline/core/bonus';
import { type Cents, cents, type Decimal } from '@touchline/core/money';
import type { Json } from '@touchline/core/wallet';
import type { Pool } from 'pg';
import { binaryRows } from './binary-rows.ts';
import { inOneSnapshot } from './consistent-reads.ts';
import { type Findings, type Place, reportUnreadable } from './findings.ts';

/**
 * Checks every bonus against its grant, in one snapshot: it belongs to a deposit of the same wallet, has the amount that its terms
 * give, and became cash only once its wagering was met in time.
 */
export const verifyBonuses = (pool: Pool, findings: Findings): Promise<void> =>
  inOneSnapshot(pool, 1, async ([client]) => {
    if (!client) throw new RangeError('a snapshot needs a connection');
    const { rows } = await client.query<GrantRow>(grantsText);
    const grants = new Map(rows.map((row) => [row.id, row]));
    let wallet: BonusWallet | undefined;
    for await (const events of binaryRows(client, eventsText, readEvent, 'lenient')) {
      for (const event of events) {
        if (wallet?.id !== event.walletId) wallet = { id: event.walletId, deposits: new Map(), bonus: undefined };
        try {
          checkEvent(wallet, event, grants, findings);
        } catch (error) {
          reportUnreadable(findings, error, nameOf(event), placeOf(event));
        }
      }
    }
  });

const grantsText = `
  select id::text as id, wallet_id::text as wallet, percent, maximum, wagering, granted, max_stake as "maxStake",
    min_total_odds as "minTotalOdds", days, opposing
  from bonuses`;
type GrantRow = Omit<BonusTerms, 'minTotalOdds'> & {
  readonly minTotalOdds: Decimal;
  readonly id: string;
  readonly wallet: string;
  readonly granted: Cents;
};

const eventsText = `
  select e.wallet_id, e.version, e.seq, e.type, e.amount, e.payload, e.key, e.recorded_at
  from ledger_events e
  where e.type in ('BonusGranted', 'BonusConverted', 'BonusForfeited', 'BonusTakenBack') or (
    e.type in ('DepositCredited', 'WinningsPaid', 'StakeLost', 'StakeRefunded', 'SettlementRolledBack')
    and e.wallet_id in (select wallet_id from ledger_events where type = 'BonusGranted'))
  order by e.wallet_id, e.version`;

const readEvent = (fields: Parameters<Parameters<typeof binaryRows>[2]>[0]) => ({
  walletId: fields.uuid(),
  version: fields.int32(),
  seq: fields.int64(),
  type: fields.text(),
  amount: fields.int64() as Cents,
  payload: JSON.parse(fields.json()) as { readonly [name: string]: Json },
  key: fields.text(),
  recordedAt: fields.int64(),
});
type BonusEvent = ReturnType<typeof readEvent>;

type BonusWallet = {
  readonly id: string;
  /** The amounts of its deposits by transaction. */
  readonly deposits: Map<string, Cents>;
  bonus:
    | { readonly id: string; readonly terms: Terms; readonly toWager: number; readonly until: number; wagered: number }
    | undefined;
};
type Terms = { readonly percent: number; readonly maximum: Cents; readonly wagering: number; readonly days: number };

const dayMicros = 24 * 3_600_000_000;
const lenientMicros = 60_000_000;

function checkEvent(
  wallet: BonusWallet,
  event: BonusEvent,
  grants: ReadonlyMap<string, GrantRow>,
  findings: Findings,
): void {
  const { type, amount, payload, recordedAt } = event;
  const report = (why: string) => findings.add('bonus-differs', `${nameOf(event)} ${why}`, placeOf(event));
  switch (type) {
    case 'DepositCredited':
      wallet.deposits.set(String(payload['transactionId']), amount);
      return;
    case 'BonusGranted':
      if (wallet.bonus) report('is a second bonus of this wallet');
      else checkGrant(wallet, event, grants.get(String(payload['bonusId'])), report);
      return;
    case 'BonusConverted': {
      const { bonus } = wallet;
      if (!bonus || payload['bonusId'] !== bonus.id) report('converts a bonus that was not granted');
      else if (bonus.wagered < bonus.toWager)
        report(`came after ${bonus.wagered} of ${bonus.toWager} cents were wagered`);
      else if (recordedAt > bonus.until) report('came after the bonus had expired');
      return;
    }
    case 'BonusForfeited':
    case 'BonusTakenBack':
      if (payload['bonusId'] !== wallet.bonus?.id) report('ends a bonus that was not granted');
      return;
    default: {
      const wagered = Number(payload['wagered'] ?? 0);
      if (wallet.bonus) wallet.bonus.wagered += type === 'SettlementRolledBack' ? -wagered : wagered;
    }
  }
}

function checkGrant(
  wallet: BonusWallet,
  { amount, payload, recordedAt }: BonusEvent,
  grant: GrantRow | undefined,
  report: (why: string) => void,
): void {
  const id = String(payload['bonusId']);
  const deposit = wallet.deposits.get(id);
  if (grant?.wallet !== wallet.id || grant.granted !== amount) report('was not granted like this');
  if (deposit === undefined) report('belongs to no deposit of this wallet');
  // Events from before terms were recorded have those of the grant.
  const stated = (payload['terms'] ?? grant) as Terms | undefined;
  if (!stated) return;
  if (grant && termsNames.some((name) => stated[name] !== grant[name])) report('has other terms than its grant');
  const terms = { percent: stated.percent, maximum: cents(stated.maximum) } as BonusTerms;
  if (deposit !== undefined && bonusFor(terms, deposit) !== amount)
    report('is not what its terms give for the deposit');
  const until = recordedAt + stated.days * dayMicros + lenientMicros;
  wallet.bonus = { id, terms: stated, toWager: amount * stated.wagering, until, wagered: 0 };
}

const termsNames = ['percent', 'maximum', 'wagering', 'days'] as const;
const nameOf = ({ walletId, version, type, key }: BonusEvent): string =>
  `event ${version} of wallet ${walletId} (${type}, ${key})`;
const placeOf = ({ walletId, version, seq, key }: BonusEvent): Place => ({ wallet: walletId, version, seq, key });

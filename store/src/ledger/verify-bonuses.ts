import { type BonusTerms, bonusFor, bonusPart } from '@touchline/core/bonus';
import { type Cents, cents, type Decimal } from '@touchline/core/money';
import type { Json } from '@touchline/core/wallet';
import type { Pool } from 'pg';
import { binaryRows } from './binary-rows.ts';
import { inOneSnapshot } from './consistent-reads.ts';
import { eventLocation, eventName, type Findings, reportUnreadable } from './findings.ts';

/**
 * Checks every bonus against its grant, in one snapshot: it belongs to a deposit of the same wallet, has the amount that its terms
 * give, became cash only once its wagering was met in time, had its part of every payout before, and lost only what a chargeback can
 * take back after.
 */
export const verifyBonuses = (pool: Pool, findings: Findings): Promise<void> =>
  inOneSnapshot(pool, 1, async ([client]) => {
    if (!client) throw new RangeError('a snapshot needs a connection');
    const { rows } = await client.query<GrantRow>(grantsText);
    const grants = new Map(rows.map((row) => [row.id, row]));
    let wallet: BonusWallet | undefined;
    for await (const events of binaryRows(client, eventsText, readEvent, 'lenient')) {
      for (const event of events) {
        if (wallet?.id !== event.walletId) {
          const { walletId: id } = event;
          wallet = { id, deposits: new Map(), reversed: new Set(), mixed: new Map(), bonus: undefined };
        }
        try {
          checkEvent(wallet, event, grants, findings);
        } catch (error) {
          reportUnreadable(findings, error, eventName(event), eventLocation(event));
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
    (e.type in ('DepositCredited', 'DepositReversed', 'WinningsPaid', 'StakeLost', 'StakeRefunded', 'SettlementRolledBack', 'BetRejected',
      'CashedOut') or e.type = 'StakeTaken' and e.payload ? 'fromBonus')
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
  /** The deposits that were reversed. */
  readonly reversed: Set<string>;
  /** The stakes with bonus money by bet. */
  readonly mixed: Map<string, { readonly stake: Cents; readonly bonusStake: Cents }>;
  bonus: AuditedBonus | undefined;
};
/** `cash`: what became cash, including later payouts, `undefined` before; `taken`: what was taken back of it. */
type AuditedBonus = {
  readonly id: string;
  readonly terms: Terms;
  readonly toWager: number;
  readonly until: number;
  wagered: number;
  cash: number | undefined;
  taken: number;
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
  const report = (why: string) => findings.add('bonus-differs', `${eventName(event)} ${why}`, eventLocation(event));
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
      if (bonus) bonus.cash = (bonus.cash ?? 0) + amount;
      return;
    }
    case 'DepositReversed':
      wallet.reversed.add(String(payload['transactionId']));
      return;
    case 'BonusForfeited':
    case 'BonusTakenBack':
      if (!wallet.bonus || payload['bonusId'] !== wallet.bonus.id) report('ends a bonus that was not granted');
      else if (type === 'BonusTakenBack') checkTakenBack(wallet.bonus, amount, wallet.reversed, report);
      return;
    case 'StakeTaken':
      wallet.mixed.set(String(payload['betId']), { stake: amount, bonusStake: cents(Number(payload['fromBonus'])) });
      return;
    default:
      if (wallet.bonus) checkSettlement(wallet.bonus, event, wallet.mixed, report);
  }
}

function checkTakenBack(
  bonus: AuditedBonus,
  amount: Cents,
  reversed: ReadonlySet<string>,
  report: (why: string) => void,
): void {
  bonus.taken += amount;
  const isDue = bonus.cash !== undefined && bonus.taken <= bonus.cash && reversed.has(bonus.id);
  if (!isDue) report('takes back what did not become cash, or was not charged back');
}

/**
 * Before a bonus is cash, its part of a payout returns to it or is forfeited; after, the part of a chargeback is forfeited. Only a bet
 * that was won or lost counts as wagered.
 */
function checkSettlement(
  bonus: AuditedBonus,
  { type, amount, payload }: BonusEvent,
  mixed: BonusWallet['mixed'],
  report: (why: string) => void,
): void {
  const { betId, toBonus = 0, forfeited = 0, wagered = 0 } = payload;
  const bet = mixed.get(String(betId));
  if (bet && payouts.includes(type)) {
    const share = bonusPart(amount, bet);
    const isShared = bonus.cash === undefined ? Number(toBonus) + Number(forfeited) === share : toBonus === 0;
    if (!isShared) report('is not divided as its stake was');
    if (bonus.cash !== undefined) bonus.cash += share;
  }
  if (type === 'SettlementRolledBack') bonus.wagered -= Number(wagered);
  else if (type === 'WinningsPaid' || type === 'StakeLost') bonus.wagered += Number(wagered);
}
const payouts: readonly string[] = ['WinningsPaid', 'StakeRefunded', 'BetRejected', 'CashedOut'];

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
  wallet.bonus = { id, terms: stated, toWager: amount * stated.wagering, until, wagered: 0, cash: undefined, taken: 0 };
}

const termsNames = ['percent', 'maximum', 'wagering', 'days'] as const;

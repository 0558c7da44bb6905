import { type Cents, Decimal } from '@touchline/core/money';
import type { Pool, PoolClient } from 'pg';
import { type AuditedBet, type BetEvent, checkBet, storedOutcome } from './check-bet.ts';
import { inOneSnapshot } from './consistent-reads.ts';
import { type Cursor, openCursor } from './cursor.ts';
import { collectFindings, type Finding } from './findings.ts';

type BetsReport = { readonly bets: number; readonly findings: readonly Finding[] };

const page = 2_000;

/**
 * Checks every bet against the ledger, in one snapshot. The chain proves that no event was changed; this proves that payouts match
 * the agreed terms, for example that odds were not raised in the table before a match ended. Streams, reads only and locks nothing.
 */
export async function verifyBets(pool: Pool): Promise<BetsReport> {
  return inOneSnapshot(pool, 2, async ([left, right]) => {
    if (!left || !right) throw new RangeError('a snapshot needs two connections');
    const findings = collectFindings();
    const bets = await openRows<BetRow>(left, betsText);
    const events = await openRows<EventRow>(right, eventsText);
    let count = 0;
    for (;;) {
      const [bet, event] = [bets.row(), events.row()];
      if (!bet && !event) break;
      const id = !event || (bet && bet.id < event.betId) ? (bet?.id ?? '') : event.betId;
      const isThere = bet?.id === id;
      const about: BetEvent[] = [];
      for (let row = events.row(); row?.betId === id; row = events.row()) {
        about.push(row);
        if (!events.step()) await events.load();
      }
      checkBet(id, isThere ? auditedBet(bet) : undefined, about, findings);
      if (!isThere) continue;
      count += 1;
      if (!bets.step()) await bets.load();
    }
    return { bets: count, findings: findings.all() };
  });
}

const betsText = `
  select b.id::text as id, b.wallet_id::text as "walletId", b.stake, b.bonus_stake as "bonusStake",
    b.total_odds as "totalOdds", b.potential_payout as "potentialPayout", b.status, b.payout, b.settlement,
    coalesce((
      select json_agg(json_build_array(l.match_id, l.market, l.pick, l.point::text, l.odds::text) order by l.leg)
      from bet_legs l where l.bet_id = b.id
    ), '[]') as legs
  from bets b order by b.id`;

// Byte order of lower-case UUIDs is PostgreSQL's order.
const eventsText = `
  select coalesce(e.payload ->> 'betId', '') as "betId", e.wallet_id::text as "walletId", e.version, e.seq, e.key, e.type, e.amount,
    e.payload
  from ledger_events e
  where e.type in ('StakeTaken', 'BetAccepted', 'BetRejected', 'WinningsPaid', 'StakeLost', 'StakeRefunded',
    'SettlementRolledBack')
  order by coalesce(e.payload ->> 'betId', '') collate "C", e.wallet_id, e.version`;

type LegRow = readonly [AuditedBet['legs'][number]['matchId'], string, string, string | null, string];
type BetRow = Omit<AuditedBet, 'legs'> & { readonly legs: readonly LegRow[] };
type EventRow = BetEvent & { readonly betId: string; readonly amount: Cents };

const auditedBet = ({ legs, ...bet }: BetRow): AuditedBet => ({
  ...bet,
  legs: legs.map(([matchId, market, pick, point, odds]) => ({
    matchId,
    outcome: storedOutcome(market, pick, point),
    odds: new Decimal(odds),
  })),
});

async function openRows<Row>(client: PoolClient, text: string): Promise<Cursor<Row>> {
  await client.query(`declare audited no scroll cursor for ${text}`);
  return openCursor(pages<Row>(client));
}

async function* pages<Row>(client: PoolClient): AsyncGenerator<Row[]> {
  for (;;) {
    const { rows } = await client.query(`fetch ${page} from audited`);
    if (rows.length > 0) yield rows as Row[];
    if (rows.length < page) return;
  }
}

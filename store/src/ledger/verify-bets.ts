import type { System } from '@touchline/core/betting';
import type { MatchId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { type Cents, Decimal } from '@touchline/core/money';
import type { BuilderInputs } from '@touchline/core/pricing';
import type { Pool, PoolClient } from 'pg';
import { decisionFromStored } from '../settlement/rulings.ts';
import { type AuditedBet, type BetEvent, checkBet, type Results, storedOutcome } from './check-bet.ts';
import { inOneSnapshot } from './consistent-reads.ts';
import { type Cursor, openCursor } from './cursor.ts';
import { type Findings, reportUnreadable } from './findings.ts';

const page = 2_000;

/**
 * Checks every bet against the ledger and the recorded results, in one snapshot, and returns their number. The chain proves that no event
 * was changed; this grades each bet again, by its agreed terms and the results, and believes no verdict that an event states. Streams,
 * reads only and locks nothing; holds the results in memory, some hundred bytes a match.
 */
export async function verifyBets(pool: Pool, findings: Findings): Promise<number> {
  return inOneSnapshot(pool, 2, async ([left, right]) => {
    if (!left || !right) throw new RangeError('a snapshot needs two connections');
    const known = { results: await readResults(left, findings), now: await readNow(left) };
    const bets = await openRows<BetRow>(left, betsText);
    const events = await openRows<EventRow>(right, eventsText);
    let count = 0;
    for await (const { id, bet, about } of inOrder(bets, events)) {
      if (bet) count += 1;
      try {
        checkBet(id, bet && auditedBet(bet), about, known, findings);
      } catch (error) {
        reportUnreadable(findings, error, `bet ${id}`, { wallet: bet?.walletId ?? '' });
      }
    }
    return count;
  });
}

/** Each bet with its events, also those of a bet that is not there. */
async function* inOrder(bets: Cursor<BetRow>, events: Cursor<EventRow>) {
  for (;;) {
    const [next, event] = [bets.row(), events.row()];
    if (!next && !event) return;
    const id = !event || (next && next.id < event.betId) ? (next?.id ?? '') : event.betId;
    const about: BetEvent[] = [];
    for (let row = events.row(); row?.betId === id; row = events.row()) {
      about.push(row);
      if (!events.step()) await events.load();
    }
    const bet = next?.id === id ? next : undefined;
    yield { id, bet, about };
    if (bet && !bets.step()) await bets.load();
  }
}

const betsText = `
  select b.id::text as id, b.wallet_id::text as "walletId", b.stake, b.bonus_stake as "bonusStake", b.system,
    b.total_odds as "totalOdds", b.potential_payout as "potentialPayout", b.status, b.payout, b.settlement,
    json_build_object('stake', b.cashed_stake, 'paid', b.cashed_paid) as "cashedOut",
    coalesce(b.accepted_at, b.placed_at) as "takenAt", b.acceptance is not distinct from 'pending' as "awaitsAcceptance",
    coalesce((
      select json_agg(json_build_array(l.match_id, l.market, l.pick, l.point::text, l.odds::text, l.priced_from)
        order by l.leg)
      from bet_legs l where l.bet_id = b.id
    ), '[]') as legs
  from bets b order by b.id`;

// Byte order of lower-case UUIDs is PostgreSQL's order.
const eventsText = `
  select coalesce(e.payload ->> 'betId', '') as "betId", e.wallet_id::text as "walletId", e.version, e.seq, e.key, e.type, e.amount,
    case when isfinite(e.recorded_at) then e.recorded_at else timestamptz '1970-01-01Z' end as "recordedAt", e.payload
  from ledger_events e
  where e.type in ('StakeTaken', 'BetAccepted', 'BetRejected', 'CashedOut', 'WinningsPaid', 'StakeLost', 'StakeRefunded',
    'SettlementRolledBack')
  order by coalesce(e.payload ->> 'betId', '') collate "C", e.wallet_id, e.version`;

type LegRow = readonly [
  AuditedBet['legs'][number]['matchId'],
  string,
  string,
  string | null,
  string,
  BuilderInputs | null,
];
type BetRow = Omit<AuditedBet, 'legs' | 'system'> & {
  readonly legs: readonly LegRow[];
  readonly system: System | null;
  readonly takenAt: Instant;
};
type EventRow = BetEvent & { readonly betId: string; readonly amount: Cents };

const auditedBet = ({ legs, system, ...bet }: BetRow): AuditedBet => ({
  ...bet,
  system: system ?? undefined,
  legs: legs.map(([matchId, market, pick, point, odds, pricedFrom]) => ({
    matchId,
    outcome: storedOutcome(market, pick, point),
    odds: new Decimal(odds),
    ...(pricedFrom && { pricedFrom }),
  })),
});

/**
 * Returns all decisions about each match, oldest first, and whether all bets must be settled by the last one. That takes minutes: the
 * match's own row, which can be forged, is believed for a day.
 */
async function readResults(client: PoolClient, findings: Findings): Promise<Results> {
  const { rows } = await client.query<ResultRow>(`
    select r.match_id as "matchId", r.version, r.kind, r.home_score as home, r.away_score as away, r.void_bets as "voidBets",
      r.half_home_score as "halfHome", r.half_away_score as "halfAway",
      date_part('epoch', r.decided_at) * 1000 as "decidedAt",
      not (m.graded_at is null and m.result_version = r.version and r.decided_at > now() - interval '24 hours') as "isApplied"
    from match_results r left join matches m on m.id = r.match_id order by r.match_id, r.version`);
  const results = new Map<MatchId, { decisions: Decided[]; isApplied: boolean }>();
  for (const { matchId, version, kind, home, away, halfHome, halfAway, voidBets, decidedAt, isApplied } of rows) {
    try {
      const score = home === null || away === null ? {} : { home, away };
      const half = halfHome === null || halfAway === null ? {} : { halfTime: { home: halfHome, away: halfAway } };
      const windows = voidBets.map(({ from, until, ...window }) => ({
        ...window,
        ...(from !== undefined && { from: instant(from) }),
        ...(until !== undefined && { until: instant(until) }),
      }));
      const decision = { ...decisionFromStored({ kind, ...score, ...half, voidBets: windows }), decidedAt };
      const known = results.get(matchId);
      if (known) known.decisions.push(decision);
      results.set(matchId, { decisions: known?.decisions ?? [decision], isApplied });
    } catch (error) {
      reportUnreadable(findings, error, `result ${version} of match ${matchId}`);
    }
  }
  return results;
}

type Decided = ReturnType<typeof decisionFromStored> & { readonly decidedAt: Instant };
type StoredResult = Parameters<typeof decisionFromStored>[0];
type ResultRow = Pick<StoredResult, 'kind' | 'voidBets'> & {
  readonly matchId: MatchId;
  readonly version: number;
  readonly home: number | null;
  readonly away: number | null;
  readonly halfHome: number | null;
  readonly halfAway: number | null;
  readonly decidedAt: Instant;
  readonly isApplied: boolean;
};

async function readNow(client: PoolClient): Promise<Instant> {
  const { rows } = await client.query<{ now: Instant }>('select now()');
  return rows[0]?.now ?? instant(0);
}

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

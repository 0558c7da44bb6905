import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type MarketKey, marketKeys } from '@touchline/core/markets';
import { ok, type Result, refused } from '@touchline/core/result';
import { recordAction } from '@touchline/store/audit';
import type { Db, Trx } from '@touchline/store/connect';
import { type OrderOutcome, openMarket, suspendMarket } from '@touchline/store/matches';
import type { Admin } from '@touchline/store/settlement';

export type MarketOrdered = {
  readonly matchId: MatchId;
  readonly status: 'open' | 'suspended';
  /** All when not given. */
  readonly market?: MarketKey | undefined;
  readonly reason: string;
};
export type OrderRefusal = { readonly code: Exclude<OrderOutcome, 'done'> };

/** Suspends or opens markets of a match and records who did, in one transaction. */
export async function orderMarket(
  db: Db,
  admin: Admin,
  ordered: MarketOrdered,
  at: Instant,
): Promise<Result<void, OrderRefusal>> {
  return db.transaction().execute(async (trx) => {
    const outcomes: OrderOutcome[] = [];
    for (const market of ordered.market ? [ordered.market] : marketKeys) {
      outcomes.push(await follow(trx, admin, { ...ordered, market }, at));
    }
    // A match may lack some markets: all were asked for, and those that exist have followed.
    const [refusal] = outcomes.filter((outcome) => outcome !== 'done');
    if (refusal && !outcomes.includes('done')) return refused({ code: refusal });
    await recordAction(trx, {
      actor: { userId: admin.userId, role: admin.role },
      action: ordered.status === 'open' ? 'market-opened' : 'market-suspended',
      subject: `match:${ordered.matchId}`,
      reason: ordered.reason,
      before: null,
      after: { market: ordered.market ?? 'all', status: ordered.status },
      requestId: admin.requestId,
    });
    return ok(undefined);
  });
}

function follow(
  trx: Trx,
  { userId }: Admin,
  { matchId, market, status, reason }: MarketOrdered & { readonly market: MarketKey },
  orderedAt: Instant,
): Promise<OrderOutcome> {
  const order = { matchId, market, actor: `user:${userId}`, reason, orderedAt };
  return status === 'open' ? openMarket(trx, order) : suspendMarket(trx, { ...order, status });
}

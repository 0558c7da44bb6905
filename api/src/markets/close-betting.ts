import type { BettingClosuresView } from '@touchline/core/contract';
import { marketTitles } from '@touchline/core/markets';
import { type Closable, leagueOf } from '@touchline/core/matches';
import { ok, type Result, refused } from '@touchline/core/result';
import { recordAction } from '@touchline/store/audit';
import type { Db } from '@touchline/store/connect';
import { type ClosureOutcome, closuresInForce, switchBetting } from '@touchline/store/matches';
import type { Admin } from '@touchline/store/settlement';

type Switch = {
  readonly closes: Closable;
  readonly act: 'close' | 'open';
  readonly scope: string;
  readonly reason: string;
};
export type SwitchRefusal = { readonly code: Exclude<ClosureOutcome, 'done'> };

/**
 * Closes or reopens betting or cash-out, and records who did, in one transaction. Once a closure returns, no node accepts a bet, or
 * cashes one out, there any more.
 */
export const closeBetting = (
  db: Db,
  { userId, role, requestId }: Admin,
  { closes, act, scope, reason }: Switch,
): Promise<Result<void, SwitchRefusal>> =>
  db.transaction().execute(async (trx) => {
    const outcome = await switchBetting(trx, { closes, scope, act, actor: userId, reason });
    if (outcome !== 'done') return refused({ code: outcome });
    const [matchId, market] = scope.includes('-') ? scope.split('/') : [undefined, scope];
    await recordAction(trx, {
      actor: { userId, role },
      action: `${closes}-${act === 'close' ? 'closed' : 'opened'}`,
      subject: matchId === undefined ? `${closes}:${scope}` : `match:${matchId}`,
      reason,
      before: null,
      after: {
        [closes]: act === 'close' ? 'closed' : 'open',
        on: leagueOf(scope)?.title ?? marketTitles[market ?? ''] ?? 'everything',
      },
      requestId,
    });
    return ok(undefined);
  });

/** Returns where betting and cash-out are closed now, who closed them and why. */
export const viewClosures = async (db: Db): Promise<BettingClosuresView> => ({
  closures: (await closuresInForce(db)).map((closure) => ({
    ...closure,
    closedAt: new Date(closure.closedAt).toISOString(),
  })),
});

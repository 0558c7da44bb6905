import type { BettingClosuresView } from '@touchline/core/contract';
import { type LeagueKey, leagueOf } from '@touchline/core/matches';
import { ok, type Result, refused } from '@touchline/core/result';
import { recordAction } from '@touchline/store/audit';
import type { Db } from '@touchline/store/connect';
import { type ClosureOutcome, closuresInForce, switchBetting } from '@touchline/store/matches';
import type { Admin } from '@touchline/store/settlement';

type Switch = { readonly act: 'close' | 'open'; readonly league?: LeagueKey | undefined; readonly reason: string };
export type SwitchRefusal = { readonly code: Exclude<ClosureOutcome, 'done'> };

/**
 * Closes or reopens betting everywhere or on one league, and records who did, in one transaction. Once a closure returns, no node
 * accepts a bet any more.
 */
export const closeBetting = (
  db: Db,
  { userId, role, requestId }: Admin,
  { act, league, reason }: Switch,
): Promise<Result<void, SwitchRefusal>> =>
  db.transaction().execute(async (trx) => {
    const outcome = await switchBetting(trx, { scope: league ?? 'all', act, actor: userId, reason });
    if (outcome !== 'done') return refused({ code: outcome });
    await recordAction(trx, {
      actor: { userId, role },
      action: act === 'close' ? 'betting-closed' : 'betting-opened',
      subject: `betting:${league ?? 'all'}`,
      reason,
      before: null,
      after: { betting: act === 'close' ? 'closed' : 'open', on: leagueOf(league ?? '')?.title ?? 'everything' },
      requestId,
    });
    return ok(undefined);
  });

/** Returns where betting is closed now, who closed it and why. */
export const viewClosures = async (db: Db): Promise<BettingClosuresView> => ({
  closures: (await closuresInForce(db)).map((closure) => ({
    ...closure,
    closedAt: new Date(closure.closedAt).toISOString(),
  })),
});

import { type BettingClosuresView, utcText } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { marketTitles } from '@touchline/core/markets';
import { type Closable, leagueOf } from '@touchline/core/matches';
import { type Cents, centsFromDollars, dollarsOrNull } from '@touchline/core/money';
import { ok, type Result, refused } from '@touchline/core/result';
import { recordAction } from '@touchline/store/audit';
import { cashOutLimitsInForce, setCashOutLimit } from '@touchline/store/bets';
import type { Db } from '@touchline/store/connect';
import { type ClosureOutcome, closuresInForce, switchBetting } from '@touchline/store/matches';
import type { Admin } from '@touchline/store/settlement';

type Switch = {
  readonly closes: Closable;
  readonly act: 'close' | 'open';
  readonly scope: string;
  readonly reason: string;
};
type Limit = { readonly [Limit in 'maxPayment' | 'maxMatchDay']: number | null } & Pick<Switch, 'scope' | 'reason'>;
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
    await recordAction(trx, {
      actor: { userId, role },
      action: `${closes}-${act === 'close' ? 'closed' : 'opened'}`,
      subject: subjectOf(closes, scope),
      reason,
      before: null,
      after: { [closes]: act === 'close' ? 'closed' : 'open', on: nameOf(scope) },
      requestId,
    });
    return ok(undefined);
  });

/**
 * Sets what cash-outs pay at most, in dollars, and records who did, in one transaction. Once it returns, no node pays more.
 */
export const limitCashOut = (
  db: Db,
  { userId, role, requestId }: Admin,
  { scope, reason, ...asked }: Limit,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const limit = { maxPayment: centsOrNull(asked.maxPayment), maxMatchDay: centsOrNull(asked.maxMatchDay) };
    const before = await setCashOutLimit(trx, { scope, ...limit, actor: userId, reason });
    const shown = ({ maxPayment, maxMatchDay }: typeof limit) => ({
      maxPayment: dollarsOrNull(maxPayment),
      maxMatchDay: dollarsOrNull(maxMatchDay),
      on: nameOf(scope),
    });
    await recordAction(trx, {
      actor: { userId, role },
      action: 'cash-out-limited',
      subject: subjectOf('cash-out', scope),
      reason,
      before: before ? shown(before) : null,
      after: shown(limit),
      requestId,
    });
  });

const centsOrNull = (amount: number | null): Cents | null =>
  amount === null ? null : (centsFromDollars(amount) ?? null);

function subjectOf(closes: Closable, scope: string): `${string}:${string}` {
  const matchId = scope.includes('-') ? scope.split('/')[0] : undefined;
  return matchId === undefined ? `${closes}:${scope}` : `match:${matchId}`;
}
function nameOf(scope: string): string {
  const isMatch = scope.includes('-');
  const title = marketTitles[(isMatch ? scope.split('/')[1] : scope) ?? ''];
  if (title) return t(title);
  return isMatch ? 'all markets' : (leagueOf(scope)?.title ?? 'everything');
}

/** Returns where betting and cash-out are closed now and cash-outs are limited, by whom and why. */
export const viewClosures = async (db: Db): Promise<BettingClosuresView> => ({
  closures: (await closuresInForce(db)).map((closure) => ({
    ...closure,
    closedAt: utcText(closure.closedAt),
  })),
  limits: (await cashOutLimitsInForce(db)).map((limit) => ({
    ...limit,
    maxPayment: dollarsOrNull(limit.maxPayment),
    maxMatchDay: dollarsOrNull(limit.maxMatchDay),
    setAt: utcText(limit.setAt),
  })),
});

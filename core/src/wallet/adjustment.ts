import type { UserId, WalletId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import { type Cents, cents } from '../money/index.ts';
import { ok, type Result, refused } from '../result.ts';

/** Why a balance is adjusted, as the bettor reads it: a courtesy, or the correction of a bet or of a payment. */
export const adjustmentCauses = ['courtesy', 'bet', 'payment', 'other'] as const;
export type AdjustmentCause = (typeof adjustmentCauses)[number];
/** The most that one adjustment adds or takes away. */
export const maxAdjustment: Cents = cents(10_000_000);

/**
 * A change of a balance by staff: one admin requests it, another one approves it, and the operator posts it to the ledger. `amount`:
 * negative if it takes money away.
 */
export type Adjustment = {
  readonly id: string;
  readonly walletId: WalletId;
  readonly amount: Cents;
  readonly cause: AdjustmentCause;
  readonly requested: { readonly by: UserId; readonly at: Instant };
  readonly decided: { readonly how: AdjustmentDecision; readonly by: UserId; readonly at: Instant } | null;
};
export const adjustmentDecisions = ['approved', 'declined'] as const;
export type AdjustmentDecision = (typeof adjustmentDecisions)[number];

/** `key-reused`: its id was used for another one. `account-closed`: it would move the balance of a closed account away from 0. */
export type RequestAdjustmentRefusal = {
  readonly code: 'player-unknown' | 'own-account' | 'key-reused' | 'account-closed';
};
export type DecideAdjustmentRefusal =
  | { readonly code: 'adjustment-unknown' | 'adjustment-same-admin' | 'own-account' | 'account-closed' }
  | { readonly code: 'adjustment-decided'; readonly how: AdjustmentDecision };

/**
 * Whether an admin may decide it. An admin may decline but not approve what they requested themselves, and may not decide about their
 * own account. The same decision by the same admin is accepted again.
 */
export function mayDecideAdjustment(
  { requested, decided }: Adjustment,
  how: AdjustmentDecision,
  { userId, isOwner }: { readonly userId: UserId; readonly isOwner: boolean },
): Result<{ readonly isRepeated: boolean }, DecideAdjustmentRefusal> {
  if (decided) {
    if (decided.how === how && decided.by === userId) return ok({ isRepeated: true });
    return refused({ code: 'adjustment-decided', how: decided.how });
  }
  if (isOwner) return refused({ code: 'own-account' });
  if (how === 'approved' && requested.by === userId) return refused({ code: 'adjustment-same-admin' });
  return ok({ isRepeated: false });
}

import * as z from 'zod/mini';
import { schemaText, t } from '../../language/index.ts';
import { centsFromDollars, dollars } from '../../money/index.ts';
import {
  type Adjustment,
  adjustmentCauses,
  adjustmentDecisions,
  type DecideAdjustmentRefusal,
  maxAdjustment,
  type RequestAdjustmentRefusal,
} from '../../wallet/index.ts';
import { staffAccess } from '../audit/endpoints.ts';
import { type Access, endpoints } from '../endpoint.ts';
import { userId } from '../ids.ts';
import { playerExclusionRefusalView } from '../players/exclusion.ts';
import { reasonText } from '../reason-text.ts';
import type { RefusalView } from '../refusal-view.ts';
import { utcText } from '../utc-text.ts';

const admins: Access = { roles: ['admin'], refusal: schemaText('Only admins can do this.') };
const tag = 'admin';
const admin = z.object({ id: z.string(), name: z.string() });

/** `requested`: no decision yet. `approved`: not posted yet. `posted`: in the ledger. */
export const adjustmentStates = ['requested', 'approved', 'declined', 'posted'] as const;
export type AdjustmentState = (typeof adjustmentStates)[number];

/** `amount` in dollars, negative if it takes money away; `reason`: as the admin who requested it wrote; times as ISO text. */
export const adjustmentView = z.object({
  id: z.string(),
  user: z.object({ id: z.string(), name: z.string() }),
  amount: z.number(),
  cause: z.enum(adjustmentCauses),
  reason: z.string(),
  state: z.enum(adjustmentStates),
  requested: z.object({ by: admin, at: z.string() }),
  decided: z.nullable(z.object({ by: admin, at: z.string() })),
  postedAt: z.nullable(z.string()),
});
export type AdjustmentView = z.infer<typeof adjustmentView>;
export type StoredAdjustment = Adjustment & {
  readonly userId: string;
  readonly userName: string;
  readonly reason: string;
  readonly requesterName: string;
  readonly deciderName: string | null;
  readonly postedAt: Adjustment['requested']['at'] | null;
};

export const viewAdjustment = (adjustment: StoredAdjustment): AdjustmentView => ({
  id: adjustment.id,
  user: { id: adjustment.userId, name: adjustment.userName },
  amount: dollars(adjustment.amount),
  cause: adjustment.cause,
  reason: adjustment.reason,
  state: adjustment.postedAt !== null ? 'posted' : (adjustment.decided?.how ?? 'requested'),
  requested: {
    by: { id: adjustment.requested.by, name: adjustment.requesterName },
    at: utcText(adjustment.requested.at),
  },
  decided: adjustment.decided && {
    by: { id: adjustment.decided.by, name: adjustment.deciderName ?? adjustment.decided.by },
    at: utcText(adjustment.decided.at),
  },
  postedAt: adjustment.postedAt === null ? null : utcText(adjustment.postedAt),
});

/** Names `maxAdjustment`. */
export const adjustmentAmountText = schemaText('Please enter an amount of up to $100,000 in whole cents');
const isAdjustable = (amount: number): boolean => {
  const exact = centsFromDollars(amount);
  return exact !== undefined && exact !== 0 && Math.abs(exact) <= maxAdjustment;
};
/** `amount` in dollars and whole cents, not 0, at most `maxAdjustment` either way. */
export const adjustRequest = z.object({
  amount: z.number().check(z.refine(isAdjustable, adjustmentAmountText)),
  cause: z.enum(adjustmentCauses),
  reason: reasonText,
});

export const adjustmentEndpoints = endpoints({
  list: {
    method: 'GET',
    path: '/adjustments',
    access: staffAccess,
    tag,
    summary: 'Adjustments of balances, those that wait first, then the newest, at most 200; for admins and auditors',
    query: z.object({ user: z.optional(userId) }),
    answer: z.array(adjustmentView),
  },
  request: {
    method: 'POST',
    path: '/players/:id/adjustments',
    access: admins,
    tag,
    summary: 'Ask for an adjustment of a balance; the same Idempotency-Key is the same adjustment',
    idempotent: true,
    params: z.object({ id: userId }),
    body: adjustRequest,
    status: 201,
    answer: adjustmentView,
    refusals: { 'player-unknown': 404, 'own-account': 403, 'key-reused': 409, 'account-closed': 409 },
  },
  decide: {
    method: 'POST',
    path: '/adjustments/:id/decide',
    access: admins,
    tag,
    summary: 'Approve or decline an adjustment; only another admin than the one who asked for it approves it',
    params: z.object({ id: z.uuid() }),
    body: z.object({ how: z.enum(adjustmentDecisions) }),
    answer: adjustmentView,
    refusals: {
      'adjustment-unknown': 404,
      'own-account': 403,
      'adjustment-same-admin': 403,
      'adjustment-decided': 409,
      'account-closed': 409,
    },
  },
});

export function adjustmentRefusalView(refusal: RequestAdjustmentRefusal | DecideAdjustmentRefusal): RefusalView {
  const { code } = refusal;
  switch (code) {
    case 'player-unknown':
    case 'own-account':
      return playerExclusionRefusalView({ code });
    case 'key-reused':
      return { code, error: t('An earlier request arrived as another adjustment. This one was not made.') };
    case 'account-closed':
      return { code, error: t('The account is closed. An adjustment can only bring its balance to 0.') };
    case 'adjustment-unknown':
      return { code, error: t('Adjustment not found.') };
    case 'adjustment-same-admin':
      return { code, error: t('You requested this adjustment, so another admin has to approve it.') };
    case 'adjustment-decided':
      return {
        code,
        error:
          refusal.how === 'approved'
            ? t('This adjustment was approved by another admin.')
            : t('This adjustment was declined.'),
      };
  }
}

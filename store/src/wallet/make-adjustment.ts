import { ok } from '@touchline/core/result';
import type { CommandKind, MakeAdjustment } from './command.ts';

/** Posts an approved adjustment, once. */
export const makeAdjustment: CommandKind<MakeAdjustment> = {
  key: ({ adjustment }) => `adjustment:${adjustment.id}`,
  request: ({ adjustment }) => ({ adjustment: adjustment.id }),
  decide: ({ adjustment: { id, amount, cause, requestedBy, approvedBy } }) =>
    ok({
      event: {
        type: 'AdjustmentMade',
        amount,
        adjustmentId: id,
        reason: cause,
        requestedBy: `admin:${requestedBy}`,
        approvedBy: `admin:${approvedBy}`,
      },
    }),
  answer: (_command, moved, { event }) => ({ ...moved, event }),
};

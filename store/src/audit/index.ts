export { listActions } from './list-actions.ts';
export { type Action, recordAction } from './record-action.ts';
export { refundAgainAction, refundPaidAction, resolvedAction } from './resolved-action.ts';

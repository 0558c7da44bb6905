export { listActions } from './list-actions.ts';
export { type Action, recordAction } from './record-action.ts';
export { refundDecidedAction, resolvedAction } from './resolved-action.ts';

export { type AuditFilter, listActions } from './list-actions.ts';
export { type Action, type RecordedAction, recordAction } from './record-action.ts';
export { refundAgainAction, resolvedAction } from './resolved-action.ts';

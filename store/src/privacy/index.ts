export { carryRestrictions } from './carry-restrictions.ts';
export { closeAccount, closeProblem } from './close-account.ts';
export { isClosedWallet, mayAdjust } from './closed-wallets.ts';
export {
  hadBonusElsewhere,
  listSignals,
  readSharedSignals,
  recognizePerson,
  type SharedSignals,
} from './person-signals.ts';
export { policies } from './policies.ts';
export { applyRetention, type RetentionDays, readRetentionDays } from './retention.ts';

export { bearerToken } from './bearer-token.ts';
export {
  credentialTexts,
  demoEmails,
  emailProblem,
  isEmail,
  isStaff,
  maxNameLength,
  maxPasswordLength,
  minNameLength,
  minPasswordLength,
  nameProblem,
  normalEmail,
  passwordProblem,
  type Role,
  roles,
  tidyName,
} from './credentials.ts';
export {
  allExclusionCauses,
  type Excluded,
  type Exclusion,
  type ExclusionCause,
  type ExclusionKind,
  type ExclusionRefusal,
  exclude,
  excludedBy,
  exclusionAt,
  exclusionCauses,
  exclusionKinds,
  isExcluded,
  longerOf,
  type OwnExclusion,
  type WantedExclusion,
} from './exclusion.ts';
export {
  changeLimit,
  type LimitChange,
  type LimitKind,
  type LimitPeriod,
  type LimitReached,
  limitKinds,
  limitNow,
  limitPeriods,
  lossUsed,
  passedLimit,
  periodMs,
  roomAgainAt,
  type Use,
  type UsedOf,
  usedAfter,
  type WantedLimit,
} from './limits.ts';
export {
  type ExcludingAdmin,
  excludeByOperator,
  liftExclusion,
  type OperatorExclusion,
  type OperatorExclusionRefusal,
  runs,
  type WantedOperatorExclusion,
} from './operator-exclusion.ts';
export { meetsAllRequirements, passwordRequirements, passwordStrength } from './password.ts';
export { isReason, marketReasonLength, reasonLength, type TextLength } from './reason.ts';
export { bonusSignals, mailboxOf, type PersonSignal, type SignalKind, signalKinds } from './same-person.ts';
export {
  isFavourite,
  maxFavouriteLength,
  maxFavourites,
  type OddsFormat,
  oddsFormats,
  oddsPolicies,
  writeOdds,
} from './settings.ts';

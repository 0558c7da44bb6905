export {
  credentialWords,
  emailProblem,
  isEmail,
  minNameLength,
  minPasswordLength,
  nameProblem,
  normalEmail,
  passwordProblem,
  type Role,
  roles,
} from './credentials.ts';
export {
  type Excluded,
  type Exclusion,
  type ExclusionKind,
  type ExclusionRefusal,
  exclude,
  excludedBy,
  exclusionDays,
  exclusionKinds,
  isExcluded,
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
export { meetsAllRequirements, type PasswordStrength, passwordRequirements, passwordStrength } from './password.ts';
export { type OddsFormat, oddsFormats, oddsPolicies, writeOdds } from './settings.ts';

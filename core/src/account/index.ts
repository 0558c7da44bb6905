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
export { meetsAllRequirements, type PasswordStrength, passwordRequirements, passwordStrength } from './password.ts';
export { type OddsFormat, oddsFormats, oddsPolicies } from './settings.ts';

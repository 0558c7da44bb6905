import { type Message, msg } from '../language/index.ts';

/** The five requirements of a new password, in the order of the checklist. */
export const passwordRequirements = [
  { code: 'length', label: msg('At least 8 characters'), isMet: (password: string) => password.length >= 8 },
  { code: 'uppercase', label: msg('One uppercase letter'), isMet: (password: string) => /\p{Lu}/u.test(password) },
  { code: 'lowercase', label: msg('One lowercase letter'), isMet: (password: string) => /\p{Ll}/u.test(password) },
  { code: 'digit', label: msg('One number'), isMet: (password: string) => /\p{Nd}/u.test(password) },
  {
    code: 'special',
    label: msg('One special character'),
    isMet: (password: string) => /[^\p{L}\p{M}\p{N}\s]/u.test(password),
  },
] as const;

/** The label of the strength bar by how many requirements are met, 0 to 5. */
const veryWeak = msg('Very Weak');
const strengthLabels = [veryWeak, msg('Weak'), msg('Fair'), msg('Good'), msg('Strong'), msg('Very Strong')] as const;
type PasswordStrength = { readonly met: number; readonly label: Message };

/** Returns how many requirements a password meets, and its label. */
export function passwordStrength(password: string): PasswordStrength {
  const met = passwordRequirements.filter((requirement) => requirement.isMet(password)).length;
  return { met, label: strengthLabels[met] ?? veryWeak };
}

export const meetsAllRequirements = (password: string): boolean =>
  passwordRequirements.every((requirement) => requirement.isMet(password));

import { currentLanguage, type Message, msg, textIn } from '@touchline/core/language';
import { titleOf } from '../payments/transaction-texts.ts';

const actionTexts: Readonly<Record<string, Message>> = {
  'withdrawal-approved': msg('Withdrawal approved'),
  'withdrawal-approved-first': msg('Withdrawal approved first'),
  'withdrawal-first-approval-removed': msg('First approval removed'),
  'withdrawal-rejected': msg('Withdrawal rejected'),
  'withdrawal-return-paid': msg('Withdrawal return paid'),
  'withdrawal-return-approved-first': msg('Withdrawal return approved first'),
  'withdrawal-return-retried': msg('Withdrawal return retried'),
  'deposit-credited': msg('Deposit credited'),
  'deposit-returned': msg('Deposit returned'),
  'deposit-proposed': msg('Deposit proposed'),
  'deposit-refund-repeated': msg('Deposit refund repeated'),
  'deposit-refund-paid': msg('Deposit refund paid in another way'),
  'payout-details-read': msg('Payout details read'),
  'statement-uploaded': msg('Statement uploaded'),
  'player-excluded': msg('Player excluded'),
  'player-exclusion-lifted': msg('Player exclusion lifted'),
  'adjustment-requested': msg('Adjustment requested'),
  'adjustment-approved': msg('Adjustment approved'),
  'adjustment-declined': msg('Adjustment declined'),
  'player-signed-out': msg('Player signed out'),
  'market-suspended': msg('Market suspended'),
  'market-opened': msg('Market opened'),
  'betting-closed': msg('Betting closed'),
  'betting-opened': msg('Betting opened'),
  'cash-out-closed': msg('Cash out closed'),
  'cash-out-opened': msg('Cash out opened'),
  'cash-out-limited': msg('Cash out limited'),
  'result-entered': msg('Result entered'),
  'result-corrected': msg('Result corrected'),
  'result-proposed': msg('Result proposed'),
  'result-confirmed': msg('Result confirmed'),
  'result-rejected': msg('Result rejected'),
  'match-voided': msg('Match voided'),
  'voiding-decided': msg('Voiding decided'),
  'voiding-proposed': msg('Voiding proposed'),
  'voiding-confirmed': msg('Voiding confirmed'),
  'voiding-rejected': msg('Voiding rejected'),
  'proposal-withdrawn': msg('Proposal withdrawn'),
  'review-resolved': msg('Review resolved'),
  'team-name-confirmed': msg('Team name confirmed'),
  'team-name-rejected': msg('Team name rejected'),
  'second-factor-enabled': msg('Second factor enabled'),
  'second-factor-disabled': msg('Second factor disabled'),
  'second-factor-replaced': msg('Second factor replaced'),
  'second-factor-reset': msg('Second factor reset'),
  'recovery-codes-renewed': msg('Recovery codes renewed'),
  'passkey-added': msg('Passkey added'),
  'passkey-removed': msg('Passkey removed'),
  'role-changed': msg('Role changed'),
  'log-ended': msg('Transparency log ended'),
  'staff-invited': msg('Staff invited'),
  'account-closed': msg('Account closed'),
  'case-opened': msg('Case opened'),
  'case-noted': msg('Case noted'),
  'case-assigned': msg('Case assigned'),
  'case-attached': msg('Attached to case'),
  'case-explained': msg('Case explained'),
  'case-resolved': msg('Case resolved'),
  'case-reopened': msg('Case reopened'),
};

/** What admins can be filtered by. */
export const knownActions: readonly string[] = Object.keys(actionTexts);

/** The title of an action; one that this page does not know yet by its own name: `bonus-granted` → "Bonus granted". */
export const actionText = (action: string): string => textIn(actionTexts, action) ?? titleOf(action);

/** The same inside a sentence. */
export const actionInSentence = (action: string): string => inSentence(actionText(action));

const subjectKinds: Readonly<Record<string, Message>> = {
  betting: msg('Betting'),
  case: msg('Case'),
  bet: msg('Bet'),
  deposit: msg('Deposit'),
  event: msg('Event'),
  match: msg('Match'),
  statement: msg('Statement'),
  team: msg('Team'),
  transaction: msg('Transaction'),
  user: msg('User'),
  wallet: msg('Wallet'),
  withdrawal: msg('Withdrawal'),
};

/** What kind of thing an action was about: `match:01937f8a-…` → "Match". */
export function subjectKind(subject: string): string {
  const [kind = ''] = subject.split(':');
  return textIn(subjectKinds, kind) ?? titleOf(kind);
}

/** German nouns keep their capital. */
export const inSentence = (title: string): string =>
  currentLanguage() === 'de' ? title : title.charAt(0).toLowerCase() + title.slice(1);

const roleTexts: Readonly<Record<string, Message>> = {
  admin: msg('Admin'),
  auditor: msg('Auditor'),
  bettor: msg('Bettor'),
  operator: msg('Operator'),
  system: msg('System'),
};
export const roleText = (role: string): string => textIn(roleTexts, role) ?? titleOf(role);

import type { CaseEntry, CaseKind, CaseState } from '@touchline/core/contract';
import { type Message, msg } from '@touchline/core/language';
import { subjectKind } from '../../ledger/audit-texts.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export const kindTexts: Record<CaseKind, Message> = {
  verification: msg('Verification'),
  reconciliation: msg('Reconciliation'),
  investigation: msg('Investigation'),
};
export const stateTexts: Record<CaseState, { readonly text: Message; readonly tone: BadgeTone }> = {
  open: { text: msg('Open'), tone: 'lost' },
  explained: { text: msg('Explained'), tone: 'gold' },
  resolved: { text: msg('Resolved'), tone: 'won' },
};
export const actTexts: Record<CaseEntry['act'], Message> = {
  opened: msg('Opened'),
  noted: msg('Note'),
  assigned: msg('Taken over'),
  attached: msg('Attached'),
  explained: msg('Explained'),
  resolved: msg('Resolved'),
  reopened: msg('Opened again'),
};

/** Where a subject is shown; `undefined` if this person has no screen for it. */
export function hrefOf(subject: string, role: string | undefined): string | undefined {
  const [kind, id = ''] = subject.split(':');
  if (kind === 'transaction' && role === 'admin') return `/transactions?user=${id}`;
  if (role !== 'auditor') return undefined;
  if (kind === 'wallet') return `/ledger/wallets/${id}`;
  if (kind === 'event') return `/ledger?cause=${subject}`;
  return kind === 'bet' ? `/ledger?cause=${id}` : undefined;
}

/** "event:12" → "Event 12". */
export const subjectText = (subject: string): string => {
  const [, id = ''] = subject.split(':');
  return `${subjectKind(subject)} ${id}`;
};

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

import type { CaseEntry, CaseKind, CaseState } from '@touchline/core/contract';
import type { BadgeTone } from '../../ui/badge.tsx';

export const kindTexts: Record<CaseKind, string> = {
  verification: 'Verification',
  reconciliation: 'Reconciliation',
  investigation: 'Investigation',
};
export const stateTexts: Record<CaseState, { readonly word: string; readonly tone: BadgeTone }> = {
  open: { word: 'Open', tone: 'lost' },
  explained: { word: 'Explained', tone: 'gold' },
  resolved: { word: 'Resolved', tone: 'won' },
};
export const actTexts: Record<CaseEntry['act'], string> = {
  opened: 'Opened',
  noted: 'Note',
  assigned: 'Taken over',
  attached: 'Attached',
  explained: 'Explained',
  resolved: 'Resolved',
  reopened: 'Opened again',
};

/** Where a subject is shown; `undefined` if this person has no screen for it. */
export function hrefOf(subject: string, role: string | undefined): string | undefined {
  const [kind, id = ''] = subject.split(':');
  if (kind === 'transaction' && role === 'admin') return `/transactions?search=${id}`;
  if (role !== 'auditor') return undefined;
  if (kind === 'wallet') return `/ledger/wallets/${id}`;
  if (kind === 'event') return `/ledger?cause=${subject}`;
  return kind === 'bet' ? `/ledger?cause=${id}` : undefined;
}

/** "event:12" → "Event 12". */
export const subjectText = (subject: string): string => {
  const [kind = '', id = ''] = subject.split(':');
  return `${capitalized(kind)} ${id}`;
};

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

import type { SlipEntry } from '@touchline/core/betting';
import type { MatchId } from '@touchline/core/ids';
import { odds } from '@touchline/core/money';
import { placeBetRequest, placeTicketsRequest } from '../api/bet-shapes.ts';
import { preferences } from '../settings/preferences.ts';
import type { BetAttempt, SlipRequest } from './bet-request.ts';
import { pinKey, slipKey } from './slip-keys.ts';
import type { StoredSlip } from './slip-setup.ts';
import { newForm, type TicketForm } from './tickets.ts';

/** Returns the slip of the last visit; missing or malformed parts are empty. */
export function readSlip(): StoredSlip {
  const stored = parsed(localStorage.getItem(slipKey));
  return {
    entries: isRecord(stored) && Array.isArray(stored['entries']) ? stored['entries'].flatMap(entryFrom) : [],
    stakeText: isRecord(stored) && typeof stored['stakeText'] === 'string' ? stored['stakeText'] : '',
    form: isRecord(stored) ? formFrom(stored['form']) : newForm,
    attempt: isRecord(stored) ? attemptFrom(stored['attempt']) : null,
    policy: preferences().oddsPolicy,
  };
}

/** Stores the slip without the policy, which is stored with the preferences. */
export function storeSlip({ entries, stakeText, form, attempt }: Omit<StoredSlip, 'policy'>): void {
  const { kind, stakes } = form;
  const isEmpty = entries.length === 0;
  const isUsual = isEmpty || kind === 'accumulator';
  const stored = {
    entries,
    attempt,
    ...(!isEmpty && stakeText !== '' && { stakeText }),
    ...(!isUsual && { form: { ...form, stakes: Object.fromEntries(stakes) } }),
  };
  localStorage.setItem(slipKey, JSON.stringify(stored));
}

export const readPinned = (): boolean => localStorage.getItem(pinKey) === 'pinned';
export const storePinned = (isPinned: boolean): void => localStorage.setItem(pinKey, isPinned ? 'pinned' : 'loose');

function entryFrom(stored: unknown): readonly SlipEntry[] {
  if (!isRecord(stored)) return [];
  const { matchId, betOutcome, matchName = '' } = stored;
  const price = typeof stored['odds'] === 'string' ? odds(stored['odds']) : undefined;
  if (typeof matchId !== 'string' || typeof betOutcome !== 'string' || typeof matchName !== 'string') return [];
  return price ? [{ matchId: matchId as MatchId, betOutcome, matchName, odds: price }] : [];
}

function formFrom(stored: unknown): TicketForm {
  if (!isRecord(stored)) return newForm;
  const { kind, stakes, sizes, bankers } = stored;
  if (kind !== 'singles' && kind !== 'system') return newForm;
  const texts = isRecord(stakes) ? Object.entries(stakes) : [];
  return {
    kind,
    stakes: new Map(texts.flatMap(([match, text]) => (typeof text === 'string' ? [[match, text] as const] : []))),
    sizes: Array.isArray(sizes) ? sizes.filter((size) => Number.isInteger(size)) : null,
    bankers: Array.isArray(bankers) ? bankers.filter((match) => typeof match === 'string') : [],
  };
}

function attemptFrom(stored: unknown): BetAttempt | null {
  if (!isRecord(stored)) return null;
  const request = requestFrom(stored['request']);
  const { key, bettorId } = stored;
  if (!request || typeof key !== 'string' || typeof bettorId !== 'string') return null;
  // The page was left without an answer, so it was submitted at least once.
  return { key, bettorId, request, attempts: 1 };
}

function requestFrom(stored: unknown): SlipRequest | undefined {
  try {
    return isRecord(stored) && 'tickets' in stored ? placeTicketsRequest.parse(stored) : placeBetRequest.parse(stored);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}

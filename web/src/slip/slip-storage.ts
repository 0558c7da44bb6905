import type { SlipEntry } from '@touchline/core/betting';
import type { PlaceBetRequest } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { odds } from '@touchline/core/money';
import { placeBetRequest } from '../api/bet-shapes.ts';
import { preferences } from '../settings/preferences.ts';
import type { BetAttempt } from './bet-request.ts';
import { pinKey, slipKey } from './slip-keys.ts';
import type { StoredSlip } from './slip-setup.ts';

/** Returns the slip of the last visit; missing or malformed parts are empty. */
export function readSlip(): StoredSlip {
  const stored = parsed(localStorage.getItem(slipKey));
  return {
    entries: isRecord(stored) && Array.isArray(stored['entries']) ? stored['entries'].flatMap(entryFrom) : [],
    attempt: isRecord(stored) ? attemptFrom(stored['attempt']) : null,
    policy: preferences().oddsPolicy,
  };
}

/** Stores the slip without the policy, which is stored with the preferences. */
export function storeSlip({ entries, attempt }: Pick<StoredSlip, 'entries' | 'attempt'>): void {
  localStorage.setItem(slipKey, JSON.stringify({ entries, attempt }));
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

function attemptFrom(stored: unknown): BetAttempt | null {
  if (!isRecord(stored)) return null;
  const request = requestFrom(stored['request']);
  const { key, bettorId } = stored;
  if (!request || typeof key !== 'string' || typeof bettorId !== 'string') return null;
  // The page was left without an answer, so it was submitted at least once.
  return { key, bettorId, request, attempts: 1 };
}

function requestFrom(stored: unknown): PlaceBetRequest | undefined {
  try {
    return placeBetRequest.parse(stored);
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

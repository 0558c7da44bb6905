import type { SlipEntry } from '@touchline/core/betting';
import type { PlaceBetRequest } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { odds } from '@touchline/core/money';
import { placeBetRequest } from '../api/bet-shapes.ts';
import { preferences } from '../settings/preferences.ts';
import type { Attempt } from './attempt.ts';
import { pinKey, slipKey } from './slip-keys.ts';
import type { KeptSlip } from './slip-moves.ts';

const keys = { slip: slipKey, pinned: pinKey } as const;

/** The slip as it was left; what is missing or broken counts as nothing. */
export function readKeptSlip(): KeptSlip {
  const kept = parsed(localStorage.getItem(keys.slip));
  return {
    entries: isRecord(kept) && Array.isArray(kept['entries']) ? kept['entries'].flatMap(entryFrom) : [],
    attempt: isRecord(kept) ? attemptFrom(kept['attempt']) : null,
    policy: preferences().oddsPolicy,
  };
}

/** The policy is a preference, and kept as one. */
export function keepSlip({ entries, attempt }: Pick<KeptSlip, 'entries' | 'attempt'>): void {
  localStorage.setItem(keys.slip, JSON.stringify({ entries, attempt }));
}

export const readPin = (): 'pinned' | 'loose' => (localStorage.getItem(keys.pinned) === 'pinned' ? 'pinned' : 'loose');
export const keepPin = (pin: 'pinned' | 'loose'): void => localStorage.setItem(keys.pinned, pin);

function entryFrom(stored: unknown): readonly SlipEntry[] {
  if (!isRecord(stored)) return [];
  const { matchId, betOutcome, matchName = '' } = stored;
  const price = typeof stored['odds'] === 'string' ? odds(stored['odds']) : undefined;
  if (typeof matchId !== 'string' || typeof betOutcome !== 'string' || typeof matchName !== 'string') return [];
  return price ? [{ matchId: matchId as MatchId, betOutcome, matchName, odds: price }] : [];
}

function attemptFrom(stored: unknown): Attempt | null {
  if (!isRecord(stored)) return null;
  const request = requestFrom(stored['request']);
  const { key, bettorId } = stored;
  if (!request || typeof key !== 'string' || typeof bettorId !== 'string') return null;
  return { key, bettorId, request, tries: 1 };
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

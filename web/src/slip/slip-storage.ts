import type { OddsPolicy, Slip, SlipEntry } from '@touchline/core/betting';
import type { MatchId } from '@touchline/core/ids';
import { odds } from '@touchline/core/money';
import { placeBetRequest, placeTicketsRequest } from '../api/bet-shapes.ts';
import { preferences } from '../settings/preferences.ts';
import type { BetAttempt, SlipRequest } from './bet-request.ts';
import { attemptKey, pinKey, slipKey } from './slip-keys.ts';
import { newForm, type TicketForm } from './tickets.ts';

/** The part of the slip that outlives the page: what the bettor chose, and a bet whose outcome is unknown. */
export type StoredSlip = {
  readonly entries: Slip;
  readonly stakeText: string;
  readonly form: TicketForm;
  readonly policy: OddsPolicy;
  readonly attempt: BetAttempt | null;
};
/** The part of it that is this slip's own: the policy is stored with the preferences. */
export type SharedSlip = Omit<StoredSlip, 'policy'>;

/**
 * One tab's access to the slip, which all tabs of this browser share. A tab writes only what it changed, so that an idle one does not
 * overwrite the others. The attempt has a key of its own in the storage, which only a tab that resolves the attempt removes.
 */
export function openSlipStorage() {
  let slipText = localStorage.getItem(slipKey);
  let attempt = readAttempt()?.key;
  const stored = readSlip();
  return {
    stored,
    store: (slip: SharedSlip): void => {
      const nextSlip = textOfSlip(slip);
      if (nextSlip !== slipText) write(slipKey, nextSlip);
      slipText = nextSlip;
      if (slip.attempt?.key === attempt) return;
      if (slip.attempt) write(attemptKey, JSON.stringify(slip.attempt));
      else if (attempt && isAttemptStored(attempt)) write(attemptKey, null);
      attempt = slip.attempt?.key;
    },
    /** Calls back with what another tab stored. Returns how to stop. */
    onChange: (listener: (slip: SharedSlip) => void): (() => void) => {
      const compare = () => {
        const [text, attemptNow] = [localStorage.getItem(slipKey), readAttempt()?.key];
        // An open tab of an earlier release stores its whole slip every few seconds, which is no change of it.
        const slipNow = text?.includes('"attempt":null') ? slipText : text;
        if (slipNow === slipText && attemptNow === attempt) return;
        [slipText, attempt] = [slipNow, attemptNow];
        listener(readSlip());
      };
      addEventListener('storage', compare);
      // A page in the back/forward cache gets no storage events.
      addEventListener('pageshow', compare);
      return () => {
        removeEventListener('storage', compare);
        removeEventListener('pageshow', compare);
      };
    },
  };
}

/** Returns whether no tab has resolved the attempt yet. */
export function isAttemptStored(key: string): boolean {
  const stored = parsed(localStorage.getItem(attemptKey));
  return isRecord(stored) && stored['key'] === key;
}

/** Returns the slip of the last visit; missing or malformed parts are empty. */
function readSlip(): StoredSlip {
  const stored = parsed(localStorage.getItem(slipKey));
  return {
    entries: isRecord(stored) && Array.isArray(stored['entries']) ? stored['entries'].flatMap(entryFrom) : [],
    stakeText: isRecord(stored) && typeof stored['stakeText'] === 'string' ? stored['stakeText'] : '',
    form: isRecord(stored) ? formFrom(stored['form']) : newForm,
    // An earlier release stored the attempt with the slip.
    attempt: readAttempt() ?? (isRecord(stored) ? attemptFrom(stored['attempt']) : null),
    policy: preferences().oddsPolicy,
  };
}

const readAttempt = (): BetAttempt | null => attemptFrom(parsed(localStorage.getItem(attemptKey)));

/** The slip without its attempt; `null` if it is empty. Equal slips have equal texts: a tab that read one has nothing to write. */
function textOfSlip({ entries, stakeText, form }: SharedSlip): string | null {
  if (entries.length === 0) return null;
  const { kind, stakes, sizes, bankers } = form;
  return JSON.stringify({
    entries: entries.map(({ matchId, betOutcome, odds, matchName }) => ({ matchId, betOutcome, odds, matchName })),
    ...(stakeText !== '' && { stakeText }),
    ...(kind !== 'accumulator' && { form: { kind, stakes: Object.fromEntries(stakes), sizes, bankers } }),
  });
}

const write = (key: string, text: string | null): void =>
  text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text);

export const readPinned = (): boolean => localStorage.getItem(pinKey) === 'pinned';
export const storePinned = (isPinned: boolean): void => localStorage.setItem(pinKey, isPinned ? 'pinned' : 'loose');

function entryFrom(stored: unknown): readonly SlipEntry[] {
  if (!isRecord(stored)) return [];
  const { matchId, betOutcome, matchName = '' } = stored;
  const price = typeof stored['odds'] === 'string' ? odds(stored['odds']) : undefined;
  if (typeof matchId !== 'string' || typeof betOutcome !== 'string' || typeof matchName !== 'string') return [];
  // An earlier release stored the name as German and Spanish have it.
  const name = matchName.includes(' vs ') ? matchName : matchName.replace(' – ', ' vs ');
  return price ? [{ matchId: matchId as MatchId, betOutcome, matchName: name, odds: price }] : [];
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

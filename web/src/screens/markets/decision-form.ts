import type { MatchDecisionRequest } from '@touchline/core/contract';
import type { MarketKey } from '@touchline/core/markets';
import { momentFromLocalField } from '../../ledger/moments.ts';

/** The result of a match as typed. */
export type ResultForm = {
  readonly kind: 'score' | 'abandoned' | 'void';
  readonly home: string;
  readonly away: string;
  /** Empty: the full 90 minutes. */
  readonly minutes: string;
};
/** A period whose bets become void, typed in the admin's time zone; the second of `to` is included. */
export type WindowForm = {
  readonly kind: 'window';
  /** Empty: all. */
  readonly market: '' | MarketKey;
  readonly from: string;
  readonly to: string;
};
/** A void period to reinstate: there is nothing to type. */
export type LiftForm = Extract<MatchDecisionRequest, { readonly kind: 'lift' }>;
export type DecisionForm = ResultForm | WindowForm | LiftForm;

export const emptyForm: ResultForm = { kind: 'score', home: '', away: '', minutes: '' };
export const emptyWindow: WindowForm = { kind: 'window', market: '', from: '', to: '' };

/** The decision that a form describes; `undefined` while it is incomplete. */
export function parseDecision(form: DecisionForm): MatchDecisionRequest | undefined {
  if (form.kind === 'lift') return form;
  return form.kind === 'window' ? windowOf(form) : resultOf(form);
}

function resultOf({ kind, home, away, minutes }: ResultForm): MatchDecisionRequest | undefined {
  if (kind === 'void') return { kind };
  const [homeGoals, awayGoals] = [parseWhole(home, 99), parseWhole(away, 99)];
  if (homeGoals === undefined || awayGoals === undefined) return undefined;
  const score = { home: homeGoals, away: awayGoals };
  if (kind === 'abandoned' || minutes.trim() === '') return { kind, ...score };
  const minutesPlayed = parseWhole(minutes, 90);
  return minutesPlayed === undefined ? undefined : { kind, ...score, minutesPlayed };
}

function windowOf({ kind, market, from: typedFrom, to }: WindowForm): MatchDecisionRequest | undefined {
  const [from, last] = [momentFromLocalField(typedFrom), momentFromLocalField(to)];
  if (from === undefined || last === undefined || last < from) return undefined;
  const until = new Date(Date.parse(last) + 1_000).toISOString();
  return { kind, from, until, ...(market !== '' && { market }) };
}

function parseWhole(text: string, most: number): number | undefined {
  const typed = text.trim();
  return /^\d{1,2}$/.test(typed) && Number(typed) <= most ? Number(typed) : undefined;
}

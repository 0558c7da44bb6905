import type { MatchDecisionRequest } from '@touchline/core/contract';
import type { MarketKey } from '@touchline/core/markets';
import { momentFromLocalField } from '../../ledger/moments.ts';

/** How a match ended, as it is typed. */
export type ResultForm = {
  readonly kind: 'score' | 'abandoned' | 'void';
  readonly home: string;
  readonly away: string;
  /** Empty: it was played to its end. */
  readonly minutes: string;
};
/** Bets taken in a time, as it is typed in the operator's own time zone; the second of `to` belongs to it. */
export type WindowForm = {
  readonly kind: 'window';
  /** Empty: all. */
  readonly market: '' | MarketKey;
  readonly from: string;
  readonly to: string;
};
/** A window whose bets are to count again: there is nothing to type. */
export type LiftForm = Extract<MatchDecisionRequest, { readonly kind: 'lift' }>;
export type DecisionForm = ResultForm | WindowForm | LiftForm;

export const emptyForm: ResultForm = { kind: 'score', home: '', away: '', minutes: '' };
export const emptyWindow: WindowForm = { kind: 'window', market: '', from: '', to: '' };

/** What was typed as a decision; `undefined` while it is none. */
export function decisionOf(form: DecisionForm): MatchDecisionRequest | undefined {
  if (form.kind === 'lift') return form;
  return form.kind === 'window' ? windowOf(form) : resultOf(form);
}

function resultOf({ kind, home, away, minutes }: ResultForm): MatchDecisionRequest | undefined {
  if (kind === 'void') return { kind };
  const [homeGoals, awayGoals] = [wholeUpTo(home, 99), wholeUpTo(away, 99)];
  if (homeGoals === undefined || awayGoals === undefined) return undefined;
  const score = { home: homeGoals, away: awayGoals };
  if (kind === 'abandoned' || minutes.trim() === '') return { kind, ...score };
  const minutesPlayed = wholeUpTo(minutes, 90);
  return minutesPlayed === undefined ? undefined : { kind, ...score, minutesPlayed };
}

function windowOf({ kind, market, from: typedFrom, to }: WindowForm): MatchDecisionRequest | undefined {
  const [from, last] = [momentFromLocalField(typedFrom), momentFromLocalField(to)];
  if (from === undefined || last === undefined || last < from) return undefined;
  const until = new Date(Date.parse(last) + 1_000).toISOString();
  return { kind, from, until, ...(market !== '' && { market }) };
}

function wholeUpTo(text: string, most: number): number | undefined {
  const typed = text.trim();
  return /^\d{1,2}$/.test(typed) && Number(typed) <= most ? Number(typed) : undefined;
}

import type { MatchDecisionRequest } from '@touchline/core/contract';
import { type Message, msg } from '@touchline/core/language';
import type { MarketKey, Score } from '@touchline/core/markets';
import { momentFromLocalField } from '../../ledger/moments.ts';

/** The result of a match as typed. */
export type ResultForm = {
  readonly kind: 'score' | 'half-time' | 'abandoned' | 'void';
  readonly home: string;
  readonly away: string;
  /** Both empty: unknown, or it was not reached. */
  readonly halfHome: string;
  readonly halfAway: string;
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

export const emptyForm: ResultForm = {
  kind: 'score',
  home: '',
  away: '',
  halfHome: '',
  halfAway: '',
  minutes: '',
};
/** An empty form with the half-time score that is recorded. */
export function formWith(halfTime: Score | null | undefined): ResultForm {
  return halfTime ? { ...emptyForm, halfHome: String(halfTime.home), halfAway: String(halfTime.away) } : emptyForm;
}
export const emptyWindow: WindowForm = { kind: 'window', market: '', from: '', to: '' };

/** The decision that a form describes; `undefined` while it is incomplete. */
export function parseDecision(form: DecisionForm): MatchDecisionRequest | undefined {
  if (form.kind === 'lift') return form;
  return form.kind === 'window' ? windowOf(form) : resultOf(form);
}

function resultOf(form: ResultForm): MatchDecisionRequest | undefined {
  const { kind, home, away, halfHome, halfAway, minutes } = form;
  if (kind === 'void') return { kind };
  const half = { home: parseWhole(halfHome, 99), away: parseWhole(halfAway, 99) };
  const halfTime =
    half.home === undefined || half.away === undefined ? undefined : { home: half.home, away: half.away };
  if (kind === 'half-time') return halfTime && { kind, ...halfTime };
  const [homeGoals, awayGoals] = [parseWhole(home, 99), parseWhole(away, 99)];
  if (homeGoals === undefined || awayGoals === undefined) return undefined;
  if (!halfTime && `${halfHome}${halfAway}`.trim() !== '') return undefined;
  if (halfTime && (halfTime.home > homeGoals || halfTime.away > awayGoals)) return undefined;
  const score = { home: homeGoals, away: awayGoals, halfTime: halfTime ?? null };
  if (kind === 'abandoned' || minutes.trim() === '') return { kind, ...score };
  const minutesPlayed = parseWhole(minutes, 90);
  return minutesPlayed === undefined ? undefined : { kind, ...score, minutesPlayed };
}

/** What is wrong with what was typed; `undefined` also while it is only incomplete. */
export function problemIn(form: DecisionForm): Message | undefined {
  if (form.kind === 'lift' || form.kind === 'void') return undefined;
  if (form.kind === 'window') {
    const isTyped = form.from !== '' && form.to !== '';
    return isTyped && !windowOf(form) ? msg('The period must end after it begins.') : undefined;
  }
  const { kind, home, away, halfHome, halfAway, minutes } = form;
  const goals = kind === 'half-time' ? [halfHome, halfAway] : [home, away, halfHome, halfAway];
  if (goals.some((typed) => isWrong(typed, 99))) return msg('Goals are whole numbers from 0 to 99.');
  if (kind === 'score' && isWrong(minutes, 90)) return msg('Minutes are whole numbers from 0 to 90.');
  const isComplete = [home, away, halfHome, halfAway].every((typed) => typed.trim() !== '');
  return kind !== 'half-time' && isComplete && !resultOf(form)
    ? msg('The half-time score cannot be higher than the final score.')
    : undefined;
}

const isWrong = (text: string, most: number): boolean => text.trim() !== '' && parseWhole(text, most) === undefined;

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

import type { MatchDecisionRequest } from '@touchline/core/contract';

/** How a match ended, as it is typed. */
export type ResultForm = {
  readonly kind: MatchDecisionRequest['kind'];
  readonly home: string;
  readonly away: string;
  /** Empty: it was played to its end. */
  readonly minutes: string;
};

export const emptyForm: ResultForm = { kind: 'score', home: '', away: '', minutes: '' };
export const shortestReason = 5;
export const isReason = (reason: string): boolean => reason.trim().length >= shortestReason;

/** What was typed as a result; `undefined` while it is none. */
export function resultOf({ kind, home, away, minutes }: ResultForm): MatchDecisionRequest | undefined {
  if (kind === 'void') return { kind };
  const [homeGoals, awayGoals] = [wholeUpTo(home, 99), wholeUpTo(away, 99)];
  if (homeGoals === undefined || awayGoals === undefined) return undefined;
  const score = { home: homeGoals, away: awayGoals };
  if (kind === 'abandoned' || minutes.trim() === '') return { kind, ...score };
  const minutesPlayed = wholeUpTo(minutes, 90);
  return minutesPlayed === undefined ? undefined : { kind, ...score, minutesPlayed };
}

function wholeUpTo(text: string, most: number): number | undefined {
  const typed = text.trim();
  return /^\d{1,2}$/.test(typed) && Number(typed) <= most ? Number(typed) : undefined;
}

import type { Side, ThreeWay, Totals } from '../football/match.ts';
import type { Score } from '../football/score-matrix.ts';
import { isObject } from '../http/answer.ts';

/** Bodies of the desk's calls, as far as they make sense; null otherwise. Numbers may come as text, as forms send them. */
export function readSide(value: unknown): Side | null {
  return value === 'home' || value === 'away' ? value : null;
}

export function readScore(home: unknown, away: unknown): Score | null {
  const score = { home: numberOf(home), away: numberOf(away) };
  const goals = (value: number) => Number.isInteger(value) && value >= 0 && value <= 99;
  return goals(score.home) && goals(score.away) ? score : null;
}

export function readThreeWay(value: unknown): ThreeWay | null {
  if (!isObject(value)) return null;
  const { home, draw, away } = value;
  const prices = { home: numberOf(home), draw: numberOf(draw), away: numberOf(away) };
  return [prices.home, prices.draw, prices.away].every(isPrice) ? prices : null;
}

export function readTotals(value: unknown): Totals | null {
  if (!isObject(value)) return null;
  const { point, over, under } = value;
  const totals = { point: numberOf(point), over: numberOf(over), under: numberOf(under) };
  return totals.point >= 0 && totals.point < 20 && isPrice(totals.over) && isPrice(totals.under) ? totals : null;
}

/** An instant as ISO text or as ms; null if it is neither. */
export function readInstant(value: unknown): number | null {
  const at = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(at) && Math.abs(at) < 8e15 ? at : null;
}

const isPrice = (value: number): boolean => value > 1 && value <= 1001;

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

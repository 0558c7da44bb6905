import * as z from 'zod';
import type { Side } from '../football/match.ts';
import type { Score } from '../football/score-matrix.ts';
import { type BadRow, SPORT_OF_DIVISION } from './read-season.ts';

/** A goal or red card at its true second of a half. */
type AtSecond = { readonly side: Side; readonly half: 1 | 2; readonly second: number };

/** One played match with everything at its true second; `kickoffAt` is the real instant in ms. */
export type TimelineMatch = {
  readonly key: string;
  readonly sportKey: string;
  readonly kickoffAt: number;
  readonly homeTeam: string;
  readonly awayTeam: string;
  /** How long both halves really were, in seconds. */
  readonly halfSeconds: readonly [first: number, second: number];
  readonly goals: readonly AtSecond[];
  readonly reds: readonly AtSecond[];
};

export type Timeline = { readonly matches: readonly TimelineMatch[]; readonly bad: readonly BadRow[] };

const MATCH = z.object({
  matchId: z.union([z.string(), z.number()]),
  div: z.string(),
  kickoffUtc: z.iso.datetime(),
  home: z.string().min(1),
  away: z.string().min(1),
  ft: z.tuple([z.int().min(0).max(30), z.int().min(0).max(30)]),
  periodEndSec: z.object({ '1H': z.number().min(0).max(10_000), '2H': z.number().min(0).max(10_000) }),
  events: z.array(
    z.object({
      type: z.string(),
      side: z.enum(['home', 'away']),
      period: z.enum(['1H', '2H']),
      sec: z.number().min(0).max(10_000),
    }),
  ),
});

// An own goal has the side that benefits.
const GOALS = ['goal', 'own_goal', 'penalty_goal'];
const REDS = ['red', 'second_yellow'];

/**
 * Reads JSON lines, one match each: {matchId, div, kickoffUtc, home, away, ft, periodEndSec: {1H, 2H}, events: [{type, side,
 * period, sec}]}. Unusable lines are returned with their numbers, never thrown.
 */
export function readTimeline(text: string): Timeline {
  const bad: BadRow[] = [];
  const matches: TimelineMatch[] = [];
  const seen = new Set<string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const match = readLine(line);
    const problem = typeof match === 'string' ? match : seen.has(match.key) ? 'the same match as before' : null;
    if (typeof match === 'string' || problem !== null) {
      bad.push({ line: index + 1, reason: problem ?? 'unreadable', effect: 'row skipped' });
      continue;
    }
    seen.add(match.key);
    matches.push(match);
  }
  return { matches, bad };
}

function readLine(line: string): TimelineMatch | string {
  const parsed = jsonOf(line);
  if (parsed === undefined) return 'no JSON';
  const read = MATCH.safeParse(parsed);
  if (!read.success) {
    const [issue] = read.error.issues;
    return `${issue?.path.join('.') || 'the line'}: ${issue?.message ?? 'unreadable'}`;
  }
  const { div, home, away, ft, periodEndSec, events, kickoffUtc, matchId } = read.data;
  const sportKey = SPORT_OF_DIVISION[div];
  if (!sportKey) return `unknown division "${div}"`;
  if (home === away) return `"${home}" against itself`;
  const of = (types: readonly string[]): AtSecond[] =>
    events
      .filter(({ type }) => types.includes(type))
      .map(({ side, period, sec }) => ({ side, half: period === '1H' ? 1 : 2, second: sec }));
  const goals = of(GOALS);
  const scored = scoreOf(goals);
  if (scored.home !== ft[0] || scored.away !== ft[1])
    return `its goals add up to ${scored.home}-${scored.away}, its result says ${ft[0]}-${ft[1]}`;
  return {
    key: `${div}|${matchId}`,
    sportKey,
    kickoffAt: Date.parse(kickoffUtc),
    homeTeam: home,
    awayTeam: away,
    halfSeconds: [periodEndSec['1H'], periodEndSec['2H']],
    goals,
    reds: of(REDS),
  };
}

function scoreOf(goals: readonly AtSecond[]): Score {
  const score = { home: 0, away: 0 };
  for (const { side } of goals) score[side] += 1;
  return score;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

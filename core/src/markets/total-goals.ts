import { formatNumber, msg, t } from '../language/index.ts';
import type { Grade, HouseRule, MarketDefinition, Verdict } from './definition.ts';

type Pick = 'over' | 'under';

const label = ({ pick, point }: { readonly pick: Pick; readonly point: number }): string =>
  t(pick === 'over' ? 'Over {line}' : 'Under {line}', { line: formatNumber(point) });

/** How many goals both teams score, against a line such as 2.5. */
export const totalGoals: MarketDefinition<Pick, number> = {
  title: msg('Total goals'),
  mainLine: 2.5,
  picks: ['over', 'under'],
  label,
  parse: (text) => {
    const line = /^(Over|Under) (\d{1,2}(?:\.\d{1,2})?)$/.exec(text);
    return line ? { pick: line[1] === 'Over' ? 'over' : 'under', point: Number(line[2]) } : undefined;
  },
  shortLabel: label,
  name: (pick) => t(pick === 'over' ? 'Over' : 'Under'),
};

export const totalGoalsRule: HouseRule = {
  1: msg(
    'The goals of both teams, from 0–0 also for bets in play, are compared with the line. If the match is abandoned, only a line that has already been met or passed is decided.',
  ),
};

export const gradeTotalGoals: Grade<Pick, number> = ({ pick, point }, { kind, score: { home, away } }) => {
  const passed = home + away - point;
  // When a match is abandoned, only a line that its goals had already passed is decided.
  if (kind === 'abandoned' && passed < 0) return 'void';
  return lineVerdict(pick === 'over' ? passed : -passed);
};

/** Returns how a bet ends by its goals past the line: a whole line met exactly is void, a quarter line is half of each neighbour. */
export function lineVerdict(lead: number): Verdict {
  if (lead === 0) return 'void';
  // Exact in binary: lines are quarters of a goal.
  if (Math.abs(lead) === 0.25) return lead > 0 ? 'half-won' : 'half-lost';
  return lead > 0 ? 'won' : 'lost';
}

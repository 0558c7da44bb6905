import type { Grade, MarketDefinition } from './definition.ts';

type Pick = 'over' | 'under';

const label = ({ pick, point }: { readonly pick: Pick; readonly point: number }): string =>
  `${pick === 'over' ? 'Over' : 'Under'} ${point}`;

/** How many goals both teams score, against a line such as 2.5. */
export const totalGoals: MarketDefinition<Pick, number> = {
  title: 'Total goals',
  mainLine: 2.5,
  picks: ['over', 'under'],
  label,
  parse: (text) => {
    const line = /^(Over|Under) (\d{1,2}(?:\.\d{1,2})?)$/.exec(text);
    return line ? { pick: line[1] === 'Over' ? 'over' : 'under', point: Number(line[2]) } : undefined;
  },
  shortLabel: label,
  name: (pick) => (pick === 'over' ? 'Over' : 'Under'),
};

/** A whole line met exactly is void; a quarter line is half of each neighbour. */
export const gradeTotalGoals: Grade<Pick, number> = ({ pick, point }, { kind, score: { home, away } }) => {
  // Exact in binary: lines are quarters of a goal.
  const passed = home + away - point;
  // When a match is abandoned, only a line that its goals had already passed is decided.
  if (passed === 0 || (kind === 'abandoned' && passed < 0)) return 'void';
  const lead = pick === 'over' ? passed : -passed;
  if (Math.abs(lead) === 0.25) return lead > 0 ? 'half-won' : 'half-lost';
  return lead > 0 ? 'won' : 'lost';
};

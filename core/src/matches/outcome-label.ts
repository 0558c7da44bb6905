import type { Outcome } from './match.ts';

type Teams = { readonly homeTeam: string; readonly awayTeam: string };

/** The words of an outcome (spec §3): '{home} Win', 'Draw', '{away} Win', 'Over {point}', 'Under {point}'. */
export function outcomeLabel(teams: Teams, outcome: Outcome): string {
  switch (outcome.pick) {
    case 'home':
      return `${teams.homeTeam} Win`;
    case 'away':
      return `${teams.awayTeam} Win`;
    case 'draw':
      return 'Draw';
    case 'over':
      return `Over ${outcome.point}`;
    case 'under':
      return `Under ${outcome.point}`;
  }
}

/** The outcome that the words stand for in this match; `undefined` when they stand for none. */
export function outcomeFromLabel(teams: Teams, label: string): Outcome | undefined {
  if (label === `${teams.homeTeam} Win`) return { market: 'h2h', pick: 'home' };
  if (label === `${teams.awayTeam} Win`) return { market: 'h2h', pick: 'away' };
  if (label === 'Draw') return { market: 'h2h', pick: 'draw' };
  const line = /^(Over|Under) (\d{1,2}(?:\.\d{1,2})?)$/.exec(label);
  if (!line) return undefined;
  return { market: 'totals', pick: line[1] === 'Over' ? 'over' : 'under', point: Number(line[2]) };
}

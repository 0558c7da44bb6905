import { msg, t } from '../language/index.ts';
import type { Grade, HouseRule, MarketDefinition } from './definition.ts';

type Pick = 'home' | 'draw' | 'away';

const shortLabels: Readonly<Record<Pick, string>> = { home: '1', draw: 'X', away: '2' };

/** Who wins after 90 minutes and stoppage time; extra time and penalties do not count. */
export const matchWinner: MarketDefinition<Pick, null> = {
  title: msg('Match winner'),
  mainLine: null,
  picks: ['home', 'draw', 'away'],
  label: ({ pick }, { homeTeam, awayTeam }) =>
    pick === 'draw' ? t('Draw') : t('{team} Win', { team: pick === 'home' ? homeTeam : awayTeam }),
  parse: (label, { homeTeam, awayTeam }) => {
    if (label === `${homeTeam} Win`) return { pick: 'home', point: null };
    if (label === `${awayTeam} Win`) return { pick: 'away', point: null };
    return label === 'Draw' ? { pick: 'draw', point: null } : undefined;
  },
  shortLabel: ({ pick }) => shortLabels[pick],
  name: (pick, { homeTeam, awayTeam }) => ({ home: homeTeam, draw: t('Draw'), away: awayTeam })[pick],
};

export const matchWinnerRule: HouseRule = {
  1: msg(
    'The team that leads after 90 minutes and stoppage time wins; with equal goals it is a draw. In an abandoned match every selection is void.',
  ),
};

export const gradeMatchWinner: Grade<Pick, null> = ({ pick }, { kind, score: { home, away } }) => {
  // An abandoned match has no winner, whatever the score was.
  if (kind === 'abandoned') return 'void';
  const winner = home > away ? 'home' : home < away ? 'away' : 'draw';
  return pick === winner ? 'won' : 'lost';
};

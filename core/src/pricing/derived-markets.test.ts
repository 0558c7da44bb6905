import { expect, test } from 'vitest';
import { derivedBooks, type MatchScores } from './derived-markets.ts';

/** Scores as 'half, full, when the bet was placed'; a bet before kick-off without the last. */
const scoresOf = (text: string): MatchScores => {
  const [half, full, placedAt = { home: 0, away: 0 }] = text.split(', ').map((score) => {
    const [home = 0, away = 0] = score.split('-').map(Number);
    return { home, away };
  });
  if (!half || !full) throw new Error(`no scores in ${text}`);
  return { half, full, placedAt };
};

test.each([
  ['double_chance', null, 'home_or_draw', '0-0, 1-1', 'won'],
  ['double_chance', null, 'home_or_away', '0-0, 1-1', 'lost'],
  ['draw_no_bet', null, 'away', '0-0, 2-2', 'void'],
  ['totals', 2.25, 'over', '0-0, 1-1', 'half-lost'],
  ['totals', 2.75, 'over', '0-0, 2-1', 'half-won'],
  ['totals', 3, 'under', '0-0, 2-1', 'void'],
  ['spreads', -0.25, 'home', '0-0, 1-1', 'half-lost'],
  ['spreads', -0.25, 'away', '0-0, 1-1', 'half-won'],
  ['spreads', -1, 'home', '0-0, 2-1', 'void'],
  ['spreads', 0, 'away', '1-0, 2-1, 2-0', 'won'],
  ['team_totals_away', 1.5, 'over', '0-0, 0-2', 'won'],
  ['btts', null, 'yes', '1-0, 1-1', 'won'],
  ['btts_h1', null, 'yes', '1-0, 1-1', 'lost'],
  ['correct_score', null, '1-1', '1-0, 1-1', 'won'],
  ['correct_score', null, 'other', '1-0, 5-0', 'won'],
  ['odd_even', null, 'even', '0-0, 0-0', 'won'],
  ['winning_margin', null, 'away_by_3', '0-1, 0-4', 'won'],
  ['h2h_3_way_h1', null, 'draw', '1-1, 2-1', 'won'],
  ['totals_h1', 1.5, 'over', '1-1, 2-1', 'won'],
  ['halftime_fulltime', null, 'draw-home', '1-1, 2-1', 'won'],
  ['halftime_fulltime', null, 'home-home', '1-1, 2-1', 'lost'],
])('%s %s %s at %s is %s', (market, line, pick, scores, verdict) => {
  const book = derivedBooks.find((each) => each.market === market && each.line === line);
  expect(book?.selections.find((each) => each.pick === pick)?.settle(scoresOf(scores))).toBe(verdict);
});

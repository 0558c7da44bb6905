import { CLUBS, type LeagueKey } from './clubs.ts';
import { LEAGUE_FORM, type LeagueForm } from './league-form.ts';

/** A kick-off within a round: weekday (1 = Monday) and local time. */
type KickoffPlace = readonly [weekday: number, time: string];

export type League = {
  readonly key: LeagueKey;
  readonly title: string;
  readonly description: string;
  readonly zone: string;
  readonly clubs: readonly string[];
  readonly form: LeagueForm;
  /** One entry per match of a round; a longer round starts again at the first. */
  readonly round: readonly KickoffPlace[];
};

/** The eight leagues with the provider's own keys and titles. */
export const LEAGUES: readonly League[] = [
  league('soccer_epl', 'EPL', 'English Premier League', 'Europe/London', [
    [5, '20:00'],
    [6, '12:30'],
    [6, '15:00'],
    [6, '15:00'],
    [6, '15:00'],
    [6, '17:30'],
    [7, '14:00'],
    [7, '14:00'],
    [7, '16:30'],
    [1, '20:00'],
  ]),
  league('soccer_spain_la_liga', 'La Liga - Spain', 'Spanish Soccer', 'Europe/Madrid', [
    [5, '21:00'],
    [6, '14:00'],
    [6, '16:15'],
    [6, '18:30'],
    [6, '21:00'],
    [7, '14:00'],
    [7, '16:15'],
    [7, '18:30'],
    [7, '21:00'],
    [1, '21:00'],
  ]),
  league('soccer_italy_serie_a', 'Serie A - Italy', 'Italian Soccer', 'Europe/Rome', [
    [5, '20:45'],
    [6, '15:00'],
    [6, '15:00'],
    [6, '18:00'],
    [6, '20:45'],
    [7, '12:30'],
    [7, '15:00'],
    [7, '18:00'],
    [7, '20:45'],
    [1, '20:45'],
  ]),
  league('soccer_germany_bundesliga', 'Bundesliga - Germany', 'German Soccer', 'Europe/Berlin', [
    [5, '20:30'],
    [6, '15:30'],
    [6, '15:30'],
    [6, '15:30'],
    [6, '15:30'],
    [6, '15:30'],
    [6, '18:30'],
    [7, '15:30'],
    [7, '17:30'],
  ]),
  league('soccer_france_ligue_one', 'Ligue 1 - France', 'French Soccer', 'Europe/Paris', [
    [5, '20:45'],
    [6, '17:00'],
    [6, '19:00'],
    [6, '21:05'],
    [7, '15:00'],
    [7, '17:15'],
    [7, '17:15'],
    [7, '17:15'],
    [7, '20:45'],
  ]),
  league('soccer_uefa_champs_league', 'UEFA Champions', 'European Champions League', 'Europe/Paris', [
    [2, '18:45'],
    [2, '21:00'],
    [2, '21:00'],
    [2, '21:00'],
    [2, '21:00'],
    [2, '21:00'],
    [3, '18:45'],
    [3, '21:00'],
    [3, '21:00'],
    [3, '21:00'],
    [3, '21:00'],
    [3, '21:00'],
  ]),
  league('soccer_uefa_europa_league', 'UEFA Europa', 'European Europa League', 'Europe/Paris', [
    [4, '18:45'],
    [4, '18:45'],
    [4, '18:45'],
    [4, '18:45'],
    [4, '18:45'],
    [4, '18:45'],
    [4, '21:00'],
    [4, '21:00'],
    [4, '21:00'],
    [4, '21:00'],
    [4, '21:00'],
    [4, '21:00'],
  ]),
  league('soccer_uefa_nations_league', 'UEFA Nations League', 'UEFA Nations League', 'Europe/Paris', [
    [6, '18:00'],
    [6, '20:45'],
    [7, '15:00'],
    [7, '18:00'],
    [7, '20:45'],
    [1, '20:45'],
    [1, '20:45'],
    [2, '18:00'],
    [2, '20:45'],
    [2, '20:45'],
  ]),
];

export const leagueOf = (key: string): League | undefined => LEAGUES.find((each) => each.key === key);

function league(
  key: LeagueKey,
  title: string,
  description: string,
  zone: string,
  round: readonly KickoffPlace[],
): League {
  return { key, title, description, zone, clubs: CLUBS[key], form: LEAGUE_FORM[key], round };
}

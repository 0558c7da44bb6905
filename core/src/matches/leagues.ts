/** The leagues on offer, under The Odds API's keys. */
export const leagues = [
  { key: 'soccer_epl', title: 'Premier League', group: 'Soccer' },
  { key: 'soccer_spain_la_liga', title: 'La Liga', group: 'Soccer' },
  { key: 'soccer_italy_serie_a', title: 'Serie A', group: 'Soccer' },
  { key: 'soccer_germany_bundesliga', title: 'Bundesliga', group: 'Soccer' },
  { key: 'soccer_france_ligue_one', title: 'Ligue 1', group: 'Soccer' },
  { key: 'soccer_uefa_champs_league', title: 'Champions League', group: 'Soccer' },
  { key: 'soccer_uefa_europa_league', title: 'Europa League', group: 'Soccer' },
  { key: 'soccer_uefa_nations_league', title: 'Nations League', group: 'Soccer' },
] as const satisfies readonly League[];

export type League = { readonly key: string; readonly title: string; readonly group: string };
export type LeagueKey = (typeof leagues)[number]['key'];

export const leagueOf = (key: string): (typeof leagues)[number] | undefined =>
  leagues.find((league) => league.key === key);

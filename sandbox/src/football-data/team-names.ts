/** Clubs that football-data.org spells differently from the odds provider: the full and the short name. */
const NAMES: Readonly<Record<string, readonly [full: string, short: string]>> = {
  'Brighton and Hove Albion': ['Brighton & Hove Albion FC', 'Brighton Hove'],
  'Wolverhampton Wanderers': ['Wolverhampton Wanderers FC', 'Wolves'],
  'Manchester City': ['Manchester City FC', 'Man City'],
  'Atlético Madrid': ['Club Atlético de Madrid', 'Atleti'],
  'Athletic Bilbao': ['Athletic Club', 'Athletic'],
  'Inter Milan': ['FC Internazionale Milano', 'Inter'],
  'Bayern Munich': ['FC Bayern München', 'Bayern'],
  'Borussia Monchengladbach': ['Borussia Mönchengladbach', "M'gladbach"],
  'Paris Saint Germain': ['Paris Saint-Germain FC', 'PSG'],
  'Sporting Lisbon': ['Sporting Clube de Portugal', 'Sporting CP'],
};

export const clubName = (team: string): string => NAMES[team]?.[0] ?? (/\bFC\b|\d/.test(team) ? team : `${team} FC`);
export const shortName = (team: string): string => NAMES[team]?.[1] ?? team;

export type Pattern = 'chief' | 'halves' | 'stripes' | 'hoops' | 'sash' | 'pale';
export type Kit = {
  readonly letters: string;
  readonly pattern: Pattern;
  readonly shirt: string;
  readonly trim: string;
};

const colours = {
  red: '#d3122e',
  claret: '#6f1433',
  wine: '#8e1b2f',
  royal: '#1d4fb8',
  blue: '#0b63c5',
  navy: '#132257',
  sky: '#6cabdd',
  white: '#ffffff',
  black: '#16181b',
  yellow: '#fbd20b',
  gold: '#d3a02f',
  amber: '#fdb913',
  green: '#0a7d41',
  forest: '#0b4d2c',
  orange: '#f36f21',
  purple: '#482e92',
  teal: '#00828a',
} as const;
type Colour = keyof typeof colours;

/** Letters, pattern, shirt and trim. */
type Entry = readonly [string, Pattern, Colour, Colour];

/** The colours in which clubs and nations play, by the leagues in which they meet. */
export const kits: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  England: {
    Arsenal: ['ARS', 'halves', 'red', 'white'],
    'Manchester City': ['MCI', 'chief', 'sky', 'white'],
    Liverpool: ['LIV', 'chief', 'red', 'teal'],
    Chelsea: ['CHE', 'chief', 'royal', 'white'],
    'Newcastle United': ['NEW', 'stripes', 'black', 'white'],
    'Aston Villa': ['AVL', 'halves', 'claret', 'sky'],
    'Manchester United': ['MUN', 'chief', 'red', 'yellow'],
    'Tottenham Hotspur': ['TOT', 'chief', 'white', 'navy'],
    'Brighton and Hove Albion': ['BHA', 'stripes', 'royal', 'white'],
    'Nottingham Forest': ['NFO', 'chief', 'red', 'white'],
    Bournemouth: ['BOU', 'stripes', 'red', 'black'],
    'Crystal Palace': ['CRY', 'stripes', 'royal', 'red'],
    Brentford: ['BRE', 'stripes', 'red', 'white'],
    Fulham: ['FUL', 'chief', 'white', 'black'],
    Everton: ['EVE', 'chief', 'blue', 'navy'],
    'West Ham United': ['WHU', 'chief', 'claret', 'sky'],
    'Leeds United': ['LEE', 'chief', 'white', 'yellow'],
    'Wolverhampton Wanderers': ['WOL', 'chief', 'amber', 'black'],
    Sunderland: ['SUN', 'pale', 'red', 'white'],
    Burnley: ['BUR', 'pale', 'claret', 'sky'],
  },
  Spain: {
    Barcelona: ['BAR', 'stripes', 'royal', 'claret'],
    'Real Madrid': ['RMA', 'chief', 'white', 'gold'],
    'Atlético Madrid': ['ATM', 'stripes', 'red', 'white'],
    Villarreal: ['VIL', 'chief', 'yellow', 'royal'],
    'Athletic Bilbao': ['ATH', 'pale', 'red', 'white'],
    'Real Betis': ['BET', 'stripes', 'green', 'white'],
    'Real Sociedad': ['RSO', 'stripes', 'royal', 'white'],
    'Celta Vigo': ['CEL', 'chief', 'sky', 'white'],
    Sevilla: ['SEV', 'chief', 'white', 'red'],
    Valencia: ['VAL', 'chief', 'white', 'black'],
    Girona: ['GIR', 'halves', 'red', 'white'],
    'Rayo Vallecano': ['RAY', 'sash', 'white', 'red'],
    'CA Osasuna': ['OSA', 'chief', 'red', 'navy'],
    Espanyol: ['ESP', 'pale', 'blue', 'white'],
    Mallorca: ['MLL', 'chief', 'red', 'black'],
    Getafe: ['GET', 'chief', 'blue', 'navy'],
    Alavés: ['ALA', 'halves', 'blue', 'white'],
    'Elche CF': ['ELC', 'hoops', 'white', 'green'],
    Levante: ['LEV', 'halves', 'royal', 'wine'],
    Oviedo: ['OVI', 'chief', 'royal', 'yellow'],
  },
  Italy: {
    'Inter Milan': ['INT', 'stripes', 'royal', 'black'],
    Napoli: ['NAP', 'chief', 'blue', 'white'],
    Juventus: ['JUV', 'stripes', 'white', 'black'],
    'AC Milan': ['MIL', 'stripes', 'red', 'black'],
    'Atalanta BC': ['ATA', 'stripes', 'black', 'royal'],
    'AS Roma': ['ROM', 'chief', 'wine', 'amber'],
    Lazio: ['LAZ', 'chief', 'sky', 'white'],
    Bologna: ['BOL', 'stripes', 'navy', 'red'],
    Fiorentina: ['FIO', 'chief', 'purple', 'white'],
    Como: ['COM', 'chief', 'royal', 'white'],
    Torino: ['TOR', 'chief', 'claret', 'gold'],
    Udinese: ['UDI', 'halves', 'white', 'black'],
    Genoa: ['GEN', 'halves', 'red', 'navy'],
    Sassuolo: ['SAS', 'stripes', 'green', 'black'],
    Parma: ['PAR', 'chief', 'yellow', 'royal'],
    Cagliari: ['CAG', 'halves', 'wine', 'navy'],
    Lecce: ['LEC', 'stripes', 'yellow', 'red'],
    'Hellas Verona': ['VER', 'chief', 'navy', 'yellow'],
    Cremonese: ['CRE', 'stripes', 'red', 'white'],
    Pisa: ['PIS', 'stripes', 'black', 'blue'],
  },
  Germany: {
    'Bayern Munich': ['FCB', 'chief', 'red', 'blue'],
    'Borussia Dortmund': ['BVB', 'chief', 'yellow', 'black'],
    'Bayer Leverkusen': ['B04', 'chief', 'black', 'red'],
    'RB Leipzig': ['RBL', 'chief', 'white', 'red'],
    'VfB Stuttgart': ['VFB', 'hoops', 'white', 'red'],
    'Eintracht Frankfurt': ['SGE', 'stripes', 'black', 'red'],
    'SC Freiburg': ['SCF', 'halves', 'red', 'black'],
    'TSG Hoffenheim': ['TSG', 'chief', 'royal', 'white'],
    'Borussia Monchengladbach': ['BMG', 'chief', 'white', 'green'],
    'VfL Wolfsburg': ['WOB', 'chief', 'green', 'white'],
    'Werder Bremen': ['SVW', 'halves', 'green', 'white'],
    'FSV Mainz 05': ['M05', 'chief', 'red', 'white'],
    'Union Berlin': ['FCU', 'chief', 'red', 'yellow'],
    'FC Augsburg': ['FCA', 'pale', 'white', 'green'],
    '1. FC Köln': ['KOE', 'sash', 'red', 'white'],
    'Hamburger SV': ['HSV', 'chief', 'blue', 'black'],
    'FC St. Pauli': ['STP', 'chief', 'claret', 'white'],
    '1. FC Heidenheim': ['HDH', 'halves', 'red', 'blue'],
  },
  France: {
    'Paris Saint Germain': ['PSG', 'pale', 'navy', 'red'],
    Marseille: ['OM', 'chief', 'white', 'sky'],
    'AS Monaco': ['ASM', 'sash', 'red', 'white'],
    Lille: ['LIL', 'chief', 'red', 'navy'],
    Lyon: ['OL', 'chief', 'white', 'royal'],
    'RC Lens': ['RCL', 'stripes', 'yellow', 'red'],
    Nice: ['NIC', 'stripes', 'red', 'black'],
    Strasbourg: ['STR', 'chief', 'blue', 'white'],
    Rennes: ['REN', 'halves', 'red', 'black'],
    Toulouse: ['TFC', 'chief', 'purple', 'white'],
    Brest: ['SB', 'chief', 'red', 'white'],
    'Paris FC': ['PFC', 'chief', 'navy', 'sky'],
    Nantes: ['NAN', 'chief', 'yellow', 'green'],
    Auxerre: ['AJA', 'sash', 'white', 'blue'],
    'Le Havre': ['HAC', 'halves', 'sky', 'navy'],
    Lorient: ['LOR', 'chief', 'orange', 'black'],
    Angers: ['SCO', 'stripes', 'black', 'white'],
    Metz: ['MET', 'chief', 'claret', 'white'],
  },
  Europe: {
    'Sporting Lisbon': ['SCP', 'hoops', 'green', 'white'],
    Benfica: ['SLB', 'chief', 'red', 'gold'],
    'PSV Eindhoven': ['PSV', 'stripes', 'white', 'red'],
    Galatasaray: ['GAL', 'halves', 'amber', 'wine'],
    'Club Brugge': ['BRU', 'stripes', 'blue', 'black'],
    'Olympiakos Piraeus': ['OLY', 'pale', 'red', 'white'],
    Ajax: ['AJX', 'pale', 'white', 'red'],
    'Slavia Praha': ['SLA', 'halves', 'white', 'red'],
    'FC Copenhagen': ['FCK', 'chief', 'white', 'blue'],
    'Bodø/Glimt': ['BOD', 'pale', 'yellow', 'black'],
    'Qarabağ FK': ['QAR', 'chief', 'black', 'white'],
    'FC Porto': ['POR', 'stripes', 'white', 'blue'],
    Fenerbahçe: ['FEN', 'stripes', 'navy', 'yellow'],
    Feyenoord: ['FEY', 'halves', 'red', 'white'],
    'Sporting Braga': ['BRA', 'hoops', 'red', 'white'],
    Rangers: ['RAN', 'chief', 'royal', 'red'],
    Celtic: ['CLT', 'hoops', 'white', 'green'],
    'FC Midtjylland': ['FCM', 'chief', 'black', 'red'],
    'Red Bull Salzburg': ['RBS', 'chief', 'white', 'red'],
    'Dinamo Zagreb': ['DIN', 'chief', 'blue', 'white'],
    'PAOK Thessaloniki': ['PAO', 'stripes', 'black', 'white'],
    'Viktoria Plzeň': ['PLZ', 'halves', 'red', 'royal'],
    'Ferencvaros TC': ['FTC', 'pale', 'green', 'white'],
    'Malmö FF': ['MFF', 'halves', 'sky', 'white'],
  },
  Nations: {
    Spain: ['ESP', 'chief', 'red', 'yellow'],
    France: ['FRA', 'chief', 'navy', 'red'],
    England: ['ENG', 'chief', 'white', 'navy'],
    Portugal: ['POR', 'chief', 'wine', 'green'],
    Germany: ['GER', 'chief', 'white', 'black'],
    Netherlands: ['NED', 'chief', 'orange', 'navy'],
    Italy: ['ITA', 'chief', 'blue', 'white'],
    Croatia: ['CRO', 'stripes', 'white', 'red'],
    Belgium: ['BEL', 'chief', 'red', 'black'],
    Denmark: ['DEN', 'pale', 'red', 'white'],
    Switzerland: ['SUI', 'chief', 'red', 'white'],
    Austria: ['AUT', 'hoops', 'red', 'white'],
    Norway: ['NOR', 'pale', 'red', 'navy'],
    Serbia: ['SRB', 'chief', 'red', 'royal'],
    Poland: ['POL', 'chief', 'white', 'red'],
    Scotland: ['SCO', 'sash', 'navy', 'white'],
    Hungary: ['HUN', 'chief', 'red', 'green'],
    'Czech Republic': ['CZE', 'halves', 'red', 'navy'],
    Greece: ['GRE', 'stripes', 'blue', 'white'],
    Wales: ['WAL', 'halves', 'red', 'green'],
  },
};

const known = new Map(Object.values(kits).flatMap((ofLeague) => Object.entries(ofLeague)));
const spare = Object.keys(colours) as readonly Colour[];
const patterns = ['chief', 'halves', 'stripes', 'hoops', 'sash', 'pale'] as const;

/** Returns a team's kit; for an unknown team one that depends on its name alone. */
export function kitOf(name: string): Kit {
  const [letters, pattern, shirt, trim] = known.get(name) ?? madeUp(name);
  return { letters, pattern, shirt: colours[shirt], trim: colours[trim] };
}

function madeUp(name: string): Entry {
  const number = fingerprint(name);
  const shirt = spare[number % spare.length] ?? 'navy';
  const trim = spare[(number + 1 + (Math.floor(number / 32) % (spare.length - 1))) % spare.length] ?? 'white';
  return [initials(name), patterns[Math.floor(number / 1_024) % patterns.length] ?? 'chief', shirt, trim];
}

/** "Manchester United" → MU, "Arsenal" → ARS. Ignores generic parts such as FC. */
export function initials(name: string): string {
  const words = name
    .split(/[\s-]+/)
    .filter((word) => word !== '' && !/^(fc|cf|ac|as|afc|sc|ssc|rc|cd|ud|sv|tsg|vfb|vfl|the|and|&|de)$/i.test(word));
  const [first = name] = words;
  const parts = words.length > 1 ? words.map((word) => word[0]).slice(0, 3) : [first.slice(0, 3)];
  return parts.join('').toUpperCase();
}

/** FNV-1a, which gives similar names different hashes. */
function fingerprint(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

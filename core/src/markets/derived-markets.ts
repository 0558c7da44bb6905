import { formatNumber, inEnglish, type Message, msg, t } from '../language/index.ts';
import type { HouseRule, Period, Score, ScoredResult, Teams, Verdict } from './definition.ts';
import { gradeTotalGoals, lineVerdict } from './total-goals.ts';

/** The verdict of a selection at the score that decides it. A market of both periods gets the final score, then the half-time score. */
type Rule = (score: Score, halfTime: Score) => Verdict;

/** A market without quotes of its own, priced from those of the match winner and of total goals. */
type DerivedMarket = {
  readonly title: Message;
  readonly group: MarketGroup;
  /** The whole match if absent. */
  readonly period?: Period;
  readonly houseRule: HouseRule;
  /** The lines on offer, lowest first; `null` in a market without lines. A handicap is that of the home team. */
  readonly lines: readonly number[] | null;
  /** How many selections win; 1 if absent. */
  readonly winners?: number;
  /** Each selection in the order of the list; `line` is 0 in a market without lines. */
  readonly rules: (line: number) => Readonly<Record<string, Rule>>;
  /** The text of a selection. A bet sends the English one. */
  readonly label: (pick: string, line: number, teams: Teams) => string;
};

/** Not translated: labels as they are sent. */
export const marketGroups = ['Popular', 'Goals', 'Handicap', 'Halves', 'Scores'] as const;
export type MarketGroup = (typeof marketGroups)[number];

const won = (isWon: boolean): Verdict => (isWon ? 'won' : 'lost');
const lead = ({ home, away }: Score): number => home - away;
const bothScored = ({ home, away }: Score): boolean => home > 0 && away > 0;

const linesBetween = (low: number, high: number, step: number): readonly number[] =>
  Array.from({ length: Math.round((high - low) / step) + 1 }, (_, at) => low + at * step);

const overUnder = (goals: (score: Score) => number, line: number): Readonly<Record<string, Rule>> => ({
  over: (score) => lineVerdict(goals(score) - line),
  under: (score) => lineVerdict(line - goals(score)),
});
const overUnderText = (pick: string, line: number): string =>
  t(pick === 'over' ? 'Over {line}' : 'Under {line}', { line: formatNumber(line) });

const teamTotals = (side: 'home' | 'away'): DerivedMarket => ({
  title: side === 'home' ? msg('Home team goals') : msg('Away team goals'),
  group: 'Goals',
  houseRule: {
    1: msg('Only the goals of this team count, from 0–0 also for bets in play. An own goal counts for the other team.'),
  },
  lines: linesBetween(0.5, 4.5, 1),
  rules: (line) => overUnder((score) => score[side], line),
  label: (pick, line, teams) => `${t('{team} goals', { team: teams[`${side}Team`] })}: ${overUnderText(pick, line)}`,
});

const handicapText = (line: number): string =>
  line === 0 ? '0' : `${line > 0 ? '+' : '−'}${formatNumber(Math.abs(line))}`;

/** Scores with at most four goals of each team have a selection of their own. */
const listedGoals = [0, 1, 2, 3, 4];
const correctScore: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(
    listedGoals.flatMap((home) =>
      listedGoals.map((away) => [`${home}-${away}`, (score: Score) => won(score.home === home && score.away === away)]),
    ),
  ),
  other: ({ home, away }) => won(home > 4 || away > 4),
};

/** Totals of up to five goals have a selection of their own. */
const exactGoals: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(
    [0, 1, 2, 3, 4, 5].map((goals) => [String(goals), ({ home, away }: Score) => won(home + away === goals)]),
  ),
  more: ({ home, away }) => won(home + away > 5),
};

const winningMargin: Readonly<Record<string, Rule>> = {
  home_by_1: (score) => won(lead(score) === 1),
  home_by_2: (score) => won(lead(score) === 2),
  home_by_3: (score) => won(lead(score) >= 3),
  draw: (score) => won(lead(score) === 0),
  away_by_1: (score) => won(lead(score) === -1),
  away_by_2: (score) => won(lead(score) === -2),
  away_by_3: (score) => won(lead(score) <= -3),
};

function marginText(pick: string, { homeTeam, awayTeam }: Teams): string {
  const [side, , goals] = pick.split('_');
  if (goals === undefined) return t('Draw');
  const team = side === 'home' ? homeTeam : awayTeam;
  return goals === '3' ? t('{team} by 3 or more', { team }) : t('{team} by {goals}', { team, goals });
}

const results = ['home', 'draw', 'away'] as const;
const resultOf = (score: Score): (typeof results)[number] =>
  lead(score) > 0 ? 'home' : lead(score) < 0 ? 'away' : 'draw';
const resultText = (pick: string | undefined, { homeTeam, awayTeam }: Teams): string =>
  pick === 'draw' ? t('Draw') : pick === 'home' ? homeTeam : awayTeam;
const halfTimeResult: Readonly<Record<string, Rule>> = Object.fromEntries(
  results.map((pick) => [pick, (score: Score) => won(resultOf(score) === pick)]),
);
const halfTimeFullTime: Readonly<Record<string, Rule>> = Object.fromEntries(
  results.flatMap((early) =>
    results.map((late) => [
      `${early}-${late}`,
      (score: Score, halfTime: Score) => won(resultOf(halfTime) === early && resultOf(score) === late),
    ]),
  ),
);

const doubleChanceText = (pick: string, { homeTeam, awayTeam }: Teams): string =>
  pick === 'home_or_draw'
    ? t('{team} or draw', { team: homeTeam })
    : pick === 'home_or_away'
      ? t('{home} or {away}', { home: homeTeam, away: awayTeam })
      : t('Draw or {team}', { team: awayTeam });

/**
 * The markets that are derived, under the keys by which they are stored and sent: those of the odds provider where it has the market.
 * Everything else about them, from prices to settlement, iterates over this list.
 */
export const derivedMarkets = {
  double_chance: {
    title: msg('Double chance'),
    group: 'Popular',
    houseRule: {
      1: msg('Two of the three results of the match winner are covered, and the selection wins with either.'),
    },
    lines: null,
    winners: 2,
    rules: () => ({
      home_or_draw: (score) => won(lead(score) >= 0),
      home_or_away: (score) => won(lead(score) !== 0),
      draw_or_away: (score) => won(lead(score) <= 0),
    }),
    label: (pick, _line, teams) => `${t('Double chance')}: ${doubleChanceText(pick, teams)}`,
  },
  draw_no_bet: {
    title: msg('Draw no bet'),
    group: 'Popular',
    houseRule: { 1: msg('The selected team must win. If the match is drawn, the selection is void.') },
    lines: null,
    rules: () => ({ home: (score) => lineVerdict(lead(score)), away: (score) => lineVerdict(-lead(score)) }),
    label: (pick, _line, teams) => `${t('Draw no bet')}: ${pick === 'home' ? teams.homeTeam : teams.awayTeam}`,
  },
  btts: {
    title: msg('Both teams to score'),
    group: 'Popular',
    houseRule: {
      1: msg('Yes wins if each team scores at least one goal. An own goal counts for the team it is awarded to.'),
    },
    lines: null,
    rules: () => ({ yes: (score) => won(bothScored(score)), no: (score) => won(!bothScored(score)) }),
    label: (pick) => `${t('Both teams to score')}: ${t(pick === 'yes' ? 'Yes' : 'No')}`,
  },
  alternate_totals: {
    title: msg('Goals'),
    group: 'Goals',
    houseRule: {
      1: msg(
        'The goals of both teams, from 0–0 also for bets in play, are compared with the line of the selection. If the match is abandoned, only a line that has already been met or passed is decided.',
      ),
    },
    lines: linesBetween(0.5, 6.5, 0.25),
    rules: (line) => overUnder(({ home, away }) => home + away, line),
    label: (pick, line) => `${t('Goals')}: ${overUnderText(pick, line)}`,
  },
  team_totals_home: teamTotals('home'),
  team_totals_away: teamTotals('away'),
  odd_even: {
    title: msg('Odd or even goals'),
    group: 'Goals',
    houseRule: { 1: msg('The goals of both teams are added up. No goals count as even.') },
    lines: null,
    rules: () => ({
      odd: ({ home, away }) => won((home + away) % 2 === 1),
      even: ({ home, away }) => won((home + away) % 2 === 0),
    }),
    label: (pick) => `${t('Total goals')}: ${t(pick === 'odd' ? 'Odd' : 'Even')}`,
  },
  exact_goals: {
    title: msg('Exact goals'),
    group: 'Goals',
    houseRule: {
      3: msg(
        'The goals of both teams are added up. The sum must be exactly the number of the selection, or at least six where it says 6 or more.',
      ),
    },
    lines: null,
    rules: () => exactGoals,
    label: (pick) => `${t('Exact goals')}: ${pick === 'more' ? t('6 or more') : pick}`,
  },
  spreads: {
    title: msg('Asian handicap'),
    group: 'Handicap',
    houseRule: {
      1: msg(
        'The handicap is added to the goals of the selected team. The selection wins if the sum is then above the goals of the other team. All goals of the match count, also for bets in play.',
      ),
    },
    lines: linesBetween(-3, 3, 0.25),
    rules: (line) => ({
      home: (score) => lineVerdict(lead(score) + line),
      away: (score) => lineVerdict(-lead(score) - line),
    }),
    label: (pick, line, teams) =>
      pick === 'home'
        ? `${t('Asian handicap')}: ${teams.homeTeam} ${handicapText(line)}`
        : `${t('Asian handicap')}: ${teams.awayTeam} ${handicapText(-line)}`,
  },
  h2h_3_way_h1: {
    title: msg('Half-time result'),
    group: 'Halves',
    period: 'first-half',
    houseRule: {
      4: msg(
        'The team that leads at half-time wins; with equal goals it is a draw. Goals in the stoppage time of the first half count.',
      ),
    },
    lines: null,
    rules: () => halfTimeResult,
    label: (pick, _line, teams) => `${t('Half-time result')}: ${resultText(pick, teams)}`,
  },
  totals_h1: {
    title: msg('First-half goals'),
    group: 'Halves',
    period: 'first-half',
    houseRule: {
      4: msg(
        'The goals of both teams in the first half, from 0–0 also for bets in play, are compared with the line of the selection.',
      ),
    },
    lines: linesBetween(0.5, 3.5, 1),
    rules: (line) => overUnder(({ home, away }) => home + away, line),
    label: (pick, line) => `${t('First-half goals')}: ${overUnderText(pick, line)}`,
  },
  btts_h1: {
    title: msg('Both teams to score in the first half'),
    group: 'Halves',
    period: 'first-half',
    houseRule: { 4: msg('Yes wins if each team scores at least one goal before half-time.') },
    lines: null,
    rules: () => ({ yes: (score) => won(bothScored(score)), no: (score) => won(!bothScored(score)) }),
    label: (pick) => `${t('Both teams to score in the first half')}: ${t(pick === 'yes' ? 'Yes' : 'No')}`,
  },
  halftime_fulltime: {
    title: msg('Half-time/full-time'),
    group: 'Halves',
    period: 'both',
    houseRule: {
      4: msg(
        'The first result is that at half-time, the second that after 90 minutes and stoppage time. Both must be right. A selection whose first result is wrong is lost at half-time.',
      ),
    },
    lines: null,
    rules: () => halfTimeFullTime,
    label: (pick, _line, teams) =>
      `${t('Half-time/full-time')}: ${pick
        .split('-')
        .map((part) => resultText(part, teams))
        .join('/')}`,
  },
  correct_score: {
    title: msg('Correct score'),
    group: 'Scores',
    houseRule: { 1: msg('The selection is the exact score. Any other wins if a team scores five goals or more.') },
    lines: null,
    rules: () => correctScore,
    label: (pick) => `${t('Correct score')}: ${pick === 'other' ? t('Any other') : pick}`,
  },
  winning_margin: {
    title: msg('Winning margin'),
    group: 'Scores',
    houseRule: {
      1: msg(
        'The selected team must win by exactly this number of goals, or by at least three where the selection says 3 or more.',
      ),
    },
    lines: null,
    rules: () => winningMargin,
    label: (pick, _line, teams) => `${t('Winning margin')}: ${marginText(pick, teams)}`,
  },
} as const satisfies Readonly<Record<string, DerivedMarket>>;

export type DerivedKey = keyof typeof derivedMarkets;
/** A selection of a derived market. A handicap counts all goals of the match, also in a bet that is placed in play. */
export type DerivedOutcome = { readonly market: DerivedKey; readonly pick: string; readonly point?: number };

export const derivedKeys = Object.keys(derivedMarkets) as readonly DerivedKey[];
export const derivedMarket = (key: DerivedKey): DerivedMarket => derivedMarkets[key];
export const isDerived = <Other extends { readonly market: string }>(
  outcome: Other | DerivedOutcome,
): outcome is DerivedOutcome => Object.hasOwn(derivedMarkets, outcome.market);

/** The label of a selection, which a bet sends: always English. */
export const derivedLabel = (teams: Teams, outcome: DerivedOutcome): string =>
  inEnglish(() => derivedText(teams, outcome));
/** The same in the current language, for the screen. */
export const derivedText = (teams: Teams, { market, pick, point }: DerivedOutcome): string =>
  derivedMarket(market).label(pick, point ?? 0, teams);

/** Lines are quarters of a goal. */
const isLine = (line: number): boolean => Number.isInteger(line * 4) && Math.abs(line) <= 20;

/** The derived selection with these parts; `undefined` when there is none. */
export function derivedOutcome(market: string, pick: string, point: number | null): DerivedOutcome | undefined {
  if (!isDerived({ market })) return undefined;
  const key = market as DerivedKey;
  const { lines, rules } = derivedMarket(key);
  if (!Object.hasOwn(rules(0), pick) || (lines === null) !== (point === null)) return undefined;
  if (point === null) return { market: key, pick };
  return isLine(point) ? { market: key, pick, point } : undefined;
}

/** The derived selection with this label in this match; `undefined` when there is none. */
export function derivedFromLabel(teams: Teams, label: string): DerivedOutcome | undefined {
  const size = Number(/\d+(?:\.\d+)?$/.exec(label)?.[0] ?? 0);
  return templatesAt(isLine(size) ? size : 0).find(({ parts }) => filledIn(parts, teams) === label)?.outcome;
}

/** A selection, and its label with marks in place of the teams. */
type Template = { readonly outcome: DerivedOutcome; readonly parts: readonly string[] };
const marks = { homeTeam: '\uE000', awayTeam: '\uE001' } as const;
const filledIn = (parts: readonly string[], { homeTeam, awayTeam }: Teams): string =>
  parts.map((part) => (part === marks.homeTeam ? homeTeam : part === marks.awayTeam ? awayTeam : part)).join('');

// Rendering all labels for each one that is looked up would take longer than everything else about a bet. There are some 80 lines.
const templates = new Map<number, readonly Template[]>();
function templatesAt(line: number): readonly Template[] {
  const known = templates.get(line);
  if (known) return known;
  const made = derivedKeys.flatMap((market) => {
    const { lines, rules } = derivedMarket(market);
    const points = lines === null ? [null] : [line, 0 - line];
    return Object.keys(rules(0)).flatMap((pick) =>
      points.flatMap((point) => {
        const outcome = derivedOutcome(market, pick, point);
        return outcome ? [{ outcome, parts: derivedLabel(marks, outcome).split(/([\uE000\uE001])/) }] : [];
      }),
    );
  });
  templates.set(line, made);
  return made;
}

/** After this many further goals of a team, nothing changes that can be bet on. */
const mostGoals = 12;
const furtherGoals = Array.from({ length: mostGoals + 1 }, (_, goals) => goals);

/** Whose goals decide a selection of a market. */
export const periodOf = ({ market }: { readonly market: string }): Period =>
  (isDerived({ market }) && derivedMarket(market as DerivedKey).period) || 'match';
/** The markets that need the score at half-time. */
export const halfTimeMarkets: readonly DerivedKey[] = derivedKeys.filter((market) => periodOf({ market }) !== 'match');

/**
 * Returns what a selection came to. When a match is abandoned, only what no further goal could have changed is decided. Throws for a
 * played match whose half-time score is needed and unknown; `verdictOf` leaves such a selection pending.
 */
export function gradeDerived({ market, pick, point = 0 }: DerivedOutcome, result: ScoredResult): Verdict {
  const { kind, score, halfTime } = result;
  const rule = derivedMarket(market).rules(point)[pick];
  if (!rule) throw new Error(`no market has the selection ${market} ${pick} ${point}`);
  const period = periodOf({ market });
  if (period !== 'match' && kind === 'score' && !halfTime) throw new Error(`no half-time score for ${market}`);
  if (period === 'first-half' && halfTime) return rule(halfTime, halfTime);
  const verdict = rule(score, halfTime ?? score);
  if (kind === 'score') return verdict;
  if (period === 'both' && !halfTime) return 'void';
  // Half of a quarter line may be decided.
  if (market === 'alternate_totals')
    return gradeTotalGoals({ pick: pick === 'over' ? 'over' : 'under', point }, result);
  return staysDecided(rule, score, halfTime) ? verdict : 'void';
}

/** Whether no further goal changes what a selection comes to. */
export function staysDecided(rule: Rule, { home, away }: Score, halfTime?: Score): boolean {
  const verdict = rule({ home, away }, halfTime ?? { home, away });
  return furtherGoals.every((more) =>
    furtherGoals.every((others) => {
      const score = { home: home + more, away: away + others };
      return rule(score, halfTime ?? score) === verdict;
    }),
  );
}

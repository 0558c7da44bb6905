/** The sandbox's football, five seasons a league, each figure beside the real one: -- sandbox-fit [facts.json]. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { median } from './figures.ts';
import { type Figure, leagueFigures, mean, minuteFigures, type Tolerance } from './fit-figures.ts';
import { type InPlaySample, lookAtPlay } from './in-play-sample.ts';
import { PUBLISHED_FIGURES } from './published-figures.ts';
import { atMost, type Report, runBench, table } from './run-bench.ts';
import { leagueNamed, type Played, played, seasonsOf } from './simulate-seasons.ts';

/** Leagues by the names that files of real figures give them. */
const LEAGUES = {
  E0: 'soccer_epl',
  SP1: 'soccer_spain_la_liga',
  I1: 'soccer_italy_serie_a',
  D1: 'soccer_germany_bundesliga',
  F1: 'soccer_france_ligue_one',
} as const;
const USUAL_FILE = '../shared/data/facts.json';
const MATCHES_LOOKED_AT = 330;
const CUP_MATCHES = 160;
/** The real suspensions were counted in so many matches. */
const COUNTED_MATCHES = 33;

type Row = Figure & {
  readonly group: string;
  readonly real: number;
  readonly tolerance: number;
  readonly met: boolean;
};

await runBench('sandbox-fit', async ({ pace, print, args }) => {
  const facts = readFacts(args[0]);
  print(`real figures: ${facts.name}`);
  const seasons = pace === 'full' ? 5 : 1;
  const began = performance.now();
  const rows: Row[] = [];
  const all: Played[] = [];
  for (const [short, key] of Object.entries(LEAGUES)) {
    const matches = seasonsOf(leagueNamed(key), seasons).map(played);
    all.push(...matches);
    rows.push(...compared(leagueFigures(matches, `leagues.${short}`), `${short} ${key}`, facts.value));
    print(`${short}: ${matches.length} matches of ${seasons} season(s)`);
  }
  const cup = seasonsOf(leagueNamed('soccer_uefa_champs_league'), seasons, CUP_MATCHES);
  const cupGoals = minuteFigures(
    cup.flatMap((plan) => played(plan).goals),
    'championsLeague.goalMinutes',
  );
  rows.push(...compared(cupGoals, 'Champions League', facts.value));
  rows.push(...compared(overallFigures(all, facts.value), 'all leagues', facts.value));
  const looked = lookAtPlay(
    seasonsOf(leagueNamed('soccer_epl'), 1).slice(0, MATCHES_LOOKED_AT),
    pace === 'full' ? 66 : 20,
  );
  rows.push(...compared(inPlayFigures(looked), 'in play', facts.value));
  return report(rows, all.length, (performance.now() - began) / 1000, facts.value);
});

function report(rows: readonly Row[], matches: number, seconds: number, facts: unknown): Report {
  const groups = [...new Set(rows.map(({ group }) => group))];
  const lines = groups.flatMap((group) => [
    '',
    ...table([
      [group, 'simulated', 'real', 'apart', 'tolerance', ''],
      ...rows.filter((row) => row.group === group).map(shown),
    ]),
  ]);
  const missed = rows.filter(({ met }) => !met);
  return {
    lines: [
      ...lines,
      '',
      `${matches} matches of the five leagues in ${seconds.toFixed(1)} s; ${rows.length - missed.length} of ${rows.length} figures are within their tolerance.`,
      'Tolerance: three standard errors of the difference of the two samples where both are counted; else our own, named above.',
      ...missed.map((row) => `outside: ${row.path} ${row.simulated.toFixed(4)}, real ${row.real}`),
      ...(numberAt(facts, 'leagues.E0.yellowsPerMatch') === null
        ? []
        : ['not simulated: yellow cards (the provider tells no cards at all).']),
    ],
    goals: groups.map((group) =>
      atMost(`${group}: figures outside`, missed.filter((row) => row.group === group).length, 0),
    ),
    figures: {
      matches,
      seconds,
      figures: rows.length,
      met: rows.length - missed.length,
      rows: rows.map(({ path, simulated, real, tolerance, met }) => ({ path, simulated, real, tolerance, met })),
    },
  };
}

function shown(row: Row): string[] {
  return [
    row.path,
    row.simulated.toFixed(4),
    row.real.toFixed(4),
    Math.abs(row.simulated - row.real).toFixed(4),
    row.tolerance.toFixed(4),
    row.met ? 'met' : 'NOT MET',
  ];
}

function overallFigures(all: readonly Played[], facts: unknown): Figure[] {
  const goals = all.flatMap((match) => match.goals);
  const reds = all.flatMap((match) => match.reds);
  const redsOf = 'redCards2017_18';
  return [
    ...minuteFigures(goals, 'allGoalMinutes'),
    {
      path: `${redsOf}.perMatch`,
      simulated: reds.length / all.length,
      // 332 cards came of 1,826 matches.
      within: { kind: 'fixed', by: 0.03 },
    },
    {
      path: `${redsOf}.firstHalfShare`,
      simulated: reds.filter(({ half }) => half === 1).length / reds.length,
      within: { kind: 'chance', count: reds.length, realOf: `${redsOf}.n` },
    },
    {
      path: `${redsOf}.medianMinute`,
      simulated: median(reds.map(({ minute }) => minute)),
      within: { kind: 'fixed', by: 3 },
    },
    {
      path: 'stoppageMinutes2017_18.firstHalfMean',
      simulated: mean(all.map((match) => match.firstStoppage)),
      within: { kind: 'fixed', by: 0.1 },
    },
    {
      path: 'stoppageMinutes2017_18.secondHalfMean',
      simulated: mean(all.map((match) => match.secondStoppage)),
      within: { kind: 'fixed', by: 0.15 },
    },
    ...minuteByMinute(
      goals.map(({ minute }) => minute),
      facts,
    ),
  ];
}

// Half the sum of the differences of 90 shares: chance alone makes about 0.03 of samples as large as these.
function minuteByMinute(minutes: readonly number[], facts: unknown): Figure[] {
  let apart = 0;
  for (let minute = 1; minute <= 90; minute += 1) {
    const real = numberAt(facts, `goalShareByMinute.${minute}`);
    if (real === null) return [];
    apart += Math.abs(minutes.filter((each) => each === minute).length / minutes.length - real) / 2;
  }
  return [{ path: 'goalShareByMinute, share in other minutes', simulated: apart, within: { kind: 'fixed', by: 0.05 } }];
}

function inPlayFigures(sample: InPlaySample): Figure[] {
  return [
    // The count of 33 matches: three Poisson standard errors of 59.
    {
      path: 'inplay.suspensionsSeen',
      simulated: sample.suspensionsPerMatch * COUNTED_MATCHES,
      within: { kind: 'fixed', by: 23 },
    },
    {
      path: 'inplay.suspensionSecondsMedian(30s polling)',
      simulated: sample.suspensionSecondsMedian,
      within: { kind: 'fixed', by: 1 },
    },
    { path: 'inplay.suspensionSecondsP90', simulated: sample.suspensionSecondsP90, within: { kind: 'fixed', by: 33 } },
    {
      path: 'inplay.backBookOverroundMedian',
      simulated: sample.backOverroundMedian,
      within: { kind: 'fixed', by: 0.005 },
    },
    { path: 'inplay.backLaySpreadMedian', simulated: sample.backLaySpreadMedian, within: { kind: 'fixed', by: 0.01 } },
    // Twenty real goals, which scatter by about 0.2: three standard errors.
    {
      path: 'inplay.polymarketGoals.meanAbsHomeProbJump',
      simulated: mean(sample.homeChanceJumps),
      within: { kind: 'fixed', by: 0.13 },
    },
    { path: 'inplay.openTicksWithMissingBack', simulated: 0, within: { kind: 'fixed', by: 0.01 } },
  ];
}

/** Each figure for which there is a real one. */
function compared(figures: readonly Figure[], group: string, facts: unknown): Row[] {
  return figures.flatMap((figure) => {
    const real = figure.path.startsWith('goalShareByMinute,') ? 0 : numberAt(facts, figure.path);
    if (real === null) return [];
    const tolerance = toleranceOf(figure.within, real, facts);
    return [{ ...figure, group, real, tolerance, met: Math.abs(figure.simulated - real) <= tolerance }];
  });
}

function toleranceOf(within: Tolerance, real: number, facts: unknown): number {
  if (within.kind === 'fixed') return within.by;
  const variance = within.spread === undefined ? Math.max(real * (1 - real), 0.002) : within.spread ** 2;
  const realCount = numberAt(facts, within.realOf) ?? within.count;
  return 3 * Math.sqrt(variance / within.count + variance / realCount);
}

function readFacts(path: string | undefined): { readonly name: string; readonly value: unknown } {
  const file = path ?? (existsSync(resolve(USUAL_FILE)) ? USUAL_FILE : null);
  if (file === null) return { name: PUBLISHED_FIGURES.source, value: PUBLISHED_FIGURES };
  const value: unknown = JSON.parse(readFileSync(resolve(file), 'utf8'));
  return { name: file, value };
}

function numberAt(value: unknown, path: string): number | null {
  let at = value;
  for (const step of path.split('.')) {
    if (typeof at !== 'object' || at === null) return null;
    at = Object.entries(at).find(([name]) => name === step)?.[1];
  }
  return typeof at === 'number' ? at : null;
}

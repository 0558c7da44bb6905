import type { CaughtUp } from './background-tab.ts';
import type { Load } from './home-page.ts';
import type { Watched } from './long-tasks.ts';
import { growth, type LongWatch } from './long-watch.ts';
import { atMost, type Report, table } from './run-bench.ts';

export const MATCHES = 50;
const MOST_KB = 130;
const LONG_MS = 50;
const MOST_GROWTH = 5;

export type Moved<Found> = Found & { readonly roundsPerSecond: number };
export type HomeFindings = {
  readonly loads: readonly Load[];
  readonly watched: Readonly<Record<'home' | 'games', Moved<Watched>>>;
  /** Only with `--minutes`. */
  readonly long: Moved<LongWatch> | undefined;
  readonly back: CaughtUp;
};

/** Reports the findings in tables, and the goals that must be met. */
export function reportHome({ loads, watched, long, back }: HomeFindings): Report {
  const all = long ? { ...watched, 'games, minutes': long } : watched;
  for (const [where, { changes }] of Object.entries(all)) {
    if (changes === 0) throw new Error(`no price moved on ${where}: there was nothing to measure`);
  }
  return {
    lines: [
      ...loadTable(loads),
      ...loads.flatMap(({ where, moved }) => moved.map((what) => `  moved (${where}): ${what}`)),
      '',
      ...changeTable(all),
      'A task that is long by the clock but not on the processor waited for its turn on a busy machine.',
      ...(long ? ['', ...heldTable(long)] : []),
      '',
      `A tab that was in the background while ${back.moved} matches moved, shown again: ${back.inView} cards in view, ${back.staleInView} of them`,
      `  not at their newest in the first frame (after ${back.firstFrameMs.toFixed(0)} ms); all ${MATCHES} at their newest after ${back.allFreshMs.toFixed(0)} ms.`,
    ],
    goals: [
      atMost(
        'JavaScript before Home is drawn, kB with gzip',
        Math.max(...loads.map((load) => load.firstGzipBytes)) / 1_000,
        MOST_KB,
      ),
      atMost('requests to other hosts', Math.max(...loads.map((load) => load.elsewhere.length)), 0),
      atMost('layout shift, thousandths', Math.max(...loads.map((load) => load.shift)) * 1_000, 0),
      atMost('pauses over 50 ms on Home', ownPauses(watched.home), 0),
      atMost('pauses over 50 ms on Games, 50 cards', ownPauses(watched.games), 0),
      atMost('cards with an old price when a hidden tab is shown', back.staleInView, 0),
      ...(long
        ? [
            atMost('pauses over 50 ms in all those minutes', ownPauses(long), 0),
            atMost('growth of the heap, %', growth(long, 'heapBytes'), MOST_GROWTH),
            atMost('growth of the nodes, %', growth(long, 'nodes'), MOST_GROWTH),
            atMost('growth of the listeners, %', growth(long, 'listeners'), MOST_GROWTH),
          ]
        : []),
    ],
    figures: { loads, watched, long, back },
    mustMeet: true,
  };
}

const heldTable = (long: LongWatch): readonly string[] =>
  table([
    ['held after its garbage was collected', 'heap MB', 'nodes', 'listeners'],
    ...(['start', 'middle', 'end'] as const).map((when) => [
      when,
      (long[when].heapBytes / 1e6).toFixed(2),
      String(long[when].nodes),
      String(long[when].listeners),
    ]),
  ]);

const loadTable = (loads: readonly Load[]): readonly string[] =>
  table([
    [
      'first load of Home',
      'scripts',
      'kB with gzip',
      'in all',
      'kB travelled',
      'first card ms',
      'shift',
      'requests elsewhere',
    ],
    ...loads.map((load) => [
      load.where,
      String(load.scripts.length),
      kb(load.firstGzipBytes),
      kb(load.gzipBytes),
      kb(load.travelledBytes),
      String(load.firstCardMs),
      load.shift.toFixed(4),
      String(load.elsewhere.length),
    ]),
  ]);

const changeTable = (all: Readonly<Record<string, Moved<Watched>>>): readonly string[] =>
  table([
    [
      `${MATCHES} matches, all prices`,
      'rounds/s',
      'texts changed',
      'main thread busy',
      'over 50 ms by clock',
      'longest',
      'over 50 ms of CPU',
      'longest',
    ],
    ...Object.entries(all).map(([where, each]) => [
      where,
      each.roundsPerSecond.toFixed(1),
      String(each.changes),
      `${(each.busy * 100).toFixed(0)} %`,
      String(each.tasks.length),
      longest(each, 'wallMs'),
      String(ownPauses(each)),
      longest(each, 'cpuMs'),
    ]),
  ]);

const kb = (bytes: number) => (bytes / 1_000).toFixed(1);
const ownPauses = ({ tasks }: Watched) => tasks.filter(({ cpuMs }) => cpuMs > LONG_MS).length;
const longest = ({ tasks }: Watched, time: 'wallMs' | 'cpuMs') =>
  Math.max(0, ...tasks.map((task) => task[time])).toFixed(0);

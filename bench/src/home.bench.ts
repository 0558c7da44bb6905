// What Home costs who opens it: its code, what moves while it loads, and its pauses while 50 matches move ten times a second.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openBrowser } from '@touchline/e2e/open-browser';
import { buildScreens } from '@touchline/launch/build-screens';
import { connectBench, startBenchPostgres } from './bench-postgres.ts';
import { firstLoad, type Load, type Visit } from './home-page.ts';
import { openPrices, type PriceStream } from './home-prices.ts';
import { type Watched, watchTasks } from './long-tasks.ts';
import { atMost, type BenchRun, type Report, runBench, table } from './run-bench.ts';
import { startApi } from './start-api.ts';

const MATCHES = 50;
const HOME_SHOWS = 10;
const EVERY_MS = 100;
const WATCH_MS = { full: 20_000, quick: 5_000 } as const;
const MOST_KB = 130;
const LONG_MS = 50;
const visits: readonly Visit[] = [
  { where: 'phone', width: 390, height: 844 },
  { where: 'desktop', width: 1440, height: 900 },
  { where: 'phone, slow line', width: 390, height: 844, network: { latencyMs: 150, kbitPerSecond: 1_600 } },
  { where: 'desktop, slow line', width: 1440, height: 900, network: { latencyMs: 150, kbitPerSecond: 1_600 } },
];

await runBench('home', async (run) => {
  const built = await buildScreens();
  if (!built.ok) throw new Error(built.output);
  const postgres = await startBenchPostgres(run);
  const prices = await openPrices(connectBench(run, postgres.url, 4), MATCHES);
  const api = await startApiWithScreens(run, postgres);
  const browser = await openBrowser();
  run.atEnd(() => browser.close());

  const loads: Load[] = [];
  for (const visit of visits) {
    run.signal.throwIfAborted();
    loads.push(await firstLoad(browser, api, visit));
  }
  const home = await whilePricesMove(run, prices, () => watchTasks(browser, api, HOME_SHOWS, WATCH_MS[run.pace]));
  const games = await whilePricesMove(run, prices, () =>
    watchTasks(browser, `${api}/games`, MATCHES, WATCH_MS[run.pace]),
  );
  return report(loads, { home, games });
});

async function startApiWithScreens(run: BenchRun, postgres: Parameters<typeof startApi>[1]): Promise<string> {
  const { port } = await startApi(run, postgres, { WEB_DIST: join(import.meta.dirname, '..', '..', 'web', 'dist') });
  return `http://localhost:${port}`;
}

type Moved<Found> = Found & { readonly roundsPerSecond: number };

async function whilePricesMove<Found>(
  run: BenchRun,
  prices: PriceStream,
  look: () => Promise<Found>,
): Promise<Moved<Found>> {
  const stop = new AbortController();
  const began = Date.now();
  let rounds = 0;
  const moving = (async () => {
    while (!stop.signal.aborted && !run.signal.aborted) {
      const next = pause(EVERY_MS);
      await prices.moveAll();
      rounds += 1;
      await next;
    }
  })();
  try {
    return { ...(await look()), roundsPerSecond: rounds / ((Date.now() - began) / 1_000) };
  } finally {
    stop.abort();
    await moving;
  }
}

function report(loads: readonly Load[], watched: Readonly<Record<'home' | 'games', Moved<Watched>>>): Report {
  const kb = (bytes: number) => (bytes / 1_000).toFixed(1);
  const ownPauses = ({ tasks }: Watched) => tasks.filter(({ cpuMs }) => cpuMs > LONG_MS).length;
  const longest = ({ tasks }: Watched, time: 'wallMs' | 'cpuMs') =>
    Math.max(0, ...tasks.map((task) => task[time])).toFixed(0);
  for (const [where, { changes }] of Object.entries(watched)) {
    if (changes === 0) throw new Error(`no price moved on ${where}: there was nothing to measure`);
  }
  return {
    lines: [
      ...table([
        [
          'first load of Home',
          'scripts',
          'kB with gzip',
          'kB travelled',
          'first card ms',
          'shift',
          'requests elsewhere',
        ],
        ...loads.map((load) => [
          load.where,
          String(load.scripts.length),
          kb(load.gzipBytes),
          kb(load.travelledBytes),
          String(load.firstCardMs),
          load.shift.toFixed(4),
          String(load.elsewhere.length),
        ]),
      ]),
      ...loads.flatMap(({ where, moved }) => moved.map((what) => `  moved (${where}): ${what}`)),
      '',
      ...table([
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
        ...Object.entries(watched).map(([where, each]) => [
          where,
          each.roundsPerSecond.toFixed(1),
          String(each.changes),
          `${(each.busy * 100).toFixed(0)} %`,
          String(each.tasks.length),
          longest(each, 'wallMs'),
          String(ownPauses(each)),
          longest(each, 'cpuMs'),
        ]),
      ]),
      'A task that is long by the clock but not on the processor waited for its turn on a busy machine.',
    ],
    goals: [
      atMost(
        'JavaScript of the first load, kB with gzip',
        Math.max(...loads.map((load) => load.gzipBytes)) / 1_000,
        MOST_KB,
      ),
      atMost('requests to anybody else', Math.max(...loads.map((load) => load.elsewhere.length)), 0),
      atMost('layout shift, thousandths', Math.max(...loads.map((load) => load.shift)) * 1_000, 0),
      atMost('pauses over 50 ms on Home', ownPauses(watched.home), 0),
      atMost('pauses over 50 ms on Games, 50 cards', ownPauses(watched.games), 0),
    ],
    figures: { loads, watched },
    mustMeet: true,
  };
}

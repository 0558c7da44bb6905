// The cost of Home: its code, layout shifts while it loads, and long tasks while 50 matches change ten times a second.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { demoBettor, logIn } from '@touchline/e2e/bettor';
import { openBrowser } from '@touchline/e2e/open-browser';
import { buildScreensInto } from '@touchline/launch/build-screens';
import { seedDemo } from '@touchline/launch/seed-demo';
import { makeDataKey } from '@touchline/store/sealed';
import { catchUp } from './background-tab.ts';
import { type BenchPostgres, connectBench, startBenchPostgres } from './bench-postgres.ts';
import { firstLoad, type Load, type Visit } from './home-page.ts';
import { openPrices, type PriceStream } from './home-prices.ts';
import { MATCHES, type Moved, reportHome } from './home-report.ts';
import { watchTasks } from './long-tasks.ts';
import { watchLong } from './long-watch.ts';
import { type BenchRun, runBench } from './run-bench.ts';
import { startApi } from './start-processes.ts';

const HOME_SHOWS = 10;
const EVERY_MS = 100;
const WATCH_MS = { full: 20_000, quick: 5_000 } as const;
const slowLine = { latencyMs: 150, kbitPerSecond: 1_600 };
/** Like a match of the product's own calendar. */
const NOTICE = 'Demo: real fixtures and results of past seasons, replayed faster than real time.';
const HIDDEN_MS = { full: 15_000, quick: 3_000 } as const;
const visits: readonly Visit[] = [
  { where: 'phone', width: 390, height: 844 },
  { where: 'desktop', width: 1440, height: 900 },
  { where: 'phone, slow line', width: 390, height: 844, network: slowLine },
  { where: 'desktop, slow line', width: 1440, height: 900, network: slowLine },
];

await runBench('home', async (run) => {
  const postgres = await startBenchPostgres(run);
  const screens = join(postgres.folder, 'screens');
  const built = await buildScreensInto(screens);
  if (!built.ok) throw new Error(built.output);
  await seedDemo(postgres.ownerUrl, { dataKey: makeDataKey(), authenticator: {} });
  const store = connectBench(run, postgres.url, 4);
  const upcoming = await openPrices(store, MATCHES, 'upcoming');
  const api = await startApiWithScreens(run, postgres, screens);
  const browser = await openBrowser({ isMeasured: true });
  run.atEnd(() => browser.close());

  const loads: Load[] = [];
  for (const visit of [...visits, ...(await visitsOfBettor(api))]) {
    run.signal.throwIfAborted();
    loads.push(await firstLoad(browser, api, visit));
  }
  const home = await whilePricesMove(run, upcoming, () => watchTasks(browser, api, HOME_SHOWS, WATCH_MS[run.pace]));
  const inPlay = await openPrices(store, MATCHES, 'in play');
  const live = `${api}/games?tab=live`;
  const games = await whilePricesMove(run, inPlay, () => watchTasks(browser, live, MATCHES, WATCH_MS[run.pace]));
  const long = run.minutes
    ? await whilePricesMove(run, inPlay, () => watchLong(browser, live, MATCHES, run.minutes))
    : undefined;
  const moveFor = async () => {
    await whilePricesMove(run, inPlay, async () => ({ waited: await pause(HIDDEN_MS[run.pace]) }));
  };
  const back = await catchUp(browser, live, MATCHES, { moveFor });
  return reportHome({ loads, watched: { home, games }, long, back });
});

/** The same for a returning, logged-in user. */
async function visitsOfBettor(api: string): Promise<readonly Visit[]> {
  const { session } = await logIn(api, demoBettor);
  const stored = { auth: JSON.stringify(session), token: session.accessToken };
  return visits.map((visit) => ({ ...visit, where: `${visit.where}, bettor`, stored }));
}

async function startApiWithScreens(run: BenchRun, postgres: BenchPostgres, screens: string): Promise<string> {
  const more = { WEB_DIST: screens, FEED_NOTICE: NOTICE, IN_PLAY_BETTING: 'open' };
  const { port } = await startApi(run, postgres, more);
  return `http://localhost:${port}`;
}

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

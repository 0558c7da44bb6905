import { type Answer, type Asked, html, json, jsonObject, type Route } from '../http/answer.ts';
import { createFixture } from './actions.ts';
import { consoleMatch } from './console-match.ts';
import { breakFeed, type FeedDeps, feedState, leaveCredits } from './feed-calls.ts';
import { MATCH_CALLS } from './match-calls.ts';
import { type Board, consoleBoard, consolePage } from './page.ts';
import * as schemas from './schemas.ts';
import type { ConsoleDeps, ConsoleResult } from './touch-match.ts';

export type MatchConsoleDeps = ConsoleDeps & FeedDeps & { readonly pace: (now: number) => string };

/** The match console: a page, and JSON calls under /desk/api, which GET /desk/api lists. */
export function matchConsoleRoutes(deps: MatchConsoleDeps): Route[] {
  const get = (path: string, run: (asked: Asked) => Answer): Route => ({ method: 'GET', path, run });
  const post = (path: string, run: (body: unknown, id: string) => Answer): Route => ({
    method: 'POST',
    path,
    run: (asked) => {
      const body = jsonObject(asked);
      return body ? run(body, asked.part('id')) : wrong('The body has to be a JSON object.');
    },
  });
  const respond = (result: ConsoleResult, status = 200): Answer => {
    if (!result.ok) return json(STATUS[result.why], { message: result.message });
    const now = deps.now();
    const sight = deps.world.sight(result.id, now);
    const match = sight ? consoleMatch(deps.world, sight, now) : null;
    return json(status, result.becomes === undefined ? { match } : { match, becomes: result.becomes });
  };
  const feed = (problem: string | null): Answer => (problem === null ? json(200, feedState(deps)) : wrong(problem));
  return [
    get('/desk', (asked) => html(consolePage(board(deps, asked)))),
    get('/desk/api', () => json(200, { calls: CONSOLE_CALLS })),
    get('/desk/api/board', (asked) => json(200, { html: consoleBoard(board(deps, asked)) })),
    get('/desk/api/matches', () => {
      const now = deps.now();
      const matches = deps.world.sights(now).map((sight) => consoleMatch(deps.world, sight, now));
      const state = feedState(deps);
      return json(200, {
        now: new Date(now).toISOString(),
        pace: deps.pace(now),
        outage: state.outage,
        feed: state,
        matches,
      });
    }),
    get('/desk/api/matches/:id', (asked) => {
      const now = deps.now();
      const sight = deps.world.sight(asked.part('id'), now);
      return sight
        ? json(200, { match: consoleMatch(deps.world, sight, now) })
        : json(404, { message: 'Match not found.' });
    }),
    post('/desk/api/fixtures', (body) => fixture(deps, body, respond)),
    ...MATCH_CALLS.map((call) =>
      post(`/desk/api/matches/:id/${call.name}`, (body, id) => respond(call.run(deps, id, body))),
    ),
    get('/desk/api/outage', () => json(200, feedState(deps))),
    post('/desk/api/outage', (body) => feed(breakFeed(deps, body))),
    post('/desk/api/credits', (body) => feed(leaveCredits(deps, body))),
  ];
}

const STATUS = { missing: 404, late: 409, wrong: 422 } as const;
const wrong = (message: string): Answer => json(422, { message });

/** Every call with an example body, for the page and for GET /desk/api. */
export const CONSOLE_CALLS: readonly { readonly call: string; readonly body: string; readonly does: string }[] = [
  { call: 'GET /desk/api/matches', body: '', does: 'All matches and the state of the feed.' },
  { call: 'GET /desk/api/matches/ID', body: '', does: 'One match.' },
  {
    call: 'POST /desk/api/fixtures',
    body: '{"sportKey":"soccer_epl","homeTeam":"A","awayTeam":"B","kickoffAt":"2026-11-21T15:00:00Z","pricing":"fixed"}',
    does: 'A match that runs by hand; prices and totals may be given, pricing "model" lets prices react.',
  },
  ...MATCH_CALLS.map(({ name, body, does }) => ({ call: `POST /desk/api/matches/ID/${name}`, body, does })),
  {
    call: 'POST /desk/api/outage',
    body: '{"kind":"http-500","seconds":300,"only":"all"}',
    does: 'Breaks the feed for so long (without seconds: until the next call); kind "none" restores it. GET returns the state.',
  },
  {
    call: 'POST /desk/api/credits',
    body: '{"remaining":10}',
    does: 'Sets the credits left: the feed runs out by itself.',
  },
];

const FIXTURE_PROBLEMS: Readonly<Record<string, string>> = {
  kickoffAt: 'kickoffAt is a time such as 2026-11-21T15:00:00Z.',
  prices: 'prices are home, draw and away, each above 1.',
  totals: 'totals are point, over and under.',
};

function fixture(
  deps: MatchConsoleDeps,
  raw: unknown,
  respond: (result: ConsoleResult, status?: number) => Answer,
): Answer {
  const read = schemas.fixture.safeParse(raw);
  if (read.success) return respond(createFixture(deps, read.data), 201);
  return wrong(FIXTURE_PROBLEMS[String(read.error.issues[0]?.path[0])] ?? 'pricing is "fixed" or "model".');
}

const OFF_THE_LIST = ['postponed', 'cancelled', 'abandoned'];

function board(deps: MatchConsoleDeps, asked: Asked): Board {
  const now = deps.now();
  const wanted = (asked.query.get('q') ?? '').trim().toLowerCase();
  const fits = deps.world
    .sights(now)
    .filter(({ match }) =>
      `${match.homeTeam} ${match.awayTeam} ${match.sportKey} ${match.id}`.toLowerCase().includes(wanted),
    );
  const of = (...phases: string[]) => fits.filter(({ match }) => phases.includes(match.phase));
  const few = wanted === '' ? 20 : 200;
  const chosen = [
    ...of('live'),
    ...of('upcoming').slice(0, few),
    ...of(...OFF_THE_LIST).slice(-few),
    ...of('finished').slice(-12).reverse(),
  ];
  const matches = chosen.map((sight) => consoleMatch(deps.world, sight, now));
  return { now, pace: deps.pace(now), feed: feedState(deps), wanted, matches, calls: CONSOLE_CALLS };
}

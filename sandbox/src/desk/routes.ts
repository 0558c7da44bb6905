import { type Answer, type Asked, html, json, jsonObject, type Route } from '../http/answer.ts';
import { OUTAGES, type Outage } from '../odds-api/outage.ts';
import {
  createFixture,
  type DeskDeps,
  type DeskResult,
  finishMatch,
  moveKickoff,
  scoreGoal,
  setMarket,
  setPrices,
} from './desk-calls.ts';
import { readInstant, readScore, readSide, readThreeWay, readTotals } from './desk-input.ts';
import { deskMatch } from './desk-match.ts';
import { deskBoard, deskPage } from './desk-page.ts';

export type DeskRoutesDeps = DeskDeps & { readonly outage: Outage; readonly pace: (now: number) => string };

type Body = Readonly<Record<string, unknown>> & {
  readonly side?: unknown;
  readonly home?: unknown;
  readonly away?: unknown;
  readonly kickoffAt?: unknown;
  readonly market?: unknown;
  readonly prices?: unknown;
  readonly totals?: unknown;
  readonly sportKey?: unknown;
  readonly homeTeam?: unknown;
  readonly awayTeam?: unknown;
  readonly kind?: unknown;
  readonly seconds?: unknown;
};

/** The match desk: a page, and the same as JSON calls under /desk/api. */
export function deskRoutes(deps: DeskRoutesDeps): Route[] {
  const get = (path: string, run: (asked: Asked) => Answer): Route => ({ method: 'GET', path, run });
  const post = (path: string, run: (body: Body, id: string) => Answer): Route => ({
    method: 'POST',
    path,
    run: (asked) => {
      const body = jsonObject(asked);
      return body ? run(body, asked.part('id')) : wrong('The body has to be a JSON object.');
    },
  });
  const tell = (result: DeskResult, status = 200): Answer => {
    if (!result.ok) return json(STATUS[result.why], { message: result.message });
    const now = deps.now();
    const sight = deps.world.sight(result.id, now);
    return json(status, { match: sight ? deskMatch(deps.world, sight, now) : null });
  };
  return [
    get('/desk', (asked) => html(deskPage(board(deps, asked)))),
    get('/desk/api/board', (asked) => json(200, { html: deskBoard(board(deps, asked)) })),
    get('/desk/api/matches', () => {
      const now = deps.now();
      const matches = deps.world.sights(now).map((sight) => deskMatch(deps.world, sight, now));
      return json(200, {
        now: new Date(now).toISOString(),
        pace: deps.pace(now),
        outage: deps.outage.at(now),
        matches,
      });
    }),
    get('/desk/api/matches/:id', (asked) => {
      const now = deps.now();
      const sight = deps.world.sight(asked.part('id'), now);
      return sight
        ? json(200, { match: deskMatch(deps.world, sight, now) })
        : json(404, { message: 'There is no such match.' });
    }),
    post('/desk/api/fixtures', (body) => fixture(deps, body, tell)),
    post('/desk/api/matches/:id/goal', ({ side }, id) => {
      const scoring = readSide(side);
      return scoring ? tell(scoreGoal(deps, id, scoring)) : wrong('side is "home" or "away".');
    }),
    post('/desk/api/matches/:id/finish', ({ home, away }, id) => {
      const given = home !== undefined || away !== undefined;
      const score = readScore(home, away);
      return given && !score ? wrong('home and away are whole numbers of goals.') : tell(finishMatch(deps, id, score));
    }),
    post('/desk/api/matches/:id/kickoff', ({ kickoffAt }, id) => {
      const at = readInstant(kickoffAt);
      return at === null ? wrong('kickoffAt is a time such as 2026-11-21T15:00:00Z.') : tell(moveKickoff(deps, id, at));
    }),
    post('/desk/api/matches/:id/market', ({ market }, id) =>
      market === 'open' || market === 'suspended'
        ? tell(setMarket(deps, id, market))
        : wrong('market is "open" or "suspended".'),
    ),
    post('/desk/api/matches/:id/prices', (body, id) => {
      // The three prices may come as they are or under `prices`; null there lets the bookmakers quote again.
      const h2h = readThreeWay(body.prices ?? body);
      const totals = readTotals(body.totals);
      if (!h2h && !totals && body.prices !== null)
        return wrong('prices are home, draw and away above 1; totals are point, over and under.');
      return tell(setPrices(deps, id, h2h, totals));
    }),
    post('/desk/api/outage', ({ kind, seconds }) => outage(deps, kind, seconds)),
  ];
}

const STATUS = { missing: 404, late: 409, wrong: 422 } as const;
const wrong = (message: string): Answer => json(422, { message });

function fixture(deps: DeskRoutesDeps, body: Body, tell: (result: DeskResult, status?: number) => Answer): Answer {
  const kickoffAt = readInstant(body.kickoffAt);
  if (kickoffAt === null) return wrong('kickoffAt is a time such as 2026-11-21T15:00:00Z.');
  const prices = readThreeWay(body.prices);
  if (body.prices && !prices) return wrong('prices are home, draw and away, each above 1.');
  const totals = readTotals(body.totals);
  if (body.totals && !totals) return wrong('totals are point, over and under.');
  const text = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, 80) : '');
  const made = { sportKey: text(body.sportKey), homeTeam: text(body.homeTeam), awayTeam: text(body.awayTeam) };
  return tell(createFixture(deps, { ...made, kickoffAt, prices, totals }), 201);
}

function outage(deps: DeskRoutesDeps, kind: unknown, seconds: unknown): Answer {
  const wanted = OUTAGES.find((each) => each === kind);
  if (!wanted) return wrong(`kind is one of ${OUTAGES.join(', ')}.`);
  const lasts = seconds === undefined || seconds === '' ? null : Number(seconds);
  if (lasts !== null && !(lasts > 0)) return wrong('seconds is a number above 0.');
  const now = deps.now();
  deps.outage.set(wanted, lasts === null ? null : now + lasts * 1000);
  return json(200, { outage: deps.outage.at(now), seconds: lasts });
}

function board(deps: DeskRoutesDeps, asked: Asked) {
  const now = deps.now();
  const all = deps.world.sights(now).map((sight) => ({ sight, now }));
  const wanted = (asked.query.get('q') ?? '').trim().toLowerCase();
  const fits = all.filter(({ sight: { match } }) =>
    `${match.homeTeam} ${match.awayTeam} ${match.sportKey} ${match.id}`.toLowerCase().includes(wanted),
  );
  const of = (phase: string) => fits.filter(({ sight }) => sight.match.phase === phase);
  const few = wanted === '' ? 20 : 200;
  const chosen = [...of('live'), ...of('upcoming').slice(0, few), ...of('finished').slice(-12).reverse()];
  const matches = chosen.map(({ sight }) => deskMatch(deps.world, sight, now));
  return { now, pace: deps.pace(now), outage: deps.outage.at(now), wanted, matches };
}

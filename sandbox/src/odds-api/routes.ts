import { LEAGUES, leagueOf } from '../football/leagues.ts';
import type { Match } from '../football/match.ts';
import { LINGERS_MS } from '../football/quote.ts';
import { type Answer, type Asked, answer, json, never, type Route } from '../http/answer.ts';
import type { Sight, World } from '../world/world.ts';
import { hugeBody, truncated, wrongTypes } from './broken-answers.ts';
import type { Meter } from './meter.ts';
import type { Outage, OutageKind, OutageScope } from './outage.ts';
import {
  EVENT_MARKETS,
  type EventsQuestion,
  type OddsQuestion,
  readDaysFrom,
  readEventsQuestion,
  readOddsQuestion,
} from './question.ts';
import { type RefusalCode, refuse } from './refusal.ts';
import type { ServedFile } from './served-file.ts';
import { wireEvent, wireEventMarkets, wireEventOdds, wireOdds, wireScores } from './shape.ts';

export type OddsApiDeps = {
  readonly world: World;
  readonly served: ServedFile | null;
  readonly meter: Meter;
  readonly outage: Outage;
  readonly apiKey: string;
  readonly now: () => number;
};

const DAY_MS = 86_400_000;

/** A handler's result: a value with its price in credits, or a refusal. */
type Finding = { readonly value: unknown; readonly cost: number } | { readonly code: RefusalCode };

/** The Odds API v4: sports, events, odds and scores, with quota headers on every response. */
export function oddsApiRoutes(deps: OddsApiDeps): Route[] {
  const route = (path: string, find: Find, about: OutageScope = 'all'): Route => ({
    method: 'GET',
    path,
    run: (asked) => guarded(deps, asked, find, about),
  });
  return [
    route('/v4/sports', (asked) => sports(deps, asked)),
    route('/v4/sports/:sport/events', (asked, now) => events(deps, asked, now), 'events'),
    route('/v4/sports/:sport/odds', (asked, now) => odds(deps, asked, now), 'odds'),
    route('/v4/sports/:sport/scores', (asked, now) => scores(deps, asked, now), 'scores'),
    route('/v4/sports/:sport/events/:event/odds', (asked, now) => eventOdds(deps, asked, now), 'odds'),
    route('/v4/sports/:sport/events/:event/markets', (asked, now) => eventMarkets(deps, asked, now), 'odds'),
  ].flatMap((each) => [each, { ...each, path: `${each.path}/` }]);
}

type Find = (asked: Asked, now: number) => Finding;

function guarded(deps: OddsApiDeps, asked: Asked, find: Find, about: OutageScope): Answer {
  const now = deps.now();
  const { kind, only } = deps.outage.at(now);
  const broken = only === 'all' || only === about ? kind : 'none';
  if (broken === 'timeout') return never;
  const refused = (code: RefusalCode) => refuse(code, deps.meter.charge(0, now));
  if (broken === 'http-500') return json(500, { message: 'Internal server error' }, deps.meter.charge(0, now));
  if (broken === 'too-many' || !deps.meter.admits()) return refused('EXCEEDED_FREQ_LIMIT');
  const key = asked.query.get('apiKey');
  if (!key) return refused('MISSING_KEY');
  if (broken === 'invalid-key' || key !== deps.apiKey) return refused('INVALID_KEY');
  if (broken === 'deactivated-key') return refused('DEACTIVATED_KEY');
  if (broken === 'quota') return refused('OUT_OF_USAGE_CREDITS');
  const found = find(asked, now);
  if ('code' in found) return refused(found.code);
  if (!deps.meter.affords(found.cost, now)) return refused('OUT_OF_USAGE_CREDITS');
  return answered(broken, found.value, deps.meter.charge(found.cost, now));
}

function answered(broken: OutageKind, value: unknown, quota: Record<string, string>): Answer {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...quota };
  if (broken === 'truncated') return answer(200, truncated(JSON.stringify(value)), headers);
  if (broken === 'stalls-midway') return { kind: 'half', headers, body: JSON.stringify(value) };
  if (broken === 'huge') return { kind: 'pieces', headers, pieces: hugeBody };
  return json(200, broken === 'wrong-types' ? wrongTypes(value) : value, quota);
}

function sports(deps: OddsApiDeps, asked: Asked): Finding {
  if (!['true', 'false', ''].includes(asked.query.get('all') ?? '')) return { code: 'INVALID_ALL_SPORTS_PARAM' };
  const own = LEAGUES.map(({ key, title, description }) => wireSport(key, title, description));
  const others = deps.served?.sports.filter(({ key }) => !leagueOf(key)) ?? [];
  return { value: [...own, ...others.map(({ key, title }) => wireSport(key, title, title))], cost: 0 };
}

const wireSport = (key: string, title: string, description: string) => ({
  key,
  group: 'Soccer',
  title,
  description,
  active: true,
  has_outrights: false,
});

function events(deps: OddsApiDeps, asked: Asked, now: number): Finding {
  const read = readEventsQuestion(asked.query);
  if (!read.ok) return { code: read.code };
  const sport = asked.part('sport');
  if (sport === 'upcoming') return { code: 'INVALID_SPORT' };
  if (!known(deps, sport)) return { code: 'UNKNOWN_SPORT' };
  if (deps.served) return { value: deps.served.events(sport, read.question), cost: 0 };
  return {
    value: openSights(deps, sport, read.question, now).map(({ match }) => wireEvent(match, read.question.dates)),
    cost: 0,
  };
}

function odds(deps: OddsApiDeps, asked: Asked, now: number): Finding {
  const read = readOddsQuestion(asked.query);
  if (!read.ok) return { code: read.code };
  const sport = asked.part('sport');
  if (!known(deps, sport) && sport !== 'upcoming') return { code: 'UNKNOWN_SPORT' };
  const value = deps.served
    ? deps.served.odds(sport, read.question)
    : openSights(deps, sport, read.question, now).map((sight) => oddsOf(deps, sight, read.question, now));
  const { markets, regions } = read.question;
  return { value, cost: value.length > 0 ? markets.length * regions : 0 };
}

/** A single event costs only for the markets that are returned. */
function eventOdds(deps: OddsApiDeps, asked: Asked, now: number): Finding {
  const found = oneEvent(deps, asked, now, EVENT_MARKETS);
  if ('code' in found) return found;
  const { question, sight } = found;
  const value =
    'served' in found ? found.served : sight && wireEventOdds(sight.match, booksOf(deps, sight, now), question);
  const returned = new Set((listedIn(value) ?? []).flatMap(({ markets }) => markets.map(({ key }) => key)));
  const paid = question.markets.filter((market) => returned.has(market));
  return value ? { value, cost: paid.length * question.regions } : { code: 'EVENT_NOT_FOUND' };
}

function eventMarkets(deps: OddsApiDeps, asked: Asked, now: number): Finding {
  const found = oneEvent(deps, asked, now, EVENT_MARKETS);
  if ('code' in found) return found;
  const { sight, question } = found;
  if (!sight) return { code: 'EVENT_NOT_FOUND' };
  const all = { ...question, markets: EVENT_MARKETS };
  return { value: wireEventMarkets(sight.match, booksOf(deps, sight, now), all), cost: 1 };
}

type OneEvent = { readonly question: OddsQuestion; readonly sight?: Sight | undefined; readonly served?: unknown };

function oneEvent(
  deps: OddsApiDeps,
  asked: Asked,
  now: number,
  only: readonly string[],
): OneEvent | { readonly code: RefusalCode } {
  const read = readOddsQuestion(asked.query, only);
  if (!read.ok) return { code: read.code };
  const sport = asked.part('sport');
  if (!known(deps, sport)) return { code: 'UNKNOWN_SPORT' };
  const id = asked.part('event');
  if (!/^[0-9a-f]{32}$/.test(id)) return { code: 'INVALID_EVENT_ID' };
  const question = { ...read.question, eventIds: [id] };
  if (deps.served) return { question, served: deps.served.odds(sport, question)[0] };
  return { question, sight: openSights(deps, sport, question, now)[0] };
}

/** The bookmakers of an event, also of a stored one. */
const listedIn = (value: unknown) =>
  (value as { readonly bookmakers?: readonly { readonly markets: readonly { readonly key: string }[] }[] } | undefined)
    ?.bookmakers;

function scores(deps: OddsApiDeps, asked: Asked, now: number): Finding {
  const days = readDaysFrom(asked.query);
  if (!days.ok) return { code: 'INVALID_SCORES_DAYS_FROM' };
  const read = readEventsQuestion(asked.query);
  if (!read.ok) return { code: read.code };
  const sport = asked.part('sport');
  if (!known(deps, sport)) return { code: 'UNKNOWN_SPORT' };
  const cost = days.days === null ? 1 : 2;
  if (deps.served) return { value: deps.served.scores(sport, read.question), cost };
  const since = days.days === null ? Number.POSITIVE_INFINITY : now - days.days * DAY_MS;
  const listed = deps.world
    .sights(now)
    .filter(({ match }) => match.sportKey === sport && hasScore(match, since, now))
    .filter(({ match }) => wanted(match.id, match.kickoffAt, read.question));
  return { value: listed.map(({ match }) => wireScores(match, read.question.dates, now)), cost };
}

// An abandoned match keeps its score and is never completed.
function hasScore(match: Match, since: number, now: number): boolean {
  if (match.phase === 'postponed' || match.phase === 'cancelled') return false;
  if (match.phase === 'abandoned') return now < (match.scoreFrozenAt ?? now) + 3 * DAY_MS;
  return match.finishedAt === null || match.finishedAt >= since;
}

/** Events that can still be listed with odds: upcoming and in play. `upcoming` means all in play and the next eight. */
function openSights(deps: OddsApiDeps, sport: string, question: EventsQuestion, now: number): Sight[] {
  const open = deps.world
    .sights(now)
    .filter(({ match }) => match.phase === 'upcoming' || match.phase === 'live' || justAbandoned(match, now));
  const ofSport =
    sport === 'upcoming'
      ? [
          ...open.filter(({ match }) => match.phase === 'live'),
          ...open.filter(({ match }) => match.phase === 'upcoming').slice(0, 8),
        ]
      : open.filter(({ match }) => match.sportKey === sport);
  return ofSport.filter(({ match }) => wanted(match.id, match.kickoffAt, question));
}

// Without prices but still listed for a while, until the feed notices.
const justAbandoned = (match: Match, now: number): boolean =>
  match.phase === 'abandoned' && now < (match.scoreFrozenAt ?? now) + LINGERS_MS;

const booksOf = (deps: OddsApiDeps, sight: Sight, now: number) => deps.world.books(sight, now);

const oddsOf = (deps: OddsApiDeps, sight: Sight, question: OddsQuestion, now: number) =>
  wireOdds(sight.match, booksOf(deps, sight, now), question);

const wanted = (id: string, kickoffAt: number, question: EventsQuestion): boolean =>
  kickoffAt >= question.from && kickoffAt <= question.to && (question.eventIds?.includes(id) ?? true);

const known = (deps: OddsApiDeps, sport: string): boolean =>
  leagueOf(sport) !== undefined || (deps.served?.sports.some(({ key }) => key === sport) ?? false);

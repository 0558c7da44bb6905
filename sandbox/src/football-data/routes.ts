import { createHash } from 'node:crypto';
import type { Match } from '../football/match.ts';
import { scoreAt } from '../football/see-match.ts';
import { type Answer, type Asked, json, type Route } from '../http/answer.ts';
import type { Sight, World } from '../world/world.ts';

export type FootballDataDeps = {
  readonly world: World;
  readonly token: string;
  readonly now: () => number;
  /** The clock of the limit of calls: real time, even if the sandbox's clock is stopped. */
  readonly requestClock: () => number;
};

/** Competitions by the provider's codes, with the odds provider's keys. It does not cover the Nations League. */
const COMPETITIONS: Readonly<Record<string, { readonly id: number; readonly name: string; readonly sport: string }>> = {
  PL: { id: 2021, name: 'Premier League', sport: 'soccer_epl' },
  PD: { id: 2014, name: 'Primera Division', sport: 'soccer_spain_la_liga' },
  SA: { id: 2019, name: 'Serie A', sport: 'soccer_italy_serie_a' },
  BL1: { id: 2002, name: 'Bundesliga', sport: 'soccer_germany_bundesliga' },
  FL1: { id: 2015, name: 'Ligue 1', sport: 'soccer_france_ligue_one' },
  CL: { id: 2001, name: 'UEFA Champions League', sport: 'soccer_uefa_champs_league' },
  EL: { id: 2146, name: 'UEFA Europa League', sport: 'soccer_uefa_europa_league' },
};

const CALLS_A_MINUTE = 10;

/** football-data.org v4: the matches of a competition, with its limit of calls and the headers that report it. */
export function footballDataRoutes(deps: FootballDataDeps): Route[] {
  const admit = createLimit(deps.requestClock);
  return [
    {
      method: 'GET',
      path: '/v4/competitions/:code/matches',
      run: (asked) => {
        const { isAdmitted, headers } = admit();
        if (!isAdmitted) {
          const seconds = headers['x-requestcounter-reset'];
          return refuse(429, `You reached your request limit. Wait ${seconds} seconds.`, headers);
        }
        return matches(deps, asked, headers);
      },
    },
  ];
}

function matches({ world, token, now }: FootballDataDeps, asked: Asked, headers: Record<string, string>): Answer {
  const given = asked.headers['x-auth-token'];
  if (given === undefined) return refuse(403, 'The resource you are looking for is restricted.', headers);
  if (given !== token) return refuse(400, 'Your API token is invalid.', headers);
  const code = asked.part('code');
  const competition = COMPETITIONS[code];
  if (!competition) return refuse(404, 'The resource you are looking for does not exist.', headers);
  const [from, to] = [asked.query.get('dateFrom'), asked.query.get('dateTo')];
  if ((from === null) !== (to === null) || !isDay(from) || !isDay(to))
    return refuse(400, 'dateFrom and dateTo must both be given, as YYYY-MM-DD.', headers);
  const at = now();
  const listed = world
    .sights(at)
    .filter(({ match }) => match.sportKey === competition.sport && isBetween(match.kickoffAt, from, to));
  const { id, name } = competition;
  return json(
    200,
    {
      filters: { ...(from && to && { dateFrom: from, dateTo: to }), permission: 'TIER_THREE' },
      resultSet: { count: listed.length },
      competition: { id, name, code, type: code === 'CL' || code === 'EL' ? 'CUP' : 'LEAGUE' },
      matches: listed.map((sight) => wireMatch(sight, at)),
    },
    headers,
  );
}

function wireMatch(sight: Sight, now: number) {
  const { match } = sight;
  const hasEnded = match.phase === 'finished';
  return {
    id: numberOf(match.id),
    utcDate: iso(match.kickoffAt),
    status: statusOf(match),
    stage: 'REGULAR_SEASON',
    group: null,
    lastUpdated: iso(match.scoreFrozenAt ?? now),
    homeTeam: wireTeam(match.homeTeam),
    awayTeam: wireTeam(match.awayTeam),
    score: {
      winner: hasEnded ? winnerOf(match) : null,
      duration: 'REGULAR',
      fullTime: match.score ?? noScore,
      halfTime: halfTimeOf(sight, now) ?? noScore,
    },
  };
}

const noScore = { home: null, away: null };

function statusOf({ phase, clock }: Match): string {
  switch (phase) {
    case 'upcoming':
      return 'TIMED';
    case 'live':
      return clock === 'HT' ? 'PAUSED' : 'IN_PLAY';
    case 'finished':
      return 'FINISHED';
    case 'postponed':
      return 'POSTPONED';
    case 'cancelled':
      return 'CANCELLED';
    case 'abandoned':
      return 'SUSPENDED';
  }
}

/** Null before half-time, and for a match that was ended by hand with fewer goals. */
function halfTimeOf({ plan, touch, match }: Sight, now: number) {
  const at = plan.kickoffAt + (45 + plan.timing.firstStoppage) * plan.timing.minuteMs;
  if (match.score === null || now < at || (match.finishedAt ?? now) < at) return null;
  const score = scoreAt(plan, touch, at);
  return score.home <= match.score.home && score.away <= match.score.away ? score : null;
}

function winnerOf({ score }: Match): string {
  const lead = (score?.home ?? 0) - (score?.away ?? 0);
  if (lead === 0) return 'DRAW';
  return lead > 0 ? 'HOME_TEAM' : 'AWAY_TEAM';
}

const wireTeam = (team: string) => ({
  id: numberOf(team),
  name: clubName(team),
  shortName: shortName(team),
  tla: team
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 3)
    .toUpperCase(),
});

/** A number for a name, as the provider numbers matches and teams. */
const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUIntBE(0, 4);
const iso = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;
const isDay = (text: string | null): boolean => text === null || /^\d{4}-\d\d-\d\d$/.test(text);
/** As the provider does, without the day of `to`. */
const isBetween = (at: number, from: string | null, to: string | null): boolean =>
  from === null || to === null || (at >= Date.parse(from) && at < Date.parse(to));

const refuse = (status: number, message: string, headers: Record<string, string>): Answer =>
  json(status, { message, errorCode: status }, headers);

/** Counts calls a minute, from the first one on. */
function createLimit(clock: () => number) {
  let since = Number.NEGATIVE_INFINITY;
  let calls = 0;
  return () => {
    const at = clock();
    if (at - since >= 60_000) [since, calls] = [at, 0];
    calls += 1;
    return {
      isAdmitted: calls <= CALLS_A_MINUTE,
      headers: {
        'x-api-version': 'v4',
        'x-authenticated-client': 'sandbox',
        'x-requests-available-minute': String(Math.max(0, CALLS_A_MINUTE - calls)),
        'x-requestcounter-reset': String(Math.ceil((since + 60_000 - at) / 1000)),
      },
    };
  };
}

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

const clubName = (team: string): string => NAMES[team]?.[0] ?? (/\bFC\b|\d/.test(team) ? team : `${team} FC`);
const shortName = (team: string): string => NAMES[team]?.[1] ?? team;

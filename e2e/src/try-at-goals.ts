import { betTimeline, betView, type MatchRow, type PlaceBetRequest, type RefusalView } from '@touchline/core/contract';
import { type Bettor, matchesOf } from './bettor.ts';
import { until } from './until.ts';

/** A goal or a red card at its true moment, in ms since 1970. */
export type Happening = { readonly kind: 'goal' | 'red'; readonly side: 'home' | 'away'; readonly at: number };
/** A match of a timeline as it is played again. */
export type Played = { readonly home: string; readonly away: string; readonly happenings: readonly Happening[] };

export type Counts = {
  readonly happenings: number;
  readonly tried: number;
  readonly pending: number;
  /** By code: refused at once, and rejected after the delay. */
  readonly refused: Readonly<Record<string, number>>;
  readonly rejected: Readonly<Record<string, number>>;
  readonly accepted: number;
  /** Of the accepted ones those at a price from before the last goal or red card that fell before the bet was placed. */
  readonly wrong: readonly string[];
};

/** At the moment of a goal, and while the market is not yet back. */
export const soonAfterMs: readonly number[] = [0, 700, 2_000, 4_000];
/** The price that is remembered is that of a moment before. */
const priceBeforeMs = 400;
const stake = 1;

type Try = { readonly betId: string | undefined; readonly code: string | undefined; readonly match: Played };
/** `triesMs`: when it is tried, counted from the moment of the goal. */
type Caller = { readonly url: string; readonly bettor: Bettor; readonly triesMs: readonly number[] };

/** Attempts at every goal and red card to back the side it helped at the earlier price, then checks which bets were accepted. */
export async function tryAtGoals(caller: Caller, matches: readonly Played[]): Promise<Counts> {
  const attempts = await Promise.all(
    matches.flatMap((match) => match.happenings.map((happening) => tryAt(caller, match, happening))),
  );
  const all = attempts.flat();
  const placed = all.filter((one) => one.betId !== undefined);
  const known = await Promise.all(placed.map((one) => outcomeOf(caller, one)));
  return {
    happenings: matches.reduce((sum, match) => sum + match.happenings.length, 0),
    tried: all.length,
    pending: known.filter(({ wasHeld }) => wasHeld).length,
    refused: countsOf(all.flatMap(({ code }) => code ?? [])),
    rejected: countsOf(known.flatMap(({ rejection }) => rejection ?? [])),
    accepted: known.filter(({ rejection }) => rejection === undefined).length,
    wrong: known.flatMap(({ wrong }) => wrong ?? []),
  };
}

async function tryAt(caller: Caller, match: Played, { kind, side, at }: Happening): Promise<readonly Try[]> {
  await moment(at - priceBeforeMs);
  const row = (await matchesOf(caller.url)).find(
    ({ match: of }) => of.homeTeam === match.home && of.awayTeam === match.away,
  );
  if (!row) return [{ betId: undefined, code: 'match-not-listed', match }];
  // A red card helps the other side.
  const isHome = (side === 'home') === (kind === 'goal');
  const price = isHome ? row.odds.homeWin : row.odds.awayWin;
  if (price === '-') return [{ betId: undefined, code: 'no-price-before', match }];
  const betOutcome = `${isHome ? match.home : match.away} Win`;
  const asks = caller.triesMs.flatMap((after) =>
    (['none', 'any'] as const).map((oddsPolicy) => ({ after, oddsPolicy })),
  );
  return Promise.all(
    asks.map(async ({ after, oddsPolicy }) => {
      await moment(at + after);
      return place(caller, match, { stake, matches: [{ matchId: row.id, betOutcome, odds: price }], oddsPolicy });
    }),
  );
}

async function place({ url, bettor }: Caller, match: Played, bet: PlaceBetRequest): Promise<Try> {
  const answer = await fetch(`${url}/bet`, { method: 'POST', headers: headersOf(bettor), body: JSON.stringify(bet) });
  const body: unknown = await answer.json();
  if (answer.ok) return { betId: (body as { bet: { _id: string } }).bet._id, code: undefined, match };
  const { code, details } = body as RefusalView;
  const [leg] = (details?.['legs'] ?? []) as readonly { readonly code: string }[];
  return { betId: undefined, code: leg?.code ?? code, match };
}

/** What became of a bet when its delay was over. */
async function outcomeOf({ url, bettor }: Caller, { betId = '', match }: Try) {
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`${url}/bet/${betId}${path}`, { headers: headersOf(bettor) })).json();
  const bet = await until(
    `bet ${betId} to be judged`,
    async () => {
      const now = betView.parse(await ask(''));
      return now.acceptance?.state === 'pending' ? undefined : now;
    },
    { withinMs: 90_000, everyMs: 500 },
  );
  const { acceptance, createdAt } = bet;
  const wasHeld = acceptance !== undefined;
  if (acceptance?.state === 'rejected') return { wasHeld, rejection: acceptance.code ?? 'unknown' };
  const [leg] = betTimeline.parse(await ask('/timeline')).legs;
  const quotedAt = Date.parse(leg?.quotedAt ?? '');
  const before = match.happenings.filter(({ at }) => at <= Date.parse(createdAt)).map(({ at }) => at);
  const last = Math.max(0, ...before);
  // The provider's times are whole seconds.
  if (quotedAt + 1_000 >= last) return { wasHeld };
  const wrong = `${match.home} v ${match.away}: bet ${betId} at ${createdAt} took a price of ${leg?.quotedAt}, from before ${new Date(last).toISOString()}`;
  return { wasHeld, wrong };
}

const headersOf = ({ session }: Bettor) => ({
  authorization: `Bearer ${session.accessToken}`,
  'content-type': 'application/json',
});

async function moment(at: number): Promise<void> {
  const wait = at - Date.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
}

const countsOf = (codes: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]));

type Line = {
  readonly home: string;
  readonly away: string;
  readonly periodEndSec: Readonly<Record<'1H' | '2H', number>>;
  readonly events: readonly {
    readonly type: string;
    readonly side: 'home' | 'away';
    readonly period: '1H' | '2H';
    readonly sec: number;
  }[];
};
const kinds: Readonly<Record<string, Happening['kind']>> = {
  goal: 'goal',
  own_goal: 'goal',
  penalty_goal: 'goal',
  red: 'red',
  second_yellow: 'red',
};
const halfSeconds = 45 * 60;
const breakSeconds = 15 * 60;

/** When everything happens in a line of a timeline that is played again from its listed kick-off on. */
export function playedFrom(line: string, rows: readonly MatchRow[], speed: number): Played | undefined {
  const { home, away, periodEndSec, events } = JSON.parse(line) as Line;
  const row = rows.find(({ match }) => match.homeTeam === home && match.awayTeam === away);
  if (!row) return undefined;
  const kickoffAt = Date.parse(row.match.commenceTime);
  const secondHalf = Math.max(halfSeconds, periodEndSec['1H']) + breakSeconds;
  const happenings = events.flatMap(({ type, side, period, sec }): readonly Happening[] => {
    const kind = kinds[type];
    const second = sec + (period === '2H' ? secondHalf : 0);
    return kind ? [{ kind, side, at: kickoffAt + (second * 1_000) / speed }] : [];
  });
  return { home, away, happenings };
}

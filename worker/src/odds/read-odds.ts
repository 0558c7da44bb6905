import type { Instant } from '@touchline/core/instant';
import type { QuotedMatch } from '@touchline/store/matches';
import { z } from 'zod';
import { type EventRefusal, eventIdOf, type Refused, readEvent, readList } from '../provider/wire.ts';
import { chooseTotals, chooseWinner, type MarketProblem, type WireMarket } from './choose-market.ts';

/** `no-bookmaker`: nobody quotes it · `no-market`: nobody quotes a market that we offer. */
export type OddsRefusal = EventRefusal | MarketProblem | 'no-bookmaker' | 'no-market' | 'not-a-list';

export type ReadOdds = {
  readonly quotes: readonly QuotedMatch[];
  readonly refused: readonly Refused<OddsRefusal>[];
};

export type OddsQuestion = {
  readonly leagueKey: string;
  readonly now: Instant;
  /** Whose prices are taken, the most wanted first. */
  readonly bookmakers: readonly string[];
};

/**
 * Reads an answer of /odds. Every event is either quoted or refused with the reason; one that cannot be understood leaves the
 * others alone. Never throws, whatever the JSON.
 */
export function readOdds(body: unknown, question: OddsQuestion): ReadOdds {
  const list = readList(body);
  if (!list) return { quotes: [], refused: [{ eventId: '?', reason: 'not-a-list' }] };
  const read = list.map((value) => readOne(value, question));
  return {
    quotes: read.filter((one) => 'providerEventId' in one),
    refused: read.filter((one) => 'reason' in one),
  };
}

function readOne(value: unknown, question: OddsQuestion): QuotedMatch | Refused<OddsRefusal> {
  const refuse = (reason: OddsRefusal) => ({ eventId: eventIdOf(value), reason });
  const event = readEvent(value, question.leagueKey);
  if (typeof event === 'string') return refuse(event);
  const bookmakers = bookmakersOf(value);
  if (bookmakers.length === 0) return refuse('no-bookmaker');
  const h2h = chooseWinner(event, marketsOf(bookmakers, 'h2h'), question);
  const totals = chooseTotals(event, marketsOf(bookmakers, 'totals'), question);
  if (!h2h.market && !totals.market) return refuse(h2h.problems[0] ?? totals.problems[0] ?? 'no-market');
  const { id: providerEventId, homeTeam, awayTeam, kickoffAt } = event;
  return { providerEventId, homeTeam, awayTeam, kickoffAt, h2h: h2h.market, totals: totals.market };
}

const listed = z.object({ bookmakers: z.array(z.unknown()) });
const bookmaker = z.object({
  key: z.string().regex(/^[a-z0-9_]{1,40}$/),
  last_update: z.unknown().optional(),
  markets: z.array(z.unknown()),
});
const market = z.object({ key: z.string(), last_update: z.unknown().optional(), outcomes: z.unknown().optional() });

type Bookmaker = z.infer<typeof bookmaker>;

function bookmakersOf(value: unknown): readonly Bookmaker[] {
  const list = listed.safeParse(value);
  return list.success ? list.data.bookmakers.flatMap((one) => bookmaker.safeParse(one).data ?? []) : [];
}

const marketsOf = (bookmakers: readonly Bookmaker[], key: 'h2h' | 'totals'): readonly WireMarket[] =>
  bookmakers.flatMap((from) =>
    from.markets.flatMap((value) => {
      const read = market.safeParse(value).data;
      if (read?.key !== key) return [];
      // The time of the whole bookmaker is the provider's older way to say it.
      return { bookmaker: from.key, quotedAt: read.last_update ?? from.last_update, outcomes: read.outcomes };
    }),
  );

import { type Instant, instant } from '@touchline/core/instant';
import type { QuotedMatch } from '@touchline/core/matches';
import { Decimal } from '@touchline/core/money';
import type { Store } from '@touchline/store/connect';
import { savePrices } from '@touchline/store/matches';
import { confirmPrices } from '@touchline/store/testing';

/** Upcoming matches and matches in play; a league is quoted as a whole, so each has its own. */
const stages = {
  upcoming: { league: 'soccer_epl', startsInMs: 3_600_000 },
  'in play': { league: 'soccer_spain_la_liga', startsInMs: -3_600_000 },
} as const;
export type Stage = keyof typeof stages;
const provider = 'bench';

/** Creates matches of one stage, with prices written as the worker writes a provider's quotes. */
export type PriceStream = {
  /** Changes every price of every match. */
  readonly moveAll: () => Promise<void>;
};

export async function openPrices(store: Store, matches: number, stage: Stage): Promise<PriceStream> {
  const { league, startsInMs } = stages[stage];
  const began = Date.now();
  let round = 0;
  const save = async (): Promise<void> => {
    const now = instant(Date.now());
    const quotes = Array.from({ length: matches }, (_, number) =>
      quoteOf(number, round, instant(began + startsInMs + number * 60_000), now),
    );
    await store.db.transaction().execute((trx) => savePrices(trx, league, provider, quotes, now));
    round += 1;
  };
  await save();
  await confirmPrices(store.db);
  return { moveAll: save };
}

/** Quotes a match at prices that alternate by some hundredths, so that every price changes and none drifts. */
export function quoteOf(number: number, round: number, kickoffAt: Instant, quotedAt: Instant): QuotedMatch {
  const moved = (base: number) =>
    new Decimal(base).plus(new Decimal((round + number) % 7).times('0.05')).toDecimalPlaces(2);
  const quote = { state: 'open', bookmaker: 'bench', quotedAt } as const;
  return {
    providerEventId: `bench-${number}`,
    homeTeam: `Home Club ${number + 1}`,
    awayTeam: `Away Club ${number + 1}`,
    kickoffAt,
    h2h: { ...quote, home: moved(1.9), draw: moved(3.4), away: moved(4.1) },
    totals: { ...quote, point: 2.5, over: moved(1.8), under: moved(1.95) },
  };
}

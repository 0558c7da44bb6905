import { type Instant, instant } from '@touchline/core/instant';
import { Decimal } from '@touchline/core/money';
import type { Store } from '@touchline/store/connect';
import { type QuotedMatch, savePrices } from '@touchline/store/matches';
import { confirmPrices } from '@touchline/store/testing';

const league = 'soccer_epl';
const provider = 'bench';
const hourMs = 3_600_000;

/** Prices of so many matches that start within the next hours, written as the worker writes what a provider quotes. */
export type PriceStream = {
  /** Every price of every match moves. */
  readonly moveAll: () => Promise<void>;
};

export async function openPrices(store: Store, matches: number): Promise<PriceStream> {
  const began = Date.now();
  let round = 0;
  const save = async (): Promise<void> => {
    const now = instant(Date.now());
    const quotes = Array.from({ length: matches }, (_, number) => quoteOf(number, round, instant(began), now));
    await store.db.transaction().execute((trx) => savePrices(trx, league, provider, quotes, now));
    round += 1;
  };
  await save();
  await confirmPrices(store.db);
  return { moveAll: save };
}

function quoteOf(number: number, round: number, began: Instant, now: Instant): QuotedMatch {
  // Up and down by a few hundredths, so that it never drifts away from what a price looks like.
  const moved = (base: number) =>
    new Decimal(base).plus(new Decimal((round + number) % 7).times('0.05')).toDecimalPlaces(2);
  const quote = { state: 'open', bookmaker: 'bench', quotedAt: now } as const;
  return {
    providerEventId: `bench-${number}`,
    homeTeam: `Home Club ${number + 1}`,
    awayTeam: `Away Club ${number + 1}`,
    kickoffAt: instant(began + hourMs + number * 60_000),
    h2h: { ...quote, home: moved(1.9), draw: moved(3.4), away: moved(4.1) },
    totals: { ...quote, point: 2.5, over: moved(1.8), under: moved(1.95) },
  };
}

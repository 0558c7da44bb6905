import {
  derivedBooks,
  firstHalfShareLeftAt,
  type PricingInput,
  type QuotedBook,
  verdictShare,
  withMargin,
} from '@touchline/core/pricing';
import { seededNumbers } from './figures.ts';

/** Returns a generator of a match with the quotes of a bookmaker who errs by up to a point, before kick-off or in play. */
export function randomMatches(seed: number): () => PricingInput {
  const below = seededNumbers(seed);
  const between = (low: number, high: number): number => low + (below(1_000_000) / 1_000_000) * (high - low);
  return () => {
    const isInPlay = below(2) === 1;
    const minute = below(90);
    const left = isInPlay ? 1 - minute / 95 : 1;
    const rates = { home: between(0.4, 3) * left, away: between(0.3, 2.5) * left };
    const score = isInPlay ? { home: below(4), away: below(4) } : { home: 0, away: 0 };
    const early = isInPlay ? firstHalfShareLeftAt(minute) : firstHalfShareLeftAt(0);
    const earlyRates = { home: rates.home * early, away: rates.away * early };
    const quote = (market: string, line: number | null, error = 0.01): QuotedBook[] => {
      const fair = poissonBook(market, line, market.endsWith('_h1') ? earlyRates : rates, score).map(
        (p) => p * between(1 - error, 1 + error),
      );
      const total = fair.reduce((sum, p) => sum + p, 0);
      const winners = derivedBooks.find((each) => each.market === market)?.winners ?? 1;
      const odds = withMargin(
        fair.map((p) => p / total),
        between(1.02, 1.1),
      ).map((q) => Math.floor(100 / (q * winners)) / 100);
      return odds.every((price) => price > 1.01 && price < 500) ? [{ market, line, odds }] : [];
    };
    const handicap = Math.round((rates.away - rates.home) * 4) / 4;
    const further = [
      ...['btts', 'double_chance', 'draw_no_bet', 'correct_score'].map((market) => ({ market, line: null })),
      ...[-0.5, -0.25, 0, 0.25, 0.5].map((step) => ({ market: 'spreads', line: handicap + step })),
      ...[0.5, 1.5, 2.5, 3.5, 4.5].map((line) => ({ market: 'totals', line })),
      ...(early > 0
        ? [
            ...['h2h_3_way_h1', 'btts_h1'].map((market) => ({ market, line: null })),
            ...[0.5, 1.5, 2.5].map((line) => ({ market: 'totals_h1', line })),
          ]
        : []),
      ...['team_totals_home', 'team_totals_away'].flatMap((market) => [0.5, 1.5].map((line) => ({ market, line }))),
    ];
    const goals = Math.round((rates.home + rates.away) * 4) / 4 + score.home + score.away;
    return {
      quotes: [...quote('h2h', null), ...quote('totals', Math.max(goals, score.home + score.away + 0.5))],
      more: further.flatMap(({ market, line }) => {
        if (below(3) > 0) return [];
        // One in four is wrong, as after a goal that the others know of.
        return quote(market, line, below(4) === 0 ? 0.2 : 0.01);
      }),
      score,
      ...(isInPlay && { firstHalfShareLeft: firstHalfShareLeftAt(minute) }),
    };
  };
}

const poisson = (rate: number): readonly number[] => {
  let p = Math.exp(-rate);
  return Array.from({ length: 12 }, (_, goals) => {
    if (goals > 0) p *= rate / goals;
    return p;
  });
};

type Sides = { readonly home: number; readonly away: number };

/** The probabilities of a book when the goals to come are Poisson, which is not the model under test. */
function poissonBook(market: string, line: number | null, rates: Sides, score: Sides): readonly number[] {
  const book = derivedBooks.find((each) => each.market === market && each.line === line);
  const away = poisson(rates.away);
  const ends = poisson(rates.home).flatMap((p, home) =>
    away.map((q, other) => ({ p: p * q, full: { home: score.home + home, away: score.away + other } })),
  );
  return (book?.selections ?? []).map(({ settle }) => {
    let [wins, loses] = [0, 0];
    for (const { p, full } of ends) {
      const share = verdictShare[settle({ half: full, full, placedAt: score })];
      wins += p * Math.max(share, 0);
      loses += p * Math.max(-share, 0);
    }
    return wins / (wins + loses);
  });
}

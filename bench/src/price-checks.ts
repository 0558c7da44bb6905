import { fitMatch, type OfferedPrice, offerPrices, type PricingInput, verdictShare } from '@touchline/core/pricing';
import highsLoader from 'highs';

type Score = { readonly home: number; readonly away: number };

// The types of the package describe its CommonJS build, where the function is a property.
const highs = await (highsLoader as unknown as typeof highsLoader.default)();

const goals = (most: number): readonly Score[] =>
  Array.from({ length: (most + 1) ** 2 }, (_, at) => ({ home: Math.floor(at / (most + 1)), away: at % (most + 1) }));

/** How each price settles, by the ends of a match from this score on that differ for at least one of them. */
function settledShares(prices: readonly OfferedPrice[], score: Score): readonly (readonly number[])[] {
  const settles = prices.map(({ book, pick }) => book.selections.find((each) => each.pick === pick)?.settle);
  const different = new Map<string, readonly number[]>();
  for (const early of goals(4)) {
    for (const late of goals(5)) {
      const half = { home: score.home + early.home, away: score.away + early.away };
      const full = { home: half.home + late.home, away: half.away + late.away };
      const shares = settles.map((settle) => (settle ? verdictShare[settle({ half, full, placedAt: score })] : 0));
      different.set(shares.join(), shares);
    }
  }
  return [...different.values()];
}

/**
 * Checks the prices of a match against each other. `sureWin` is the largest win per unit staked that stakes on any of them make
 * certain, found by a linear programme, which is negative when there is none. `disordered` counts the pairs, other than of main quotes,
 * of which the one that never pays worse has the higher odds.
 */
export function checkPrices(
  prices: readonly OfferedPrice[],
  { quotes, score }: PricingInput,
): { sureWin: number; disordered: number } {
  const ends = settledShares(prices, score);
  const odds = prices.map((price) => price.odds.toNumber());
  // The order of two main quotes is the bookmaker's.
  const isOurs = (...pair: readonly number[]) =>
    pair.some((at) => !quotes.some((quote) => quote === prices[at]?.quote));
  let disordered = 0;
  for (const [a, high] of odds.entries())
    for (const [b, low] of odds.entries())
      if (high > low && isOurs(a, b) && ends.every((shares) => (shares[a] as number) >= (shares[b] as number)))
        disordered += 1;
  const returns = ends.map((shares) =>
    shares.map((share, at) => (share > 0 ? share * ((odds[at] as number) - 1) : share)),
  );
  return { sureWin: sureWin(returns), disordered };
}

/** Maximises the win that no end falls below, over stakes that add up to 1: a variable for each price, and one for that win. */
function sureWin(returns: readonly (readonly number[])[]): number {
  const prices = returns[0]?.length ?? 0;
  const rows = [...returns.map((row) => [...row, -1]), [...Array<number>(prices).fill(1), 0]];
  const entries = rows.map((row) => row.flatMap((value, column) => (value === 0 ? [] : [{ value, column }])));
  let next = 0;
  const starts = entries.map((row) => {
    next += row.length;
    return next;
  });
  const perWin = (each: number, win: number) => [...Array<number>(prices).fill(each), win];
  return highs.withModel(
    {
      numCols: prices + 1,
      numRows: rows.length,
      sense: highs.constants.objectiveSense.maximize,
      colCost: perWin(0, 1),
      colLower: perWin(0, -1),
      colUpper: perWin(1, highs.infinity),
      rowLower: [...returns.map(() => 0), 1],
      rowUpper: [...returns.map(() => highs.infinity), 1],
      matrix: {
        format: 'csr',
        numRows: rows.length,
        numCols: prices + 1,
        starts: [0, ...starts],
        indices: entries.flatMap((row) => row.map(({ column }) => column)),
        values: entries.flatMap((row) => row.map(({ value }) => value)),
      },
    },
    (model) => {
      model.run();
      return model.getObjectiveValue();
    },
  );
}

/** Returns the prices of a match in the Premier League; none when its quotes contradict each other. */
export function pricesOf(match: PricingInput): readonly OfferedPrice[] {
  const model = fitMatch(match);
  if (!model) return [];
  const isInPlay = match.firstHalfShareLeft !== undefined;
  return offerPrices({ model, quotes: match.quotes, more: match.more ?? [], league: 'soccer_epl', isInPlay });
}

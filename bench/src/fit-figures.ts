import type { Book } from '@touchline/sandbox/simulator';
import { percentile } from './figures.ts';
import { averagePrices, type Moment, type Played } from './simulate-seasons.ts';

/** A figure of the simulator, how far it may be from the real one, and where that stands in the file of real figures. */
export type Figure = { readonly path: string; readonly simulated: number; readonly within: Tolerance };

/**
 * `chance`: both are counted samples, so they may differ by three standard errors of the difference; `realOf` is the size of the
 * real sample and `spread` the standard deviation of one observation (of a share it follows from the share).
 * `fixed`: our own tolerance, where the file does not tell how the real figure scatters.
 */
export type Tolerance =
  | { readonly kind: 'chance'; readonly count: number; readonly realOf: string; readonly spread?: number }
  | { readonly kind: 'fixed'; readonly by: number };

const fixed = (by: number): Tolerance => ({ kind: 'fixed', by });

export function leagueFigures(played: readonly Played[], root: string): Figure[] {
  return [
    ...resultFigures(played, root),
    ...minuteFigures(
      played.flatMap(({ goals }) => goals),
      `${root}.goalMinutes`,
    ),
    ...priceFigures(played, root),
  ];
}

function resultFigures(played: readonly Played[], root: string): Figure[] {
  const count = played.length;
  const realOf = `${root}.matches`;
  const share = (name: string, holds: (match: Played) => boolean): Figure => ({
    path: `${root}.${name}`,
    simulated: played.filter(holds).length / count,
    within: { kind: 'chance', count, realOf },
  });
  const average = (name: string, of: (match: Played) => number): Figure => {
    const values = played.map(of);
    return {
      path: `${root}.${name}`,
      simulated: mean(values),
      within: { kind: 'chance', count, realOf, spread: deviation(values) },
    };
  };
  const total = (match: Played) => match.home + match.away;
  const sd = deviation(played.map(total));
  return [
    share('home', (match) => match.home > match.away),
    share('draw', (match) => match.home === match.away),
    share('away', (match) => match.home < match.away),
    average('goalsPerMatch', total),
    average('homeGoals', (match) => match.home),
    average('awayGoals', (match) => match.away),
    // The standard error of a standard deviation is about sd / √(2n).
    { path: `${root}.goalsSd`, simulated: sd, within: { kind: 'chance', count, realOf, spread: sd / Math.SQRT2 } },
    average('firstHalfGoals', (match) => match.firstHalfGoals),
    ...[0, 1, 2, 3].map((line) => share(`over${line}5`, (match) => total(match) > line)),
    share('bttsYes', (match) => match.home > 0 && match.away > 0),
    ...Array.from({ length: 9 }, (_, goals) => share(`totalGoalsDist.${goals}`, (match) => total(match) === goals)),
    ...SCORES.map((score) => share(`topScores.${score}`, (match) => `${match.home}-${match.away}` === score)),
    average('redsPerMatch', (match) => match.reds.length),
    share('matchesWithRed', (match) => match.reds.length > 0),
  ];
}

const SCORES = ['0-0', '1-0', '0-1', '1-1', '2-0', '0-2', '2-1', '1-2', '2-2', '3-1'];

export function minuteFigures(goals: readonly Moment[], root: string): Figure[] {
  const share = (name: string, holds: (goal: Moment) => boolean): Figure => ({
    path: `${root}.${name}`,
    simulated: goals.filter(holds).length / goals.length,
    within: { kind: 'chance', count: goals.length, realOf: `${root}.n` },
  });
  const between = (from: number, to: number) => (goal: Moment) => goal.minute >= from && goal.minute <= to;
  return [
    share('share_1_15', between(1, 15)),
    share('share_16_30', between(16, 30)),
    share('share_31_45plus', between(31, 45)),
    share('share_46_60', between(46, 60)),
    share('share_61_75', between(61, 75)),
    share('share_76_90plus', between(76, 90)),
    share('share_stoppage_1H(45+x)', (goal) => goal.half === 1 && goal.stoppage === 'yes'),
    share('share_stoppage_2H(90+x)', (goal) => goal.half === 2 && goal.stoppage === 'yes'),
    share('firstHalfShare', (goal) => goal.half === 1),
  ];
}

function priceFigures(played: readonly Played[], root: string): Figure[] {
  const count = played.length;
  const opening = played.map((match) => ({ match, average: chancesOf(match.opening) }));
  const implied = (side: 'home' | 'draw' | 'away') => mean(opening.map(({ average }) => average[side]));
  const right = opening.filter(({ match, average }) => outcomeOf(match) === favouriteOf(average)).length / count;
  const brier = opening.map(({ match, average }) =>
    (['home', 'draw', 'away'] as const).reduce(
      (sum, side) => sum + (average[side] - (outcomeOf(match) === side ? 1 : 0)) ** 2,
      0,
    ),
  );
  const moves = played.map((match) =>
    Math.abs(match.closingHome / (averagePrices(match.opening)?.home ?? Number.NaN) - 1),
  );
  const realOf = `${root}.matches`;
  return [
    ...overrounds('b365', played, (books) => ofBookmaker(books, 'bet365'), root),
    ...overrounds('pin', played, (books) => ofBookmaker(books, 'pinnacle'), root),
    ...overrounds('avg', played, averagePrices, root),
    ...overrounds('max', played, bestPrices, root),
    ...overrounds('b365_ou', played, (books) => totalsOf(books, 'bet365'), root),
    ...overrounds('avg_ou', played, averageTotals, root),
    { path: `${root}.meanImplied.H`, simulated: implied('home'), within: fixed(0.01) },
    { path: `${root}.meanImplied.D`, simulated: implied('draw'), within: fixed(0.01) },
    { path: `${root}.meanImplied.A`, simulated: implied('away'), within: fixed(0.01) },
    { path: `${root}.favouriteWins`, simulated: right, within: { kind: 'chance', count, realOf } },
    {
      path: `${root}.brier3way`,
      simulated: mean(brier),
      within: { kind: 'chance', count, realOf, spread: deviation(brier) },
    },
    { path: `${root}.meanAbsHomeOddsMoveOpenToClose`, simulated: mean(moves), within: fixed(0.01) },
  ];
}

type Prices = Readonly<Record<string, number>> | null;

function overrounds(
  name: string,
  played: readonly Played[],
  of: (books: readonly Book[]) => Prices,
  root: string,
): Figure[] {
  const found = played
    .map(({ opening }) => of(opening))
    .flatMap((prices) => (prices ? [Object.values(prices).reduce((sum, price) => sum + 1 / price, 0)] : []))
    .sort((one, other) => one - other);
  const path = `${root}.overround.${name}`;
  return [
    { path: `${path}.mean`, simulated: mean(found), within: fixed(0.005) },
    { path: `${path}.p05`, simulated: percentile(found, 0.05), within: fixed(0.01) },
    { path: `${path}.p95`, simulated: percentile(found, 0.95), within: fixed(0.01) },
  ];
}

const ofBookmaker = (books: readonly Book[], key: string): Prices =>
  books.find((book) => book.key === key)?.h2h ?? null;

function totalsOf(books: readonly Book[], key: string): Prices {
  const totals = books.find((book) => book.key === key)?.totals;
  return totals ? { over: totals.over, under: totals.under } : null;
}

function averageTotals(books: readonly Book[]): Prices {
  const all = books.flatMap(({ totals, lay }) => (totals && !lay ? [totals] : []));
  return all.length === 0
    ? null
    : { over: mean(all.map(({ over }) => over)), under: mean(all.map(({ under }) => under)) };
}

function bestPrices(books: readonly Book[]): Prices {
  const all = books.flatMap(({ h2h }) => (h2h ? [h2h] : []));
  const best = (side: 'home' | 'draw' | 'away') => Math.max(...all.map((prices) => prices[side]));
  return all.length === 0 ? null : { home: best('home'), draw: best('draw'), away: best('away') };
}

function chancesOf(books: readonly Book[]) {
  const prices = averagePrices(books) ?? { home: Number.NaN, draw: Number.NaN, away: Number.NaN };
  const sum = 1 / prices.home + 1 / prices.draw + 1 / prices.away;
  return { home: 1 / prices.home / sum, draw: 1 / prices.draw / sum, away: 1 / prices.away / sum };
}

const favouriteOf = ({ home, draw, away }: { home: number; draw: number; away: number }) =>
  home >= draw && home >= away ? 'home' : away >= draw ? 'away' : 'draw';
const outcomeOf = ({ home, away }: Played) => (home > away ? 'home' : home < away ? 'away' : 'draw');

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function deviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
}

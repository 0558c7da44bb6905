import { average, type Calibration, errorsOf, type Measured } from './measure.ts';

/** The accuracy wanted of a market: mean and 95th percentile of the error in probability points, share inside the spread. */
type Wanted = { readonly key: string; readonly mean: number; readonly p95: number; readonly inside?: number };
const wanted: readonly Wanted[] = [
  { key: 'bookmakers: spreads', mean: 0.4, p95: 1.2 },
  { key: 'exchange: totals', mean: 0.45, p95: 1 },
  { key: 'exchange: btts', mean: 0.8, p95: 2 },
  { key: 'exchange: correct_score', mean: 0.25, p95: 0.75, inside: 0.75 },
  { key: 'exchange: totals_h1', mean: 0.8, p95: 1.6 },
  { key: 'goal minutes: h2h_3_way_h1', mean: 1, p95: 2.5 },
  { key: 'in play: correct_score', mean: 0.65, p95: 1.6 },
];

/** The model's log loss may exceed the market's by this much. */
const logLossAllowed = 0.002;
const residualAllowed = 1e-9;

const cell = (value: number | undefined, digits: number): string =>
  value === undefined || Number.isNaN(value) ? '' : value.toFixed(digits);
const markdownTable = (rows: readonly (readonly string[])[]): string =>
  rows
    .flatMap((row, at) => [`| ${row.join(' | ')} |`, ...(at === 0 ? [`|${row.map(() => '---').join('|')}|`] : [])])
    .join('\n');

/** How far the model's log loss is above the market's on the same matches, with two standard errors. */
function excessOf({ paired }: Calibration): { readonly mean: number; readonly error: number } {
  const excess = paired.map(({ model, market }) => model.logLoss - market.logLoss);
  const mean = average(excess);
  return { mean, error: 2 * Math.sqrt(average(excess.map((each) => (each - mean) ** 2)) / excess.length) };
}

/** Writes the report; `plot` is the path of the reliability diagrams beside it. */
export function calibrationReport({ matches, unpriced, residual, markets }: Measured, plot: string): string {
  const goals = wanted.flatMap(({ key, mean, p95, inside }) => {
    const known = markets.get(key);
    if (!known) return [];
    const errors = errorsOf(known);
    const isMet = errors.mean <= mean && errors.p95 <= p95 && (inside === undefined || (errors.inside ?? 0) >= inside);
    const asText = (first: number, second: number, third: number | undefined) =>
      `${first.toFixed(2)} / ${second.toFixed(2)}${third === undefined ? '' : `, ${Math.round(third * 100)} % inside`}`;
    return [
      [
        key,
        asText(errors.mean, errors.p95, inside === undefined ? undefined : errors.inside),
        asText(mean, p95, inside),
        isMet ? 'met' : '**missed**',
      ],
    ];
  });
  const losses = [...markets].flatMap(([key, known]) => {
    if (known.paired.length === 0) return [];
    const { mean, error } = excessOf(known);
    const measured = `${mean.toFixed(4)} ± ${error.toFixed(4)}`;
    const missed = mean - error > logLossAllowed ? '**missed**' : '**missed**, within two standard errors';
    const outcome = mean <= logLossAllowed ? 'met' : missed;
    return [[`${key}: log loss above the market's`, measured, String(logLossAllowed), outcome]];
  });
  const all = [...goals, ...losses];
  const met = all.filter((row) => row.at(-1) === 'met').length;
  const prices = [...markets].flatMap(([key, known]) => {
    const { count, mean, p95, bias, inside } = errorsOf(known);
    const share = inside === undefined ? '' : `${Math.round(inside * 100)} %`;
    return count === 0 ? [] : [[key, String(count), cell(mean, 2), cell(p95, 2), cell(bias, 2), share]];
  });
  const results = [...markets].flatMap(([key, { model, paired }]) => {
    const of = (list: readonly { logLoss: number; brier: number }[]) => [
      cell(average(list.map(({ logLoss }) => logLoss)), 4),
      cell(average(list.map(({ brier }) => brier)), 4),
    ];
    return model.length === 0
      ? []
      : [
          [
            key,
            String(model.length),
            ...of(model),
            String(paired.length || ''),
            ...of(paired.map((pair) => pair.model)),
            ...of(paired.map(({ market }) => market)),
          ],
        ];
  });
  return `# Calibration of derived prices

Written by \`npm run calibrate -- FILES\`; do not edit. The files hold closing prices and results of football-data.co.uk
(*bookmakers*), FootyStats (*goal minutes*; *mixed* where its match winner and double chance are of different moments), and
boards of a betting exchange before kick-off (*exchange*) and every half minute of a match (*in play*). Of each match the model
sees the match winner and one line of goals only.

${matches} matches and moments; ${unpriced} could not be priced. Largest difference between the grid and a quoted probability
before kick-off: ${residual.toExponential(1)} (wanted: at most ${residualAllowed.toExponential(0)}).

## Goals

Errors in probability points: mean / 95th percentile. Log loss with two standard errors. ${met} of ${all.length} are met.

${markdownTable([['figure', 'measured', 'wanted', ''], ...all])}

## Against market prices

Model minus market, in probability points. *Inside*: the share of prices within the exchange's spread.

${markdownTable([['market', 'prices', 'mean', '95 %', 'bias', 'inside'], ...prices])}

## Against results

Log loss and Brier score of the model; where the market had prices, both on the same books. Books that a result makes void or
half won are left out, and lines whose outcome was all but certain.

${markdownTable([
  ['market', 'books', 'log loss', 'Brier', 'with prices', 'model', 'Brier', 'market', 'Brier'],
  ...results,
])}

## Reliability

How often selections won (vertical) against their fair probability (horizontal), on the closing prices of bookmakers. A bar is two
standard errors either way, too short where the lines of one match are counted together.

![Reliability diagrams of the derived markets](${plot})
`;
}

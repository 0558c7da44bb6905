import type { MatchHistory, MatchRow } from '@touchline/core/contract';
import { formatNumber, msg, t } from '@touchline/core/language';
import { type MarketKey, marketKeys, marketTitle, selectionNames } from '@touchline/core/markets';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { scoreText } from '../../bets/leg-moment.ts';
import { useMoment } from '../../matches/use-moment.ts';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { stepTime } from '../../ui/moment-text.ts';
import { usePriceText } from '../../ui/price-text.ts';
import { countPrices } from './apply-pushes.ts';
import { ClosedSample, LineSample, PriceChart, type PriceMark } from './price-chart.tsx';
import { type PriceStep, stepsOf, stepsSince } from './price-lines.ts';

type Range = 'all' | 'in play';
type Props = { readonly history: MatchHistory; readonly row: MatchRow };

const everyMs = 5_000;
const mostRows = 60;

/** The price history by market, before the match and in play. */
export function PriceHistory({ history, row }: Props) {
  const [market, setMarket] = useState<MarketKey>(marketKeys[0]);
  const [wanted, setRange] = useState<Range>();
  const priceText = usePriceText();
  const ended = history.moments.find(({ kind }) => kind === 'ended');
  const now = useMoment((moment) => Math.floor(moment / everyMs) * everyMs);
  const all = stepsOf(history.prices[market]);
  const newest = all.at(-1)?.at ?? 0;
  const until = ended ? Math.max(Date.parse(ended.at), newest) : Math.max(now, newest);
  const kickoffAt = Date.parse(row.match.commenceTime);
  const hasPlay = all.length > 0 && kickoffAt < until && (all[0]?.at ?? until) < kickoffAt;
  const range = hasPlay ? (wanted ?? 'in play') : 'all';
  const steps = range === 'in play' ? stepsSince(all, kickoffAt) : all;
  const markets = marketKeys.filter((name) => history.prices[name].length > 0);
  const outcomes = outcomesOf(market, row, steps);
  return (
    <Card aria-labelledby="price-history" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="price-history" className="font-strong">
          {t('Price history')}
        </h2>
        <div className="flex flex-wrap gap-2">
          {hasPlay && (
            <Choice
              legend={t('Which time')}
              options={ranges.map(({ value, text }) => ({ value, text: t(text) }))}
              value={range}
              onPick={setRange}
            />
          )}
          {markets.length > 1 && (
            <Choice
              legend={t('Which market')}
              options={markets.map((value) => ({ value, text: marketTitle(value) }))}
              value={market}
              onPick={setMarket}
            />
          )}
        </div>
      </header>
      {steps.length === 0 ? (
        <p className="text-muted">{t('No prices yet.')}</p>
      ) : (
        <>
          <PriceChart
            steps={steps}
            outcomes={outcomes}
            marks={marksOf(history, kickoffAt)}
            until={until}
            priceText={priceText}
          />
          <Legend steps={steps} outcomes={outcomes} priceText={priceText} />
          {history.changes > countPrices(history.prices) && (
            <p className="text-small text-muted figures">
              {t('The chart shows the main ones of {count} changes.', { count: history.changes })}
            </p>
          )}
          <PriceTable steps={steps} outcomes={outcomes} priceText={priceText} />
        </>
      )}
    </Card>
  );
}

const ranges = [
  { value: 'all', text: msg('All') },
  { value: 'in play', text: msg('In play') },
] as const;

/** With several goal lines, the selections are named without one. */
function outcomesOf(market: MarketKey, { match }: MatchRow, steps: readonly PriceStep[]): readonly string[] {
  const [point, ...others] = new Set(steps.map((step) => step.point));
  return selectionNames(market, match, others.length === 0 ? point : undefined);
}

/** The kick-off and each score change. */
function marksOf({ moments }: MatchHistory, kickoffAt: number): readonly PriceMark[] {
  const goals = moments.flatMap((moment) =>
    moment.kind === 'score' ? [{ at: Date.parse(moment.at), text: scoreText(moment.score) }] : [],
  );
  return [{ at: kickoffAt, text: t('Kick-off') }, ...goals];
}

type ChoiceProps<Value extends string> = {
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly value: Value;
  readonly onPick: (value: Value) => void;
};

const Choice = <Value extends string>({ legend, options, value, onPick }: ChoiceProps<Value>) => (
  <fieldset className="flex rounded-small border border-line p-0.5">
    <legend className="sr-only">{legend}</legend>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        onClick={() => onPick(option.value)}
        className={classes(
          'min-h-11 rounded-small px-3 text-small font-strong',
          option.value === value ? 'bg-raised text-ink' : 'text-muted hover:text-ink',
        )}
      >
        {option.text}
      </button>
    ))}
  </fieldset>
);

type FiguresProps = {
  readonly steps: readonly PriceStep[];
  readonly outcomes: readonly string[];
  readonly priceText: (price: number) => string;
};

/** The legend: each outcome's line, current price and first price. */
const Legend = ({ steps, outcomes, priceText }: FiguresProps) => (
  <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
    {outcomes.map((name, outcome) => {
      const [first = 0, last = 0] = [steps[0]?.prices[outcome], steps.at(-1)?.prices[outcome]];
      return (
        <li key={name} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2">
          <LineSample outcome={outcome} />
          <span className="truncate text-small text-muted">{name}</span>
          <span className="text-figure font-strong figures">{priceText(last)}</span>
          <span className="col-span-2 col-start-2 text-right text-small text-muted figures">
            {last === first
              ? t('unchanged')
              : `${last > first ? '▲' : '▼'} ${t('from {odds}', { odds: priceText(first) })}`}
          </span>
        </li>
      );
    })}
    {steps.some(({ isOpen }) => !isOpen) && (
      <li className="flex items-center gap-2 text-small text-muted">
        <ClosedSample />
        {t('Suspended')}
      </li>
    )}
  </ul>
);

/** The chart as a table, newest first. It renders only when opened. */
function PriceTable({ steps, outcomes, priceText }: FiguresProps) {
  const [isOpen, setIsOpen] = useState(false);
  const shown = steps.toReversed().slice(0, mostRows);
  return (
    <details className="group border-t border-line" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 items-center gap-2 text-small font-strong text-muted hover:text-ink">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        {t('Prices as a table')}
      </summary>
      {isOpen && (
        <div className="max-h-96 overflow-auto">
          <table className="w-full text-small figures">
            <caption className="py-2 text-left text-muted">
              {shown.length < steps.length
                ? t('The newest {shown} of {all} that are drawn', { shown: shown.length, all: steps.length })
                : t('All plotted prices, newest first')}
            </caption>
            <thead className="text-muted">
              <tr>
                <th scope="col" className="py-2 pr-3 text-left font-strong">
                  {t('When')}
                </th>
                {outcomes.map((name) => (
                  <th key={name} scope="col" className="px-3 py-2 text-right font-strong">
                    {name}
                  </th>
                ))}
                <th scope="col" className="py-2 pl-3 text-left font-strong">
                  {t('Market')}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ at, prices, isOpen: isMarketOpen, point }) => (
                <tr key={`${at} ${prices.join()} ${isMarketOpen}`} className="border-t border-line">
                  <th scope="row" className="py-2 pr-3 text-left font-normal whitespace-nowrap">
                    {stepTime(new Date(at).toISOString())}
                  </th>
                  {outcomes.map((name, outcome) => (
                    <td key={name} className="px-3 py-2 text-right">
                      {priceText(prices[outcome] ?? 0)}
                    </td>
                  ))}
                  <td className="py-2 pl-3">
                    {t(isMarketOpen ? 'open' : 'suspended')}
                    {point !== undefined && `, ${t('line {point}', { point: formatNumber(point) })}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

import { formatDate, t } from '@touchline/core/language';
import { useId } from 'react';
import { classes } from '../../ui/classes.ts';
import { drawPrices, heightShare, type PriceStep } from './price-lines.ts';

/** Lines differ by color, dash and weight, in the order of the outcomes. */
const looks = [
  { stroke: 'stroke-pitch', dash: undefined, width: 2.5 },
  { stroke: 'stroke-ink', dash: '7 4', width: 1.75 },
  { stroke: 'stroke-sky', dash: '2 3', width: 2.5 },
] as const;

/** The smallest distance between labels, as a share of the width, on a phone too. */
const minLabelGap = 0.16;

/** A moment to mark, such as a goal. */
export type PriceMark = { readonly at: number; readonly text: string };
type Props = {
  /** At least one, oldest first. */
  readonly steps: readonly PriceStep[];
  readonly outcomes: readonly string[];
  readonly marks: readonly PriceMark[];
  /** The right edge, in ms since the Unix epoch. */
  readonly until: number;
  readonly priceText: (price: number) => string;
};

/** A market's prices over time as steps: a price stays until it changes. A table below has the same figures. */
export function PriceChart({ steps, outcomes, marks, until, priceText }: Props) {
  const titleId = useId();
  const hatch = useId();
  const { across, up, paths, lines, closed } = drawPrices(steps, outcomes.length, until);
  const shareOf = (at: number) => (at - across.from) / (across.to - across.from);
  const within = marks.filter(({ at }) => at >= across.from && at <= across.to);
  const labels = apart(within, shareOf);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <div aria-hidden="true" className="relative mt-6 w-12 text-right text-small text-muted figures">
        {lines.map((price) => (
          <span
            key={price}
            className="absolute right-0 -translate-y-1/2"
            style={{ top: `${heightShare(price, up) * 100}%` }}
          >
            {priceText(price)}
          </span>
        ))}
      </div>
      <div className="relative mt-6 h-56 lg:h-64">
        {labels.map(({ at, text }) => (
          <span
            key={at}
            aria-hidden="true"
            className="absolute -top-6 -translate-x-1/2 text-small whitespace-nowrap text-muted figures"
            style={{ left: `clamp(1rem, ${shareOf(at) * 100}%, calc(100% - 1rem))` }}
          >
            {text}
          </span>
        ))}
        <svg
          viewBox="0 0 1000 1000"
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={titleId}
          className="absolute inset-0 size-full overflow-visible"
        >
          <title id={titleId}>{describeMoment(steps, outcomes, priceText)}</title>
          <pattern id={hatch} width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path d="M0 0V14" className="stroke-edge" strokeWidth="5" />
          </pattern>
          {closed.map(({ from, to }) => (
            <rect
              key={from}
              x={from * 1_000}
              y={0}
              width={Math.max((to - from) * 1_000, 1)}
              height={1_000}
              fill={`url(#${hatch})`}
              opacity={0.35}
            />
          ))}
          {lines.map((price) => (
            <path
              key={price}
              d={`M0 ${Math.round(heightShare(price, up) * 1_000)}H1000`}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {within.map(({ at }) => (
            <path
              key={at}
              d={`M${Math.round(shareOf(at) * 1_000)} 0V1000`}
              className="stroke-edge"
              strokeDasharray="3 3"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {paths.map((path, outcome) => (
            <path
              key={outcomes[outcome]}
              d={path}
              className={classes('fill-none', looks[outcome]?.stroke)}
              strokeWidth={looks[outcome]?.width}
              strokeDasharray={looks[outcome]?.dash}
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
      </div>
      <p aria-hidden="true" className="col-start-2 mt-1 flex justify-between gap-4 text-small text-muted figures">
        {[across.from, (across.from + across.to) / 2, across.to].map((at) => (
          <span key={at}>{axisTime(at, across)}</span>
        ))}
      </p>
    </div>
  );
}

/** Drops labels that would overlap a later one, so a goal replaces the kick-off. */
function apart(marks: readonly PriceMark[], shareOf: (at: number) => number): readonly PriceMark[] {
  const kept: PriceMark[] = [];
  for (const mark of marks.toReversed()) {
    const next = kept.at(-1);
    if (!next || shareOf(next.at) - shareOf(mark.at) > minLabelGap) kept.push(mark);
  }
  return kept;
}

/** The legend's sample of the hatching for times when betting was not open. */
export const ClosedSample = () => (
  <svg aria-hidden="true" viewBox="0 0 28 12" className="h-3 w-7 shrink-0">
    <path d="M2 12 10 0M10 12 18 0M18 12 26 0" className="stroke-edge" strokeWidth="2" opacity="0.7" />
  </svg>
);

/** The legend's sample of an outcome's line. */
export const LineSample = ({ outcome }: { readonly outcome: number }) => (
  <svg aria-hidden="true" viewBox="0 0 28 4" className="h-1 w-7 shrink-0">
    <path
      d="M0 2H28"
      className={looks[outcome]?.stroke}
      strokeWidth={looks[outcome]?.width}
      strokeDasharray={looks[outcome]?.dash}
    />
  </svg>
);

function describeMoment(
  steps: readonly PriceStep[],
  outcomes: readonly string[],
  priceText: Props['priceText'],
): string {
  const [first, last] = [steps[0], steps.at(-1)];
  const parts = outcomes.map((name, outcome) => {
    const prices = steps.flatMap((step) => step.prices[outcome] ?? []);
    const [least, most] = [Math.min(...prices), Math.max(...prices)].map(priceText);
    return t('{name} from {from} to {to}, between {least} and {most}', {
      name,
      from: priceText(first?.prices[outcome] ?? 0),
      to: priceText(last?.prices[outcome] ?? 0),
      least: least ?? '',
      most: most ?? '',
    });
  });
  return t('Prices over time: {prices}.', { prices: parts.join('; ') });
}

const dayMs = 24 * 3_600_000;
const axisTime = (at: number, across: { readonly from: number; readonly to: number }): string => {
  const length = across.to - across.from;
  if (length > dayMs) return formatDate(at, { ...clock, month: 'short', day: 'numeric' });
  return formatDate(at, length < 600_000 ? { ...clock, second: '2-digit' } : clock);
};

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

import type { BalancesView } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { memo, type PointerEvent, type ReactNode, useMemo, useRef } from 'react';
import { classes } from '../ui/classes.ts';
import { dollarsText } from '../ui/money.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { indexAt, roundSpan, type Span, share, stepPath } from './step-path.ts';

/** The balances of a wallet from a moment on, in ms since the Unix epoch. */
type Moment = { readonly at: number; readonly balances: BalancesView };
type Props = {
  /** At least one, oldest first. */
  readonly moments: readonly Moment[];
  readonly timeText: (iso: string) => string;
  /** The index of the selected moment, and a callback for selecting another. */
  readonly chosen?: number;
  readonly onChoose?: (index: number) => void;
};

const series = [
  { account: 'cash', title: msg('Cash'), look: 'stroke-pitch', dash: undefined },
  { account: 'staked', title: msg('In open bets'), look: 'stroke-ink', dash: '6 4' },
  { account: 'held', title: msg('Held for withdrawal'), look: 'stroke-muted', dash: '2 4' },
  { account: 'bonus', title: msg('Bonus'), look: 'stroke-gold', dash: '10 3 2 3' },
] as const;

/** A wallet's balances over time, as steps. The list of events has the same figures for screen readers. */
export function BalanceChart({ moments, timeText, chosen, onChoose }: Props) {
  const drawing = useMemo(() => draw(moments), [moments]);
  const { shown, up, across, lines } = drawing;
  return (
    <figure className="grid gap-2">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div aria-hidden="true" className="relative my-2 w-18 text-right text-small text-muted figures">
          {lines.map((value) => (
            <span
              key={value}
              className="absolute right-0 -translate-y-1/2"
              style={{ top: `${(1 - share(value, up)) * 100}%` }}
            >
              {dollarsText(value)}
            </span>
          ))}
        </div>
        <Plot moments={moments} across={across} onChoose={onChoose}>
          <Steps drawing={drawing} />
          {chosen !== undefined && <Marker moment={moments[chosen]} across={across} up={up} />}
        </Plot>
      </div>
      <div
        aria-hidden="true"
        className="ml-20 flex justify-between gap-4 text-small text-muted figures max-sm:min-h-[2lh]"
      >
        <span>{timeText(isoOf(moments[0]))}</span>
        <span className="text-right">{timeText(isoOf(moments.at(-1)))}</span>
      </div>
      <figcaption className="ml-20 flex flex-wrap content-start gap-x-5 gap-y-1 text-small text-muted max-sm:min-h-11">
        {shown.map(({ account, title, look, dash }) => (
          <span key={account} className="inline-flex items-center gap-2">
            <svg aria-hidden="true" viewBox="0 0 28 4" className="h-1 w-7">
              <path d="M0 2H28" className={look} strokeWidth="2" strokeDasharray={dash} />
            </svg>
            {t(title)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** Takes the place of a chart that is loading. */
export const BalanceChartSkeleton = () => (
  <div aria-hidden="true" className="grid gap-2">
    <Skeleton className="my-2 h-52 lg:h-64" />
    <p className="min-h-[1lh] text-small max-sm:min-h-[2lh]" />
    <p className="min-h-[1lh] text-small max-sm:min-h-11" />
  </div>
);

/** Computes what depends on the balances alone, so that selecting a moment redraws nothing. */
function draw(moments: readonly Moment[]) {
  const shown = series.filter(
    ({ account }) => account === 'cash' || moments.some(({ balances }) => balances[account] !== 0),
  );
  const { span: up, lines } = roundSpan(
    moments.flatMap(({ balances }) => shown.map(({ account }) => balances[account])),
  );
  const across = spanOf(moments);
  const paths = shown.map(({ account, look, dash }) => ({
    account,
    look,
    dash,
    path: stepPath(
      moments.map(({ at, balances }) => ({ at, value: balances[account] })),
      across,
      up,
    ),
  }));
  const firstX = Math.round(share(moments[0]?.at ?? 0, across) * 1_000);
  const area = `${paths[0]?.path ?? ''}V${heightOf(0, up)}H${firstX}Z`;
  return { shown, up, across, lines, paths, area, summary: summaryOf(moments) };
}

const heightOf = (value: number, up: Span): number => Math.round((1 - share(value, up)) * 1_000);

/** Draws cash last, on top of the other lines and its filled area. */
const Steps = memo(function Steps({ drawing }: { readonly drawing: ReturnType<typeof draw> }) {
  const { lines, up, paths, area, summary } = drawing;
  return (
    <svg
      viewBox="0 0 1000 1000"
      preserveAspectRatio="none"
      role="img"
      aria-label={summary}
      className="absolute inset-0 size-full overflow-visible"
    >
      {lines.map((value) => (
        <path
          key={value}
          d={`M0 ${heightOf(value, up)}H1000`}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <path d={area} className="fill-pitch/12" />
      {paths.toReversed().map(({ account, look, dash, path }) => (
        <path
          key={account}
          d={path}
          className={classes('fill-none', look)}
          strokeWidth={account === 'cash' ? 2 : 1.5}
          strokeDasharray={dash}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
});

type PlotProps = {
  readonly moments: readonly Moment[];
  readonly across: Span;
  readonly onChoose: ((index: number) => void) | undefined;
  readonly children: ReactNode;
};

/** The plotting area. Pressing or dragging selects a moment; keyboard users have the slider below. */
function Plot({ moments, across, onChoose, children }: PlotProps) {
  const plane = useRef<HTMLDivElement>(null);
  const point = ({ clientX, buttons, type }: PointerEvent) => {
    const box = plane.current?.getBoundingClientRect();
    if (!box || !onChoose || (type === 'pointermove' && buttons === 0)) return;
    const at = across.from + ((clientX - box.left) / Math.max(box.width, 1)) * (across.to - across.from);
    onChoose(
      indexAt(
        moments.map((moment) => ({ at: moment.at, value: 0 })),
        at,
      ),
    );
  };
  return (
    <div
      ref={plane}
      onPointerDown={point}
      onPointerMove={point}
      className={classes('relative my-2 h-52 lg:h-64', onChoose && 'cursor-crosshair touch-pan-y select-none')}
    >
      {children}
    </div>
  );
}

type MarkerProps = { readonly moment: Moment | undefined; readonly across: Span; readonly up: Span };

function Marker({ moment, across, up }: MarkerProps) {
  if (!moment) return null;
  const left = `${share(moment.at, across) * 100}%`;
  const top = `${(1 - share(moment.balances.cash, up)) * 100}%`;
  return (
    <span aria-hidden="true" className="pointer-events-none">
      <span className="absolute inset-y-0 w-px bg-ink/60" style={{ left }} />
      <span
        className="absolute size-3 -translate-1/2 rounded-round border-2 border-surface bg-pitch"
        style={{ left, top }}
      />
    </span>
  );
}

/** Spans all moments, with equal space around a single one. */
function spanOf(moments: readonly Moment[]): Span {
  const from = moments[0]?.at ?? 0;
  const to = moments.at(-1)?.at ?? 0;
  return from === to ? { from: from - 1, to: to + 1 } : { from, to };
}

const isoOf = (moment: Moment | undefined): string => new Date(moment?.at ?? 0).toISOString();

function summaryOf(moments: readonly Moment[]): string {
  const cash = moments.map(({ balances }) => balances.cash);
  const [first = 0] = cash;
  const most = cash.reduce((a, b) => Math.max(a, b), first);
  const least = cash.reduce((a, b) => Math.min(a, b), first);
  return t(
    'Cash over {count, plural, one {# event} other {# events}}: from {first} to {last}, at most {most}, at least {least}.',
    {
      count: cash.length,
      first: dollarsText(first),
      last: dollarsText(cash.at(-1) ?? 0),
      most: dollarsText(most),
      least: dollarsText(least),
    },
  );
}

import { type LegStatus, legFactor, linesOf, lineTotal } from '@touchline/core/betting';
import type { BetView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { selectionText } from '@touchline/core/markets';
import { Decimal } from '@touchline/core/money';
import { linesText } from '../../bets/bet-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { dollarsText } from '../../ui/money.tsx';

type System = NonNullable<BetView['system']>;
type Leg = BetView['matches'][number];

/** The lines of a system: what each needs or returned, and what all of them can still return. */
export function BetLines({ bet }: { readonly bet: BetView }) {
  const { system, matches, status } = bet;
  if (!system) return null;
  const lines = linesOf(matches.length, system).map((line) => lineOf(line, matches, system));
  const isOpen = status === 'pending';
  return (
    <Card aria-labelledby="lines" className="grid gap-2">
      <h2 id="lines" className="font-strong">
        {linesText(system)}
      </h2>
      {isOpen && <p className="text-small text-muted figures">{stillPossible(bet, system)}</p>}
      <details open={lines.length <= mostShown}>
        <summary className="min-h-11 content-center text-muted hover:text-ink">
          {t('What each line needs and returns')}
        </summary>
        <ul className="grid divide-y divide-line border-y border-line">
          {lines.map(({ key, name, needs, result, tone, returns }) => (
            <li key={key} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 py-2">
              <span className="min-w-0">
                <span className="block wrap-anywhere">{name}</span>
                {needs !== '' && (
                  <span className="block text-small text-muted">{t('Needs {selections}', { selections: needs })}</span>
                )}
              </span>
              <span className="flex items-center gap-2 figures">
                <Badge tone={tone}>{result}</Badge>
                <span className="font-strong">{returns}</span>
              </span>
            </li>
          ))}
        </ul>
      </details>
      <p className="text-small text-muted">
        {t('All lines are added up exactly and rounded down once. Amounts of lines are rounded here.')}
      </p>
    </Card>
  );
}

/** More lines are folded at first. */
const mostShown = 15;

const prices = (legs: readonly Leg[]): readonly Decimal[] => legs.map(({ odds }) => new Decimal(odds));

/** A line: open while it can still win. An open one shows what it would return. */
function lineOf(line: readonly number[], matches: readonly Leg[], { unitStake, bankers }: System) {
  const legs = line.flatMap((at) => matches[at] ?? []);
  const total = lineTotal(factorsOf(legs, 'won'), undefined);
  const returns = dollarsText(total.times(unitStake).toDecimalPlaces(2).toNumber());
  const open = legs.filter(({ status }) => status === 'pending');
  const isLost = total.isZero();
  const name = line
    .flatMap((at) => {
      const leg = matches[at];
      if (!leg) return [];
      const selection = selectionText(leg);
      return bankers.includes(at) ? t('{selection} (banker)', { selection }) : selection;
    })
    .join(' + ');
  const state = isLost
    ? ({ result: t('Lost'), tone: 'lost', returns: '' } as const)
    : open.length > 0
      ? ({ result: t('Unsettled'), tone: 'gold', returns } as const)
      : ({ result: t('Returned'), tone: 'won', returns } as const);
  const needs = isLost ? '' : open.map(selectionText).join(` ${t('and')} `);
  return { key: line.join(), name, needs: open.length === legs.length ? '' : needs, ...state };
}

const factorsOf = (legs: readonly Leg[], openAs: LegStatus): readonly Decimal[] => {
  const odds = prices(legs);
  return legs.map(({ status }, at) => {
    const verdict = status === 'pending' ? openAs : status;
    return verdict === 'pending' ? new Decimal(1) : legFactor(verdict, odds[at] ?? new Decimal(1));
  });
};

function stillPossible({ matches, cashedOut, stake, potentialPayout }: BetView, system: System): string {
  const open = stake - (cashedOut?.stake ?? 0);
  const returned = (openAs: LegStatus) =>
    lineTotal(factorsOf(matches, openAs), system).times(open).div(system.lines).toDecimalPlaces(2).toNumber();
  const most = Math.min(returned('won'), potentialPayout);
  return t('Still possible: from {least} to {most}.', {
    least: dollarsText(returned('lost')),
    most: dollarsText(most),
  });
}

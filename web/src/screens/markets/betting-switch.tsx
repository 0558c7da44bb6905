import { type BettingClosureView, type CashOutLimitView, marketEndpoints } from '@touchline/core/contract';
import { marketTitles } from '@touchline/core/markets';
import { cashOutScope, leagueOf, leagues } from '@touchline/core/matches';
import { Gauge, Lock } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { LabelledSelect } from '../../ledger/filter-fields.tsx';
import { localText } from '../../ledger/moments.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { dollarsText } from '../../ui/money.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { ActionDialog, type PendingAction } from './action-dialog.tsx';
import { LimitDialog } from './limit-dialog.tsx';

/** What can be closed, and where: the scope of a closure and how it is called. */
type Place = { readonly closes: BettingClosureView['closes']; readonly scope: string; readonly label: string };

type SwitchProps = {
  readonly closures: readonly BettingClosureView[];
  readonly limits: readonly CashOutLimitView[];
  readonly onSwitched: () => void;
};

/** Shows where betting and cash-out are closed or limited, by whom and why; closes, reopens and limits them. */
export function BettingSwitch({ closures, limits, onSwitched }: SwitchProps) {
  const [closes, setCloses] = useState<Place['closes']>('betting');
  const places = [
    { scope: 'all', label: 'Everything' },
    ...leagues.map(({ key, title }) => ({ scope: key, label: title })),
    ...(closes === 'cash-out' ? marketPlaces() : []),
  ].map((place) => ({ closes, ...place }));
  return (
    <ClosuresCard
      title="Betting"
      closures={closures}
      limits={limits}
      open={closures.some((closure) => closure.closes === 'betting') ? undefined : 'Betting is open.'}
      places={places}
      onSwitched={onSwitched}
    >
      <LabelledSelect
        label="Close"
        value={closes}
        options={[
          { value: 'betting', label: 'Betting' },
          { value: 'cash-out', label: 'Cash-out' },
        ]}
        onPick={(value) => setCloses(value === 'cash-out' ? value : 'betting')}
      />
    </ClosuresCard>
  );
}

type CashOutProps = SwitchProps & { readonly matchId: string };

/** Shows where cash-out is closed or limited for a match; closes, reopens and limits it for the match or one of its markets. */
export const CashOutSwitch = ({ matchId, closures, limits, onSwitched }: CashOutProps) => (
  <ClosuresCard
    title="Cash-out"
    closures={closures}
    limits={limits}
    open={closures.length === 0 ? 'Cash-out is open for this match.' : undefined}
    places={[
      { closes: 'cash-out', scope: cashOutScope({ matchId }), label: 'This match' },
      ...marketPlaces(matchId).map((place) => ({ closes: 'cash-out' as const, ...place })),
    ]}
    onSwitched={onSwitched}
  />
);

const marketPlaces = (matchId?: string) =>
  Object.entries(marketTitles).map(([market, label]) => ({ scope: cashOutScope({ matchId, market }), label }));

type CardProps = SwitchProps & {
  readonly title: string;
  /** Said while nothing is closed. */
  readonly open: string | undefined;
  /** What can be closed here. */
  readonly places: readonly Place[];
  readonly children?: React.ReactNode;
};

function ClosuresCard({ title, closures, limits, open, places, children, onSwitched }: CardProps) {
  const [action, setAction] = useState<PendingAction>();
  const [limiting, setLimiting] = useState<string>();
  const [scope, setScope] = useState('');
  const chosen = places.find((place) => place.scope === scope) ?? places[0];
  const isClosed = closures.some((closure) => closure.closes === chosen?.closes && closure.scope === chosen.scope);
  return (
    <Card
      aria-label={title}
      className={`flex flex-wrap items-end justify-between gap-3 p-3! ${closures.length > 0 ? 'border-live/60!' : ''}`}
    >
      <div className="grid min-w-0 flex-[1_1_20rem] gap-3">
        {open && <p>{open}</p>}
        {closures.map((closure) => (
          <ClosureRow key={`${closure.closes} ${closure.scope}`} closure={closure} onAction={setAction} />
        ))}
        {limits.map((limit) => (
          <LimitRow key={limit.scope} limit={limit} onChange={() => setLimiting(limit.scope)} />
        ))}
      </div>
      <div className="grid w-full auto-cols-fr grid-flow-col items-end gap-2 sm:flex sm:w-auto">
        {children}
        <LabelledSelect
          label={`${titleOf[chosen?.closes ?? 'betting']} on`}
          value={chosen?.scope ?? ''}
          options={places.map((place) => ({ value: place.scope, label: place.label }))}
          onPick={setScope}
        />
        {chosen && (
          <Button
            look="danger"
            className="max-sm:col-span-full max-sm:row-start-2"
            disabled={isClosed}
            onClick={() => setAction(closing(chosen))}
          >
            Close {chosen.closes}
          </Button>
        )}
        {chosen?.closes === 'cash-out' && (
          <Button
            look="quiet"
            className="max-sm:col-span-full max-sm:row-start-3"
            onClick={() => setLimiting(chosen.scope)}
          >
            Limit cash-out
          </Button>
        )}
      </div>
      {limiting !== undefined && (
        <LimitDialog
          title={`Limit ${nameOf('cash-out', limiting)}?`}
          place={placeIn(limiting)}
          before={limits.find((limit) => limit.scope === limiting)}
          onLeave={() => setLimiting(undefined)}
          onDone={() => {
            setLimiting(undefined);
            toastSuccess('The limit is saved');
            onSwitched();
          }}
        />
      )}
      {action && (
        <ActionDialog
          action={action}
          onLeave={() => setAction(undefined)}
          onDone={(success) => {
            setAction(undefined);
            toastSuccess(success);
            onSwitched();
          }}
        />
      )}
    </Card>
  );
}

type ClosureRowProps = { readonly closure: BettingClosureView; readonly onAction: (action: PendingAction) => void };

const ClosureRow = ({ closure, onAction }: ClosureRowProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
    <div className="min-w-0">
      <p className="flex items-center gap-2 font-strong">
        <Lock aria-hidden="true" className="size-4 shrink-0 text-live" />
        {closure.scope === 'all'
          ? `All ${closure.closes} is closed`
          : `${titleOf[closure.closes]} on ${placeOf(closure.scope)} is closed`}
      </p>
      <p className="wrap-anywhere">{closure.reason}</p>
      <p className="text-small text-muted figures">
        <time dateTime={closure.closedAt}>{localText(closure.closedAt)}</time> · {closure.by.name || closure.by.email}
      </p>
    </div>
    <Button
      look="quiet"
      aria-label={`Open ${nameOf(closure.closes, closure.scope)}`}
      onClick={() => onAction(opening(closure))}
    >
      Open
    </Button>
  </div>
);

type LimitRowProps = { readonly limit: CashOutLimitView; readonly onChange: () => void };

const LimitRow = ({ limit: { scope, maxPayment, maxMatchDay, reason, setAt, by }, onChange }: LimitRowProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
    <div className="min-w-0">
      <p className="flex items-center gap-2 font-strong">
        <Gauge aria-hidden="true" className="size-4 shrink-0" />
        {scope === 'all' ? 'All cash-out' : `Cash-out on ${placeOf(scope)}`} is limited
      </p>
      <p className="figures">
        {[
          maxPayment !== null && `${dollarsText(maxPayment)} each`,
          maxMatchDay !== null && `${dollarsText(maxMatchDay)} a match in 24 hours`,
        ]
          .filter((text) => text !== false)
          .join(' · ')}
      </p>
      <p className="wrap-anywhere">{reason}</p>
      <p className="text-small text-muted figures">
        <time dateTime={setAt}>{localText(setAt)}</time> · {by.name || by.email}
      </p>
    </div>
    <Button look="quiet" aria-label={`Change the limit of ${nameOf('cash-out', scope)}`} onClick={onChange}>
      Change
    </Button>
  </div>
);

const titleOf = { betting: 'Betting', 'cash-out': 'Cash-out' } as const;

/** How the scope of a closure is called; the markets of a match are named on its page, and the match elsewhere by its id. */
function placeOf(scope: string): string {
  const [first = '', market] = scope.split('/');
  if (market !== undefined) return `${marketTitles[market] ?? market} of one match`;
  return leagueOf(first)?.title ?? marketTitles[first] ?? 'one match';
}

const nameOf = (closes: Place['closes'], scope: string): string =>
  scope === 'all' ? `all ${closes}` : `${closes} on ${placeOf(scope)}`;

const unconfirmed = 'We couldn’t confirm this change. Refresh the page before you try again.';

const closing = ({ closes, scope }: Place): PendingAction => ({
  title: `Close ${nameOf(closes, scope)}?`,
  text:
    closes === 'betting'
      ? 'No new bets are accepted, and in-play bets awaiting acceptance are refunded. Deposits, withdrawals and settlement continue.'
      : 'Open bets keep running and are settled as ever, but cannot be cashed out, also not automatically.',
  button: `Close ${closes}`,
  look: 'danger',
  success: `${titleOf[closes]} is closed`,
  fallback: unconfirmed,
  save: (reason) => call(endpoints[closes].close, { body: { ...placeIn(scope), reason } }),
});

const opening = ({ closes, scope }: BettingClosureView): PendingAction => ({
  title: `Open ${nameOf(closes, scope)}?`,
  text:
    closes === 'betting'
      ? 'Bets are accepted again on every open market with confirmed odds.'
      : 'Bets can be cashed out again while their markets are open.',
  button: `Open ${closes}`,
  success: `${titleOf[closes]} is open`,
  fallback: unconfirmed,
  save: (reason) => call(endpoints[closes].open, { body: { ...placeIn(scope), reason } }),
});

const endpoints = {
  betting: { close: marketEndpoints.closeBetting, open: marketEndpoints.openBetting },
  'cash-out': { close: marketEndpoints.closeCashOut, open: marketEndpoints.openCashOut },
} as const;

/** A scope as the fields of a request. */
function placeIn(scope: string) {
  const league = leagueOf(scope)?.key;
  if (scope === 'all') return {};
  if (league) return { league };
  const [first, market] = scope.split('/');
  return first !== undefined && first in marketTitles
    ? { market: first }
    : { matchId: first, ...(market && { market }) };
}

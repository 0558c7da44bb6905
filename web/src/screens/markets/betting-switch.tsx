import { type BettingClosureView, type CashOutLimitView, marketEndpoints } from '@touchline/core/contract';
import { msg, t, textIn } from '@touchline/core/language';
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
type ClosableScope = { readonly closes: BettingClosureView['closes']; readonly scope: string; readonly label: string };

type SwitchProps = {
  readonly closures: readonly BettingClosureView[];
  readonly limits: readonly CashOutLimitView[];
  readonly onSwitched: () => void;
};

/** Shows where betting and cash-out are closed or limited, by whom and why; closes, reopens and limits them. */
export function BettingSwitch({ closures, limits, onSwitched }: SwitchProps) {
  const [closes, setCloses] = useState<ClosableScope['closes']>('betting');
  const scopes = [
    { scope: 'all', label: t('Everything') },
    ...leagues.map(({ key, title }) => ({ scope: key, label: title })),
    ...(closes === 'cash-out' ? marketScopes() : []),
  ].map((scope) => ({ closes, ...scope }));
  return (
    <ClosuresCard
      title={t('Betting')}
      closures={closures}
      limits={limits}
      open={closures.some((closure) => closure.closes === 'betting') ? undefined : t('Betting is open.')}
      scopes={scopes}
      onSwitched={onSwitched}
    >
      <LabelledSelect
        label={t('Close')}
        value={closes}
        options={[
          { value: 'betting', label: t('Betting') },
          { value: 'cash-out', label: t('Cash-out') },
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
    title={t('Cash-out')}
    closures={closures}
    limits={limits}
    open={closures.length === 0 ? t('Cash-out is open for this match.') : undefined}
    scopes={[
      { closes: 'cash-out', scope: cashOutScope({ matchId }), label: t('This match') },
      ...marketScopes(matchId).map((scope) => ({ closes: 'cash-out' as const, ...scope })),
    ]}
    onSwitched={onSwitched}
  />
);

const marketScopes = (matchId?: string) =>
  Object.entries(marketTitles).map(([market, title]) => ({
    scope: cashOutScope({ matchId, market }),
    label: t(title),
  }));

type CardProps = SwitchProps & {
  readonly title: string;
  /** Shown while nothing is closed. */
  readonly open: string | undefined;
  /** What can be closed here. */
  readonly scopes: readonly ClosableScope[];
  readonly children?: React.ReactNode;
};

function ClosuresCard({ title, closures, limits, open, scopes, children, onSwitched }: CardProps) {
  const [action, setAction] = useState<PendingAction>();
  const [limiting, setLimiting] = useState<string>();
  const [scope, setScope] = useState('');
  const chosen = scopes.find((offered) => offered.scope === scope) ?? scopes[0];
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
          label={t(texts[chosen?.closes ?? 'betting'].on)}
          value={chosen?.scope ?? ''}
          options={scopes.map((offered) => ({ value: offered.scope, label: offered.label }))}
          onPick={setScope}
        />
        {chosen && (
          <Button
            look="danger"
            className="max-sm:col-span-full max-sm:row-start-2"
            disabled={isClosed}
            onClick={() => setAction(closing(chosen))}
          >
            {t(texts[chosen.closes].close)}
          </Button>
        )}
        {chosen?.closes === 'cash-out' && (
          <Button
            look="quiet"
            className="max-sm:col-span-full max-sm:row-start-3"
            onClick={() => setLimiting(chosen.scope)}
          >
            {t('Limit cash-out')}
          </Button>
        )}
      </div>
      {limiting !== undefined && (
        <LimitDialog
          title={
            limiting === 'all'
              ? t('Limit all cash-out?')
              : t('Limit cash-out on {place}?', { place: scopeName(limiting) })
          }
          scope={scopeFields(limiting)}
          before={limits.find((limit) => limit.scope === limiting)}
          onLeave={() => setLimiting(undefined)}
          onDone={() => {
            setLimiting(undefined);
            toastSuccess(t('The limit is saved'));
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
          ? t(texts[closure.closes].allClosed)
          : t(texts[closure.closes].closedOn, { place: scopeName(closure.scope) })}
      </p>
      <p className="wrap-anywhere">{closure.reason}</p>
      <p className="text-small text-muted figures">
        <time dateTime={closure.closedAt}>{localText(closure.closedAt)}</time> · {closure.by.name || closure.by.email}
      </p>
    </div>
    <Button
      look="quiet"
      aria-label={
        closure.scope === 'all'
          ? t(texts[closure.closes].openAll)
          : t(texts[closure.closes].openOn, { place: scopeName(closure.scope) })
      }
      onClick={() => onAction(opening(closure))}
    >
      {t(texts[closure.closes].open)}
    </Button>
  </div>
);

type LimitRowProps = { readonly limit: CashOutLimitView; readonly onChange: () => void };

const LimitRow = ({ limit: { scope, maxPayment, maxMatchDay, reason, setAt, by }, onChange }: LimitRowProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
    <div className="min-w-0">
      <p className="flex items-center gap-2 font-strong">
        <Gauge aria-hidden="true" className="size-4 shrink-0" />
        {scope === 'all'
          ? t('All cash-out is limited')
          : t('Cash-out on {place} is limited', { place: scopeName(scope) })}
      </p>
      <p className="figures">
        {[
          maxPayment !== null && t('{amount} each', { amount: dollarsText(maxPayment) }),
          maxMatchDay !== null && t('{amount} a match in 24 hours', { amount: dollarsText(maxMatchDay) }),
        ]
          .filter((text) => text !== false)
          .join(' · ')}
      </p>
      <p className="wrap-anywhere">{reason}</p>
      <p className="text-small text-muted figures">
        <time dateTime={setAt}>{localText(setAt)}</time> · {by.name || by.email}
      </p>
    </div>
    <Button
      look="quiet"
      aria-label={
        scope === 'all'
          ? t('Change the limit of all cash-out')
          : t('Change the limit of cash-out on {place}', { place: scopeName(scope) })
      }
      onClick={onChange}
    >
      {t('Change')}
    </Button>
  </div>
);

const texts = {
  betting: {
    on: msg('Betting on'),
    close: msg('Close betting'),
    open: msg('Open betting'),
    isClosed: msg('Betting is closed'),
    isOpen: msg('Betting is open'),
    allClosed: msg('All betting is closed'),
    closedOn: msg('Betting on {place} is closed'),
    openAll: msg('Open all betting'),
    openOn: msg('Open betting on {place}'),
    closeAllQuestion: msg('Close all betting?'),
    closeQuestion: msg('Close betting on {place}?'),
    openAllQuestion: msg('Open all betting?'),
    openQuestion: msg('Open betting on {place}?'),
  },
  'cash-out': {
    on: msg('Cash-out on'),
    close: msg('Close cash-out'),
    open: msg('Open cash-out'),
    isClosed: msg('Cash-out is closed'),
    isOpen: msg('Cash-out is open'),
    allClosed: msg('All cash-out is closed'),
    closedOn: msg('Cash-out on {place} is closed'),
    openAll: msg('Open all cash-out'),
    openOn: msg('Open cash-out on {place}'),
    closeAllQuestion: msg('Close all cash-out?'),
    closeQuestion: msg('Close cash-out on {place}?'),
    openAllQuestion: msg('Open all cash-out?'),
    openQuestion: msg('Open cash-out on {place}?'),
  },
} as const;

/** How the scope of a closure is called; the markets of a match are named on its page, and the match elsewhere by its id. */
function scopeName(scope: string): string {
  const [first = '', market] = scope.split('/');
  if (market !== undefined) return t('{market} of one match', { market: textIn(marketTitles, market) ?? market });
  return leagueOf(first)?.title ?? textIn(marketTitles, first) ?? t('one match');
}

const unconfirmed = msg('We couldn’t confirm this change. Refresh the page before you try again.');

const closing = ({ closes, scope }: ClosableScope): PendingAction => ({
  title:
    scope === 'all' ? t(texts[closes].closeAllQuestion) : t(texts[closes].closeQuestion, { place: scopeName(scope) }),
  text:
    closes === 'betting'
      ? t(
          'No new bets are accepted, and in-play bets awaiting acceptance are refunded. Deposits, withdrawals and settlement continue.',
        )
      : t('Open bets are settled as usual but cannot be cashed out, not even automatically.'),
  button: t(texts[closes].close),
  look: 'danger',
  success: t(texts[closes].isClosed),
  fallback: unconfirmed,
  save: (reason) => call(endpoints[closes].close, { body: { ...scopeFields(scope), reason } }),
});

const opening = ({ closes, scope }: BettingClosureView): PendingAction => ({
  title:
    scope === 'all' ? t(texts[closes].openAllQuestion) : t(texts[closes].openQuestion, { place: scopeName(scope) }),
  text:
    closes === 'betting'
      ? t('Bets are accepted again on every open market with confirmed odds.')
      : t('Bets can be cashed out again while their markets are open.'),
  button: t(texts[closes].open),
  success: t(texts[closes].isOpen),
  fallback: unconfirmed,
  save: (reason) => call(endpoints[closes].open, { body: { ...scopeFields(scope), reason } }),
});

const endpoints = {
  betting: { close: marketEndpoints.closeBetting, open: marketEndpoints.openBetting },
  'cash-out': { close: marketEndpoints.closeCashOut, open: marketEndpoints.openCashOut },
} as const;

/** A scope as the fields of a request. */
function scopeFields(scope: string) {
  const league = leagueOf(scope)?.key;
  if (scope === 'all') return {};
  if (league) return { league };
  const [first, market] = scope.split('/');
  return first !== undefined && first in marketTitles
    ? { market: first }
    : { matchId: first, ...(market && { market }) };
}

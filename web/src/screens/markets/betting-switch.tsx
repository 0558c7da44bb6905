import { type BettingClosureView, marketEndpoints } from '@touchline/core/contract';
import { type LeagueKey, leagueOf, leagues } from '@touchline/core/matches';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { LabelledSelect } from '../../ledger/filter-fields.tsx';
import { localText } from '../../ledger/moments.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { ActionDialog, type PendingAction } from './action-dialog.tsx';

type Props = { readonly closures: readonly BettingClosureView[]; readonly onSwitched: () => void };

/** Shows where betting is closed, by whom and why; closes and reopens it. */
export function BettingSwitch({ closures, onSwitched }: Props) {
  const [action, setAction] = useState<PendingAction>();
  const [league, setLeague] = useState('');
  const isClosed = closures.some(({ scope }) => scope === (league || 'all'));
  return (
    <Card
      aria-label="Betting"
      className={`flex flex-wrap items-end justify-between gap-3 p-3! ${closures.length > 0 ? 'border-live/60!' : ''}`}
    >
      <div className="grid min-w-0 flex-[1_1_20rem] gap-3">
        {closures.length === 0 && <p>Betting is open.</p>}
        {closures.map((closure) => (
          <ClosureRow key={closure.scope} closure={closure} onAction={setAction} />
        ))}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 max-sm:w-full">
        <LabelledSelect
          label="Betting on"
          value={league}
          options={[
            { value: '', label: 'Everything' },
            ...leagues.map(({ key, title }) => ({ value: key, label: title })),
          ]}
          onPick={setLeague}
        />
        <Button look="danger" disabled={isClosed} onClick={() => setAction(closing(leagueOf(league)?.key))}>
          Close betting
        </Button>
      </div>
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
        {closure.scope === 'all' ? 'All betting is closed' : `Betting on ${titleOf(closure.scope)} is closed`}
      </p>
      <p className="wrap-anywhere">{closure.reason}</p>
      <p className="text-small text-muted figures">
        <time dateTime={closure.closedAt}>{localText(closure.closedAt)}</time> · {closure.by.name || closure.by.email}
      </p>
    </div>
    <Button
      look="quiet"
      aria-label={closure.scope === 'all' ? 'Open all betting' : `Open betting on ${titleOf(closure.scope)}`}
      onClick={() => onAction(opening(leagueOf(closure.scope)?.key))}
    >
      Open
    </Button>
  </div>
);

const titleOf = (league: string): string => leagueOf(league)?.title ?? league;
const unconfirmed = 'We couldn’t confirm this change. Refresh the page before you try again.';

const closing = (league: LeagueKey | undefined): PendingAction => ({
  title: league ? `Close betting on ${titleOf(league)}?` : 'Close all betting?',
  text: 'No new bets are accepted, and in-play bets awaiting acceptance are refunded. Deposits, withdrawals and settlement continue.',
  button: 'Close betting',
  look: 'danger',
  success: 'Betting is closed',
  fallback: unconfirmed,
  save: (reason) => call(marketEndpoints.closeBetting, { body: { ...(league && { league }), reason } }),
});

const opening = (league: LeagueKey | undefined): PendingAction => ({
  title: league ? `Open betting on ${titleOf(league)}?` : 'Open all betting?',
  text: 'Bets are accepted again on every open market with confirmed odds.',
  button: 'Open betting',
  success: 'Betting is open',
  fallback: unconfirmed,
  save: (reason) => call(marketEndpoints.openBetting, { body: { ...(league && { league }), reason } }),
});

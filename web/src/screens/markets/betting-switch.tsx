import type { BettingClosureView } from '@touchline/core/contract';
import { type LeagueKey, leagueOf, leagues } from '@touchline/core/matches';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { switchBetting } from '../../api/markets.ts';
import { LabelledSelect } from '../../ledger/labelled-select.tsx';
import { localText } from '../../ledger/moments.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { type Asking, AskingDialog } from './asking-dialog.tsx';

type Props = { readonly closures: readonly BettingClosureView[]; readonly onSwitched: () => void };

/** Where betting is closed, by whom and why; and the way to close it or to open it again. */
export function BettingSwitch({ closures, onSwitched }: Props) {
  const [asking, setAsking] = useState<Asking>();
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
          <ClosureInForce key={closure.scope} closure={closure} onAsk={setAsking} />
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
        <Button look="danger" disabled={isClosed} onClick={() => setAsking(closing(leagueOf(league)?.key))}>
          Close betting
        </Button>
      </div>
      {asking && (
        <AskingDialog
          asking={asking}
          onLeave={() => setAsking(undefined)}
          onDone={(said) => {
            setAsking(undefined);
            toastSuccess(said);
            onSwitched();
          }}
        />
      )}
    </Card>
  );
}

type InForceProps = { readonly closure: BettingClosureView; readonly onAsk: (asking: Asking) => void };

const ClosureInForce = ({ closure, onAsk }: InForceProps) => (
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
      onClick={() => onAsk(opening(leagueOf(closure.scope)?.key))}
    >
      Open
    </Button>
  </div>
);

const titleOf = (league: string): string => leagueOf(league)?.title ?? league;
const unknownEnd = 'It is not known whether this was done. Refresh the page before trying again.';

const closing = (league: LeagueKey | undefined): Asking => ({
  title: league ? `Close betting on ${titleOf(league)}?` : 'Close all betting?',
  text: 'From this moment no bet is accepted, and bets in play that still wait get their stakes back. Deposits, withdrawals and settlement go on.',
  button: 'Close betting',
  look: 'danger',
  said: 'Betting is closed',
  unexplained: unknownEnd,
  save: (reason) => switchBetting('close', { ...(league && { league }), reason }),
});

const opening = (league: LeagueKey | undefined): Asking => ({
  title: league ? `Open betting on ${titleOf(league)}?` : 'Open all betting?',
  text: 'Bets are accepted again wherever prices are confirmed and nothing else is closed.',
  button: 'Open betting',
  said: 'Betting is open',
  unexplained: unknownEnd,
  save: (reason) => switchBetting('open', { ...(league && { league }), reason }),
});

import { type LedgerTime, ledgerEndpoints, type TrialBalanceView } from '@touchline/core/contract';
import { formatNumber, t } from '@touchline/core/language';
import { centsFromDollars } from '@touchline/core/money';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { call } from '../../api/call.ts';
import { useLoad } from '../../api/load-machine.ts';
import { accountTitle } from '../../ledger/event-labels.ts';
import { ExportList } from '../../ledger/export-list.tsx';
import { fitting, LabelledSelect, timeOptions } from '../../ledger/filter-fields.tsx';
import { exactUtcText, momentFromUtcField, utcFieldFrom } from '../../ledger/moments.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { dollarsText, Money } from '../../ui/money.tsx';
import { Placeholder, Skeleton } from '../../ui/skeleton.tsx';

/** A moment in one of the ledger's two times; now without `at`. */
type Moment = { readonly at?: string; readonly time: LedgerTime };

/** The balance of every account at the moment in the URL. */
export function TrialBalancePart() {
  const [, navigate] = useLocation();
  const moment = momentFromSearch(useSearch());
  const wanted = useRef(moment);
  const [snapshot, send] = useLoad(
    () => call(ledgerEndpoints.trialBalance, { query: wanted.current }),
    t('The trial balance could not be loaded.'),
  );
  const { value: balance, error } = snapshot.context;
  const retry = () => send({ type: 'refresh' });
  const ask = (next: Moment) => {
    wanted.current = next;
    retry();
    navigate(hrefOf(next), { replace: true });
  };
  return (
    <div className="grid max-w-4xl gap-4">
      <MomentForm moment={moment} onAsk={ask} />
      {snapshot.matches('failed') && <EmptyState title={error ?? ''} onRetry={retry} />}
      {snapshot.matches('loading') && !balance && <Loading />}
      {balance && !snapshot.matches('failed') && (
        <ExportList endpoint={ledgerEndpoints.exportTrialBalance} query={moment} name="trial-balance">
          {t('Export balances')}
        </ExportList>
      )}
      {balance && !snapshot.matches('failed') && <Accounts balance={balance} isLoading={snapshot.matches('loading')} />}
    </div>
  );
}

type FormProps = { readonly moment: Moment; readonly onAsk: (moment: Moment) => void };

function MomentForm({ moment, onAsk }: FormProps) {
  const [text, setText] = useState(moment.at ? utcFieldFrom(moment.at) : '');
  const at = momentFromUtcField(text);
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onAsk({ time: moment.time, ...(at !== undefined && { at }) });
      }}
    >
      <Field
        label={t('Moment (UTC)')}
        type="datetime-local"
        step={1}
        className={classes(fitting, 'w-68 max-sm:w-full')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <LabelledSelect
        label={t('Time')}
        className="w-44 max-sm:flex-1"
        value={moment.time}
        options={timeOptions()}
        onPick={(time) =>
          onAsk({ time: time === 'effective' ? time : 'recorded', ...(moment.at !== undefined && { at: moment.at }) })
        }
      />
      <Button type="submit" disabled={at === undefined}>
        {t('Show')}
      </Button>
      <Button
        look="quiet"
        onClick={() => {
          setText('');
          onAsk({ time: moment.time });
        }}
      >
        {t('Now')}
      </Button>
    </form>
  );
}

function Accounts({ balance, isLoading }: { readonly balance: TrialBalanceView; readonly isLoading: boolean }) {
  const { accounts, at, time } = balance;
  // Summed here too: the server's sum proves nothing about the server.
  const sum = accounts.reduce((total, account) => total + (centsFromDollars(account.balance) ?? Number.NaN), 0);
  const isSound = sum === 0 && balance.sum === 0;
  const Icon = isSound ? CircleCheck : TriangleAlert;
  const entries = accounts.reduce((total, account) => total + account.entries, 0);
  return (
    <Card
      aria-label={t('Trial balance')}
      aria-busy={isLoading}
      className={classes('grid gap-4 p-0!', isLoading && 'opacity-60')}
    >
      <div
        role="status"
        className={classes(
          'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-t-card border-b px-4 py-3',
          isSound ? 'border-pitch/40 bg-pitch-soft text-pitch' : 'border-live/60 bg-live-soft text-live',
        )}
      >
        <Icon aria-hidden="true" className="size-6 shrink-0" />
        <p className="text-figure font-strong">
          {isSound
            ? t('Sums to zero')
            : t('Does not sum to zero: {amount} too much', { amount: dollarsText(sum / 100) })}
        </p>
        <p className="text-small text-ink">
          {t(time === 'recorded' ? '{moment}, by when it was recorded.' : '{moment}, by when it counts.', {
            moment: at === null ? t('Now') : exactUtcText(at),
          })}
        </p>
      </div>
      <table className="w-full">
        <caption className="sr-only">{t('Accounts and their balances')}</caption>
        <thead className="text-small text-muted">
          <tr>
            <th scope="col" className="px-4 pb-2 text-left font-normal">
              {t('Account')}
            </th>
            <th scope="col" className="px-4 pb-2 text-right font-normal max-sm:hidden">
              {t('Entries')}
            </th>
            <th scope="col" className="px-4 pb-2 text-right font-normal">
              {t('Balances')}
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr key={account.account} className="border-t border-line">
              <th scope="row" className="px-4 py-2.5 text-left font-normal">
                {accountTitle(account.account)}
              </th>
              <td className="px-4 py-2.5 text-right text-muted figures max-sm:hidden">
                {formatNumber(account.entries)}
              </td>
              <td className="px-4 py-2.5 text-right text-figure">
                <Money amount={account.balance} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t-2 border-edge font-strong">
            <th scope="row" className="px-4 py-3 text-left">
              {t('Sum')}
            </th>
            <td className="px-4 py-3 text-right figures max-sm:hidden">{formatNumber(entries)}</td>
            <td className={classes('px-4 py-3 text-right text-figure', isSound ? 'text-pitch' : 'text-live')}>
              <Money amount={balance.sum} />
            </td>
          </tr>
        </tfoot>
      </table>
    </Card>
  );
}

function momentFromSearch(search: string): Moment {
  const query = new URLSearchParams(search);
  const at = momentFromUtcField(query.get('at') ?? '');
  return { time: query.get('time') === 'effective' ? 'effective' : 'recorded', ...(at !== undefined && { at }) };
}

function hrefOf({ at, time }: Moment): string {
  const query = new URLSearchParams({ view: 'trial-balance' });
  if (at) query.set('at', at);
  if (time === 'effective') query.set('time', time);
  return `/ledger?${query}`;
}

const Loading = () => (
  <Placeholder text={t('Loading the trial balance...')}>
    <Skeleton className="h-108 w-full rounded-card" />
  </Placeholder>
);

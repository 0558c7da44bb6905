import type { LedgerTime } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { ChevronRight } from 'lucide-react';
import { memo, useState } from 'react';
import { eventTitle } from '../../ledger/event-labels.ts';
import { utcText } from '../../ledger/moments.ts';
import type { Step } from '../../ledger/wallet-steps.ts';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Money, SignedMoney } from '../../ui/money.tsx';
import type { WalletView } from './wallet-view.ts';

type Props = { readonly view: WalletView; readonly onChoose: (index: number) => void };

/** The chart as a table, newest first. It renders only when opened: a wallet may have thousands of steps. */
export function StepTable({ view, onChoose }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card className="p-0!">
      <details className="group" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="flex min-h-12 items-center gap-2 px-5 font-strong text-muted hover:text-ink">
          <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
          {t('{count, plural, one {The step as a table} other {All # steps as a table}}', { count: view.steps.length })}
        </summary>
        {isOpen && <Table view={view} onChoose={onChoose} />}
      </details>
    </Card>
  );
}

const columns = [
  { title: msg('Version'), end: true },
  { title: msg('When (UTC)'), end: false },
  { title: msg('Event'), end: false },
  { title: msg('Cash change'), end: true },
  { title: msg('Cash'), end: true },
  { title: msg('In open bets'), end: true },
  { title: msg('Held'), end: true },
  { title: msg('Bonus'), end: true },
] as const;

const Table = ({ view: { steps, index: chosen, time, fault }, onChoose }: Props) => (
  <div className="max-h-160 overflow-auto border-t border-line">
    <table className="w-full text-small">
      <caption className="sr-only">{t('Balances after every step')}</caption>
      <thead className="sticky top-0 z-10 bg-raised text-muted">
        <tr>
          {columns.map(({ title, end }) => (
            <th
              key={t(title)}
              scope="col"
              className={classes('px-3 py-2 font-strong whitespace-nowrap', end ? 'text-right' : 'text-left')}
            >
              {t(title)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {steps
          .map((step, index) => (
            <StepRow
              key={step.event.seq}
              step={step}
              index={index}
              time={time}
              isChosen={index === chosen}
              isFault={fault?.seq === step.event.seq}
              onChoose={onChoose}
            />
          ))
          .reverse()}
      </tbody>
    </table>
  </div>
);

type RowProps = {
  readonly step: Step;
  readonly index: number;
  readonly time: LedgerTime;
  readonly isChosen: boolean;
  readonly isFault: boolean;
  readonly onChoose: (index: number) => void;
};

const accounts = ['cash', 'staked', 'held', 'bonus'] as const;

const StepRow = memo(function StepRow({ step, index, time, isChosen, isFault, onChoose }: RowProps) {
  const { event, balances } = step;
  return (
    <tr className={classes('border-t border-line', isChosen && 'bg-pitch-soft', isFault && 'bg-live-soft')}>
      <td className="px-3 text-right">
        <button
          type="button"
          aria-label={t('Show version {version}', { version: event.version })}
          aria-current={isChosen ? 'step' : undefined}
          onClick={() => onChoose(index)}
          className="inline-flex min-h-11 min-w-11 items-center justify-end text-pitch underline underline-offset-2 figures"
        >
          {event.version}
        </button>
      </td>
      <td className="px-3 whitespace-nowrap figures">
        {utcText(time === 'recorded' ? event.recordedAt : event.effectiveAt)}
      </td>
      <td className="px-3 whitespace-nowrap">
        {eventTitle(event.type)}
        {isFault && <strong className="ml-2 font-strong text-live">{t('does not add up')}</strong>}
      </td>
      <td className="px-3 text-right">
        {event.cashChange === 0 ? (
          <span className="text-muted">{t('no change')}</span>
        ) : (
          <SignedMoney amount={event.cashChange} />
        )}
      </td>
      {accounts.map((account) => (
        <td key={account} className={classes('px-3 text-right', account !== 'cash' && 'text-muted')}>
          <Money amount={balances[account]} />
        </td>
      ))}
    </tr>
  );
});

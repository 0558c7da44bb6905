import { t } from '@touchline/core/language';
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventFrom, SnapshotFrom } from 'xstate';
import { BalanceChart } from '../../ledger/balance-chart.tsx';
import { EventDetail } from '../../ledger/event-detail.tsx';
import { eventTitle, eventTone } from '../../ledger/event-labels.ts';
import { LabelledSelect, timeOptions } from '../../ledger/filter-fields.tsx';
import { utcText } from '../../ledger/moments.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { SignedMoney } from '../../ui/money.tsx';
import type { ledgerWalletMachine } from './ledger-wallet-machine.ts';
import { MomentForm } from './moment-form.tsx';
import { Balances } from './player-card.tsx';
import type { WalletView } from './wallet-view.ts';

type Props = {
  readonly snapshot: SnapshotFrom<typeof ledgerWalletMachine>;
  readonly view: WalletView;
  readonly send: (event: EventFrom<typeof ledgerWalletMachine>) => void;
};

/** The wallet over time, and the chosen step. */
export function Scrubber({ snapshot, view, send }: Props) {
  const { steps, index, time, fault } = view;
  const step = steps[index];
  const isPlaying = snapshot.matches({ shown: { scrubber: 'playing' } });
  return (
    <Card aria-label={t('Timeline')} className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5!">
      <div className="flex flex-wrap items-end gap-3">
        <LabelledSelect
          label={t('Order by')}
          className="w-44 max-sm:w-full"
          value={time}
          options={timeOptions()}
          onPick={(value) => send({ type: 'choose time', time: value === 'effective' ? value : 'recorded' })}
        />
        <MomentForm snapshot={snapshot} view={view} send={send} />
      </div>
      <BalanceChart
        moments={steps}
        timeText={(iso) => utcText(iso).slice(0, 16)}
        chosen={index}
        onChoose={(next) => send({ type: 'choose step', index: next })}
      />
      <div className="grid gap-1">
        <input
          type="range"
          aria-label={t('Step')}
          aria-valuetext={
            step &&
            t('{step} of {count}: {event}', {
              step: index + 1,
              count: steps.length,
              event: eventTitle(step.event.type),
            })
          }
          min={0}
          max={steps.length - 1}
          value={index}
          onChange={(event) => send({ type: 'choose step', index: event.target.valueAsNumber })}
          className="h-11 w-full accent-pitch"
        />
        <div className="flex flex-wrap items-center justify-center gap-1">
          <Move label={t('First step')} onPress={() => send({ type: 'choose step', index: 0 })}>
            <ChevronsLeft aria-hidden="true" className="size-5" />
          </Move>
          <Move label={t('Previous step')} onPress={() => send({ type: 'move', by: -1 })}>
            <ChevronLeft aria-hidden="true" className="size-5" />
          </Move>
          <IconButton
            label={isPlaying ? t('Pause') : t('Play')}
            className="bg-raised text-ink!"
            icon={
              isPlaying ? (
                <Pause aria-hidden="true" className="size-5" />
              ) : (
                <Play aria-hidden="true" className="size-5" />
              )
            }
            onClick={() => send({ type: isPlaying ? 'pause' : 'play' })}
          />
          <Move label={t('Next step')} onPress={() => send({ type: 'move', by: 1 })}>
            <ChevronRight aria-hidden="true" className="size-5" />
          </Move>
          <Move label={t('Newest step')} onPress={() => send({ type: 'choose step', index: steps.length - 1 })}>
            <ChevronsRight aria-hidden="true" className="size-5" />
          </Move>
        </div>
        {view.isNotLoaded && (
          <p role="status" className="text-center text-gold">
            {t('This event is older than the ones shown. Load earlier events to see it.')}
          </p>
        )}
      </div>
      {step && (
        <section aria-label={t('This step')} className="grid gap-4 border-t border-line pt-4">
          <header
            className={classes(
              'flex flex-wrap items-center gap-x-4 gap-y-2',
              fault?.seq === step.event.seq && 'rounded-small border border-live/60 bg-live-soft p-3',
            )}
          >
            <Badge tone={eventTone(step.event.type)}>{eventTitle(step.event.type)}</Badge>
            <span className="text-muted figures">
              {t('Version {version} · step {step} of {count}', {
                version: step.event.version,
                step: index + 1,
                count: steps.length,
              })}
            </span>
            <span className="ml-auto text-figure font-strong">
              {step.event.cashChange === 0 ? (
                <span className="text-body font-normal text-muted">{t('Cash unchanged')}</span>
              ) : (
                <>
                  <span className="mr-2 text-body font-normal text-muted">{t('Cash')}</span>
                  <SignedMoney amount={step.event.cashChange} />
                </>
              )}
            </span>
            {fault?.seq === step.event.seq && (
              <p className="w-full">{t('First fault: {sentence}', { sentence: fault.sentence })}</p>
            )}
          </header>
          <Balances balances={step.balances} label={t('Balances after this step')} />
          <EventDetail event={step.event} hrefOfCause={(cause) => `/ledger?cause=${encodeURIComponent(cause)}`} />
        </section>
      )}
    </Card>
  );
}

type MoveProps = { readonly label: string; readonly onPress: () => void; readonly children: ReactNode };

const Move = ({ label, onPress, children }: MoveProps) => (
  <IconButton label={label} icon={children} onClick={onPress} />
);

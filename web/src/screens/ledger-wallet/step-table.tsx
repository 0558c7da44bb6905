import { ChevronRight } from 'lucide-react';
import { eventTitle } from '../../ledger/event-words.ts';
import { utcText } from '../../ledger/moments.ts';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Money, SignedMoney } from '../../ui/money.tsx';
import type { WalletSight } from './wallet-sight.ts';

type Props = { readonly sight: WalletSight; readonly onChoose: (place: number) => void };

const accounts = ['cash', 'staked', 'held', 'bonus'] as const;
const titles = ['Cash', 'In bets', 'Held', 'Bonus'] as const;

/** What the chart draws, as a table, newest first. */
export const StepTable = ({ sight: { steps, place: chosen, time, fault }, onChoose }: Props) => (
  <Card className="p-0!">
    <details className="group">
      <summary className="flex min-h-12 items-center gap-2 px-5 font-strong text-muted hover:text-ink">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        All {steps.length} steps as a table
      </summary>
      <div className="max-h-160 overflow-auto border-t border-line">
        <table className="w-full text-small">
          <caption className="sr-only">Balances after every step</caption>
          <thead className="sticky top-0 z-10 bg-raised text-muted">
            <tr>
              <th scope="col" className="px-3 py-2 text-right font-strong">
                Version
              </th>
              <th scope="col" className="px-3 py-2 text-left font-strong whitespace-nowrap">
                {time === 'recorded' ? 'Recorded (UTC)' : 'Counts from (UTC)'}
              </th>
              <th scope="col" className="px-3 py-2 text-left font-strong">
                Event
              </th>
              <th scope="col" className="px-3 py-2 text-right font-strong whitespace-nowrap">
                Cash change
              </th>
              {titles.map((title) => (
                <th key={title} scope="col" className="px-3 py-2 text-right font-strong whitespace-nowrap">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps
              .map((step, place) => ({ ...step, place }))
              .reverse()
              .map(({ event, balances, place }) => (
                <tr
                  key={event.seq}
                  className={classes(
                    'border-t border-line',
                    place === chosen && 'bg-pitch-soft',
                    fault?.seq === event.seq && 'bg-live-soft',
                  )}
                >
                  <td className="px-3 text-right">
                    <button
                      type="button"
                      aria-label={`Look at version ${event.version}`}
                      aria-current={place === chosen ? 'step' : undefined}
                      onClick={() => onChoose(place)}
                      className="inline-flex min-h-9 min-w-9 items-center justify-end text-pitch underline underline-offset-2 figures"
                    >
                      {event.version}
                    </button>
                  </td>
                  <td className="px-3 whitespace-nowrap figures">
                    {utcText(time === 'recorded' ? event.recordedAt : event.effectiveAt)}
                  </td>
                  <td className="px-3 whitespace-nowrap">
                    {eventTitle(event.type)}
                    {fault?.seq === event.seq && (
                      <strong className="ml-2 font-strong text-live">does not add up</strong>
                    )}
                  </td>
                  <td className="px-3 text-right">
                    {event.cashChange === 0 ? (
                      <span className="text-muted">no change</span>
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
              ))}
          </tbody>
        </table>
      </div>
    </details>
  </Card>
);

import type { LedgerEventView, LedgerTime } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { Fragment, type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { Badge } from '../ui/badge.tsx';
import { classes } from '../ui/classes.ts';
import { DetailsToggle } from '../ui/details-toggle.tsx';
import { Money, SignedMoney } from '../ui/money.tsx';
import { useIsRoomy } from '../ui/use-wide.ts';
import { EventDetail } from './event-detail.tsx';
import { eventTitle, eventTone } from './event-labels.ts';
import { localText, utcText } from './moments.ts';
import { usePlayerName } from './player-names.tsx';
import { UnusedNumbersLine } from './unused-numbers.tsx';

type Props = {
  readonly events: readonly LedgerEventView[];
  readonly time: LedgerTime;
  /** Auditors see the wallet and UTC; bettors see their own time zone. */
  readonly reader: 'auditor' | 'bettor';
  readonly opened: ReadonlySet<number>;
  readonly onToggle: (seq: number) => void;
  readonly hrefOfCause?: (cause: string) => string;
};

/** Events, newest first: a table on wide screens, else cards. Each row opens to its details. */
export const EventRows = (props: Props) => (useIsRoomy() ? <EventTable {...props} /> : <EventCards {...props} />);

function EventTable({ events, opened, onToggle, ...rest }: Props) {
  const { reader, time } = rest;
  const isAuditor = reader === 'auditor';
  const columns = isAuditor ? 8 : 7;
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface shadow-card">
      <table className="w-full text-small">
        <caption className="sr-only">{t('Events of the ledger, newest first')}</caption>
        <thead className="bg-raised text-muted">
          <tr>
            <Head>{isAuditor ? t(timeTitles[time]) : t('When')}</Head>
            <Head isSpare>#</Head>
            <Head>{t('Event')}</Head>
            {isAuditor && <Head>{t('Player')}</Head>}
            <Head end isSpare>
              {t('Amount')}
            </Head>
            <Head end>{isAuditor ? t('Cash change') : t('Balance change')}</Head>
            <Head end>{isAuditor ? t('Cash after') : t('Balance after')}</Head>
            <th scope="col" className="w-11">
              <span className="sr-only">{t('Details')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <EventRow
              key={event.seq}
              event={event}
              isOpen={opened.has(event.seq)}
              columns={columns}
              onToggle={onToggle}
              {...rest}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Omit<Props, 'events' | 'opened'> & {
  readonly event: LedgerEventView;
  readonly isOpen: boolean;
};

function EventRow({ event, isOpen, columns, onToggle, hrefOfCause, ...rest }: RowProps & { readonly columns: number }) {
  const detail = useId();
  const cell = 'px-2 py-2 whitespace-nowrap xl:px-3';
  return (
    <Fragment>
      <tr className={classes('border-t border-line', isOpen ? 'bg-raised' : 'hover:bg-raised')}>
        <td className={classes(cell, 'figures')}>
          <When event={event} {...rest} />
        </td>
        <td className={classes(cell, spare, 'text-muted figures')}>{event.seq}</td>
        <td className={cell}>
          <Title event={event} />
        </td>
        {rest.reader === 'auditor' && (
          <td className={cell}>
            <WalletLink walletId={event.walletId} />
          </td>
        )}
        <td className={classes(cell, spare, 'text-right text-muted')}>
          {event.unreadable === undefined ? <Money amount={event.amount} /> : '–'}
        </td>
        <td className={classes(cell, 'text-right font-strong')}>
          <CashChange event={event} />
        </td>
        <td className={classes(cell, 'text-right')}>
          {event.unreadable === undefined ? <Money amount={event.balances.cash} /> : '–'}
        </td>
        <td className="py-0.5 pr-1">
          <Toggle event={event} isOpen={isOpen} detail={detail} onToggle={onToggle} />
        </td>
      </tr>
      {isOpen && (
        <tr id={detail} className="border-t border-line bg-ground">
          <td colSpan={columns} className="p-4">
            <EventDetail event={event} {...(hrefOfCause && { hrefOfCause })} />
          </td>
        </tr>
      )}
      {event.unusedBefore && (
        <tr className="border-t border-line bg-ground">
          <td colSpan={columns} className="px-2 py-1.5 xl:px-3">
            <UnusedNumbersLine unused={event.unusedBefore} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

const EventCards = ({ events, opened, ...rest }: Props) => (
  <ul className="grid gap-2">
    {events.map((event) => (
      <EventCard key={event.seq} event={event} isOpen={opened.has(event.seq)} {...rest} />
    ))}
  </ul>
);

function EventCard({ event, isOpen, onToggle, hrefOfCause, ...rest }: RowProps) {
  const detail = useId();
  return (
    <li className="rounded-card border border-line bg-surface shadow-card">
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-2 py-2 pr-1 pl-3">
        <div className="grid min-w-0 justify-items-start gap-1">
          <Title event={event} />
          <p className="text-small text-muted figures">
            <When event={event} {...rest} />
          </p>
          <p className="flex items-center gap-2 text-small text-muted figures">
            #{event.seq}
            {rest.reader === 'auditor' && <WalletLink walletId={event.walletId} />}
          </p>
        </div>
        <div className="grid justify-items-end text-right">
          <span className="font-strong">
            <CashChange event={event} />
          </span>
          {event.unreadable === undefined && (
            <span className="text-small text-muted">
              <span className="sr-only">{rest.reader === 'auditor' ? t('Cash after') : t('Balance after')} </span>
              <Money amount={event.balances.cash} />
            </span>
          )}
        </div>
        <Toggle event={event} isOpen={isOpen} detail={detail} onToggle={onToggle} />
      </div>
      {isOpen && (
        <div id={detail} className="border-t border-line p-3">
          <EventDetail event={event} {...(hrefOfCause && { hrefOfCause })} />
        </div>
      )}
      {event.unusedBefore && (
        <div className="border-t border-line px-3 py-2">
          <UnusedNumbersLine unused={event.unusedBefore} />
        </div>
      )}
    </li>
  );
}

const timeTitles: Record<LedgerTime, Message> = { recorded: msg('Recorded (UTC)'), effective: msg('Effective (UTC)') };

function When({ event, time, reader }: Pick<RowProps, 'event' | 'time' | 'reader'>) {
  const iso = time === 'recorded' ? event.recordedAt : event.effectiveAt;
  return <time dateTime={iso}>{reader === 'auditor' ? utcText(iso) : localText(iso)}</time>;
}

/** The change of cash. Events without one mostly move money between the player's other accounts. */
const CashChange = ({ event: { cashChange, unreadable } }: Pick<RowProps, 'event'>) =>
  unreadable !== undefined ? (
    '–'
  ) : cashChange === 0 ? (
    <span className="font-normal text-muted">{t('no change')}</span>
  ) : (
    <SignedMoney amount={cashChange} />
  );

const Title = ({ event: { type, unreadable } }: Pick<RowProps, 'event'>) => (
  <span className="flex flex-wrap gap-1">
    {type !== '' && <Badge tone={eventTone(type)}>{eventTitle(type)}</Badge>}
    {unreadable !== undefined && <Badge tone="lost">{t('Cannot be read')}</Badge>}
  </span>
);

const WalletLink = ({ walletId }: { readonly walletId: string }) => (
  <Link
    href={`/ledger/wallets/${walletId}`}
    title={walletId}
    className="inline-flex min-h-6 max-w-44 items-center text-pitch underline underline-offset-2"
  >
    <span className="sr-only">{t('Wallet of')} </span>
    <span className="truncate">{usePlayerName(walletId)}</span>
  </Link>
);

type ToggleProps = {
  readonly event: LedgerEventView;
  readonly isOpen: boolean;
  readonly detail: string;
  readonly onToggle: (seq: number) => void;
};

const Toggle = ({ event, isOpen, detail, onToggle }: ToggleProps) => (
  <DetailsToggle
    of={t('event {seq}', { seq: event.seq })}
    isOpen={isOpen}
    detail={detail}
    onToggle={() => onToggle(event.seq)}
  />
);

/** Columns that the details repeat are hidden in a narrow table. */
const spare = 'max-xl:hidden';

type HeadProps = { readonly end?: true; readonly isSpare?: true; readonly children: ReactNode };

const Head = ({ end, isSpare, children }: HeadProps) => (
  <th
    scope="col"
    className={classes(
      'px-2 py-2.5 font-strong whitespace-nowrap xl:px-3',
      end ? 'text-right' : 'text-left',
      isSpare && spare,
    )}
  >
    {children}
  </th>
);

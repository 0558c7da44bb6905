import { type BalancesView, type LedgerTime, ledgerEndpoints, type WalletComparison } from '@touchline/core/contract';
import { formatNumber, type Message, msg, t } from '@touchline/core/language';
import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { call } from '../../api/call.ts';
import { useLoad } from '../../api/load-machine.ts';
import { rich } from '../../language/rich.tsx';
import { searchFromFilter } from '../../ledger/event-filter.ts';
import { eventTitle } from '../../ledger/event-labels.ts';
import { fitting, LabelledSelect, timeOptions } from '../../ledger/filter-fields.tsx';
import { shortHash } from '../../ledger/hash-text.tsx';
import { momentFromUtcField, utcFieldFrom, utcText } from '../../ledger/moments.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Field } from '../../ui/field.tsx';
import { Money, SignedMoney } from '../../ui/money.tsx';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type Moments = { readonly from: string; readonly to: string; readonly time: LedgerTime };

/** Two moments of a wallet side by side. The moments are in the URL, so that the comparison can be shared. */
export function CompareCard({ walletId }: { readonly walletId: string }) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const moments = momentsFromSearch(search);
  return (
    <Card aria-labelledby="compare" className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5!">
      <h2 id="compare" className="text-figure font-strong">
        {t('Compare two moments')}
      </h2>
      <MomentsForm
        moments={moments}
        onCompare={(next) => navigate(`${path}?${new URLSearchParams(next)}`, { replace: true })}
      />
      {moments && <Comparison key={search} walletId={walletId} moments={moments} />}
    </Card>
  );
}

function momentsFromSearch(search: string): Moments | undefined {
  const query = new URLSearchParams(search);
  const [from, to] = ['from', 'to'].map((name) => momentFromUtcField(query.get(name) ?? ''));
  if (from === undefined || to === undefined) return undefined;
  return { from, to, time: query.get('time') === 'effective' ? 'effective' : 'recorded' };
}

type FormProps = { readonly moments: Moments | undefined; readonly onCompare: (moments: Moments) => void };

function MomentsForm({ moments, onCompare }: FormProps) {
  const [draft, setDraft] = useState({
    from: moments ? utcFieldFrom(moments.from) : '',
    to: moments ? utcFieldFrom(moments.to) : '',
    time: moments?.time ?? ('recorded' as LedgerTime),
  });
  const [from, to] = [momentFromUtcField(draft.from), momentFromUtcField(draft.to)];
  const isBackwards = from !== undefined && to !== undefined && to < from;
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (from !== undefined && to !== undefined) onCompare({ from, to, time: draft.time });
      }}
    >
      <Field
        label={t('First moment (UTC)')}
        type="datetime-local"
        step={1}
        className={classes(fitting, 'w-68 max-sm:w-full')}
        value={draft.from}
        onChange={(event) => setDraft({ ...draft, from: event.target.value })}
      />
      <Field
        label={t('Second moment (UTC)')}
        type="datetime-local"
        step={1}
        className={classes(fitting, 'w-68 max-sm:w-full')}
        value={draft.to}
        error={isBackwards ? t('The second moment is before the first.') : undefined}
        onChange={(event) => setDraft({ ...draft, to: event.target.value })}
      />
      <LabelledSelect
        label={t('Time')}
        className="w-44 max-sm:w-full"
        value={draft.time}
        options={timeOptions()}
        onPick={(time) => setDraft({ ...draft, time: time === 'effective' ? time : 'recorded' })}
      />
      <Button
        type="submit"
        look="quiet"
        className="sm:mt-6.5"
        disabled={from === undefined || to === undefined || isBackwards}
      >
        {t('Compare')}
      </Button>
    </form>
  );
}

function Comparison({ walletId, moments }: { readonly walletId: string; readonly moments: Moments }) {
  const [{ context }, send] = useLoad<WalletComparison>(
    () => call(ledgerEndpoints.comparison, { params: { id: walletId }, query: moments }),
    t('The comparison could not be loaded.'),
  );
  const { value, error } = context;
  if (error !== undefined) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-3 text-live">
        {error}
        <Button look="quiet" onClick={() => send({ type: 'refresh' })}>
          {t('Try Again')}
        </Button>
      </p>
    );
  }
  if (!value) return <Skeleton className="h-52 rounded-small" />;
  return (
    <>
      <Sides comparison={value} />
      <Between comparison={value} />
      <Bets comparison={value} />
    </>
  );
}

const balances = [
  { name: 'cash', title: msg('Cash') },
  { name: 'staked', title: msg('In open bets') },
  { name: 'held', title: msg('Held for withdrawal') },
  { name: 'bonus', title: msg('Bonus') },
] as const satisfies readonly { readonly name: keyof BalancesView; readonly title: Message }[];

const framed = 'rounded-small border border-line';
const cell = 'px-3 py-1.5 text-right';

function Sides({ comparison: { from, to } }: { readonly comparison: WalletComparison }) {
  return (
    <ScrollTable
      caption={t('Balances at both moments')}
      className={framed}
      heads={[t('Balances'), ...[from, to].map(({ at }) => unbrokenDay(at)), t('Balance change')]}
    >
      <tbody>
        {balances.map(({ name, title }) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="px-3 py-1.5 text-left font-normal">
              {t(title)}
            </th>
            <td className={cell}>
              <Money amount={from.balances[name]} />
            </td>
            <td className={cell}>
              <Money amount={to.balances[name]} />
            </td>
            <td className={cell}>
              <Change amount={to.balances[name] - from.balances[name]} />
            </td>
          </tr>
        ))}
        <tr className="border-t border-line">
          <th scope="row" className="px-3 py-1.5 text-left font-normal">
            {t('Open bets')}
          </th>
          <td className={classes(cell, 'figures')}>{formatNumber(from.openBets.count)}</td>
          <td className={classes(cell, 'figures')}>{formatNumber(to.openBets.count)}</td>
          <td className={classes(cell, 'figures')}>{formatNumber(to.openBets.count - from.openBets.count)}</td>
        </tr>
      </tbody>
    </ScrollTable>
  );
}

/** Wraps only between day and time. */
const unbrokenDay = (at: string): string => utcText(at).slice(0, 19).replaceAll('-', '\u2011');

const Change = ({ amount }: { readonly amount: number }) =>
  Math.round(amount * 100) === 0 ? (
    <span className="text-muted">{t('no change')}</span>
  ) : (
    <SignedMoney amount={amount} />
  );

/** Events after the first moment up to the second. Both are whole seconds, so the first microsecond behind one begins the range. */
function Between({
  comparison: { walletId: wallet, time, from, to, between },
}: {
  readonly comparison: WalletComparison;
}) {
  const hrefOf = (type?: string) =>
    `/ledger?${searchFromFilter({
      ...(type !== undefined && { type }),
      wallet,
      ...(time === 'effective' && { time }),
      from: from.at.replace('.000000Z', '.000001Z'),
      to: to.at,
    })}`;
  if (between.length === 0) return <p className="text-muted">{t('Nothing happened between these moments.')}</p>;
  return (
    <div className="grid gap-2">
      <h3 className="font-strong">
        {rich('Between them: <link>{events}</link>', {
          events: eventCount(between.reduce((sum, { events }) => sum + events, 0)),
          link: (text) => (
            <Link href={hrefOf()} className="text-pitch underline underline-offset-2">
              {text}
            </Link>
          ),
        })}
      </h3>
      <ScrollTable
        caption={t('Events between the moments')}
        className={framed}
        heads={[t('Event'), ...balances.map(({ title }) => t(title))]}
      >
        <tbody>
          {between.map(({ type, events, change }) => (
            <tr key={type} className="border-t border-line">
              <th scope="row" className="px-3 py-1.5 text-left font-normal whitespace-nowrap">
                <Link href={hrefOf(type)} className="text-pitch underline underline-offset-2">
                  {eventTitle(type)}
                </Link>{' '}
                <span className="text-muted figures">× {formatNumber(events)}</span>
              </th>
              {balances.map(({ name }) => (
                <td key={name} className={cell}>
                  <Change amount={change[name]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </div>
  );
}

const eventCount = (count: number): string => t('{count, plural, one {# event} other {# events}}', { count });

/** The bets that were open at one of the moments or at both. */
function Bets({ comparison: { from, to } }: { readonly comparison: WalletComparison }) {
  const [before, after] = [from.openBets.newest, to.openBets.newest];
  const isIn = (bets: typeof before, betId: string) => bets.some((bet) => bet.betId === betId);
  const groups = [
    { title: t('Closed between them'), bets: before.filter(({ betId }) => !isIn(after, betId)) },
    { title: t('Opened between them'), bets: after.filter(({ betId }) => !isIn(before, betId)) },
    { title: t('Open at both'), bets: after.filter(({ betId }) => isIn(before, betId)) },
  ].filter(({ bets }) => bets.length > 0);
  const isCut = from.openBets.count > before.length || to.openBets.count > after.length;
  return (
    <>
      {isCut && (
        <p className="text-small text-muted">{t('Of the open bets, only the newest 50 of each moment are listed.')}</p>
      )}
      {groups.map(({ title, bets }) => (
        <div key={title} className="grid gap-1">
          <h3 className="font-strong">{title}</h3>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small">
            {bets.map(({ betId, stake }) => (
              <li key={betId} className="flex items-center gap-1.5">
                <Link
                  href={`/ledger?cause=${betId}`}
                  title={betId}
                  className="inline-flex min-h-6 items-center font-mono text-pitch underline underline-offset-2"
                >
                  {shortHash(betId)}
                </Link>
                <Money amount={stake} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

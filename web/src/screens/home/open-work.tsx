import { type Feed, type FeedHealth, type WaitingView, type WorkView, workEndpoints } from '@touchline/core/contract';
import { formatNumber, type Message, msg, t } from '@touchline/core/language';
import { leagueOf } from '@touchline/core/matches';
import { depositAlarms, refundAlarm } from '@touchline/core/payments';
import { useActorRef } from '@xstate/react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { call } from '../../api/call.ts';
import { loadMachine } from '../../api/load-machine.ts';
import { scoreText } from '../../bets/leg-moment.ts';
import { localText } from '../../ledger/moments.ts';
import { serverTime, useLiveActor } from '../../live/index.ts';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { dollarsText, Money } from '../../ui/money.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { LoadedPart, RefreshButton } from '../markets/loaded-part.tsx';
import { useAutoRefresh } from '../markets/use-auto-refresh.ts';

const machine = loadMachine<WorkView>(() => call(workEndpoints.read), msg('The open work could not be loaded.'));

/** Where an admin begins: what waits for a decision, the largest liabilities, and the health of the feeds. */
export function OpenWork() {
  const actor = useActorRef(machine);
  useAutoRefresh(actor, { withTransactions: true });
  return (
    <div className="mb-8">
      <PageHeading title={t('Open work')}>
        <RefreshButton actor={actor} />
      </PageHeading>
      <LoadedPart actor={actor} loading={t('Loading open work...')}>
        {(work) => (
          <>
            <Queues work={work} />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
              {work.closedBalances && <ClosedBalancesCard balances={work.closedBalances} />}
              <LiabilitiesCard liabilities={work.liabilities} />
              <FeedsCard feeds={work.feeds} />
            </div>
          </>
        )}
      </LoadedPart>
    </div>
  );
}

type Queue = { readonly title: string; readonly href: string; readonly waiting: WaitingView };

/** The lists that an admin works through; each link shows exactly the rows that are counted. */
export const queuesOf = ({
  withdrawals,
  failedReturns,
  deposits,
  adjustments,
  unposted,
  matches,
  cases,
}: WorkView): readonly Queue[] => [
  {
    title: t('Withdrawals'),
    href: '/transactions?status=pending&type=withdrawal&order=asc',
    waiting: withdrawals,
  },
  {
    title: t('Flagged deposits'),
    href: `/transactions?type=deposit&flag=${depositAlarms.join(',')}&order=asc`,
    waiting: deposits,
  },
  {
    title: t('Failed returns'),
    href: `/transactions?type=withdrawal&flag=${refundAlarm}&order=asc`,
    waiting: failedReturns,
  },
  { title: t('Adjustments'), href: '/adjustments', waiting: adjustments },
  ...(unposted && unposted.count > 0
    ? [{ title: t('Adjustments to post'), href: '/adjustments', waiting: unposted }]
    : []),
  { title: t('Results and reviews'), href: '/markets?show=attention', waiting: matches },
  { title: t('Reconciliation cases'), href: '/cases?kind=reconciliation', waiting: cases.reconciliation },
  { title: t('Verification cases'), href: '/cases?kind=verification', waiting: cases.verification },
  { title: t('Investigations'), href: '/cases?kind=investigation', waiting: cases.investigation },
];

function Queues({ work }: { readonly work: WorkView }) {
  const queues = queuesOf(work);
  return (
    <section aria-label={t('Waiting for you')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {!work.closedBalances && queues.every(({ waiting }) => waiting.count === 0) && (
        <p role="status" className="flex items-center gap-2 rounded-small bg-pitch-soft px-3 py-2">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-pitch" />
          {t('Nothing is waiting for you. New work appears here automatically.')}
        </p>
      )}
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 sm:gap-3 xl:grid-cols-4">
        {queues.map((queue) => (
          <QueueTile key={queue.title} {...queue} />
        ))}
      </ul>
    </section>
  );
}

function QueueTile({ title, href, waiting: { count, oldest, amount } }: Queue) {
  const live = useLiveActor();
  return (
    <li className="relative grid content-start gap-1 rounded-card border border-line bg-surface p-3 shadow-card hover:bg-raised sm:p-4">
      <Link href={href} className="text-small text-muted after:absolute after:inset-0">
        {title}
      </Link>
      <p className="flex flex-wrap items-baseline gap-x-2 figures">
        <span className={classes('text-title font-strong', count > 0 ? 'text-gold' : 'text-muted')}>
          {formatNumber(count)}
        </span>
        {count > 0 && amount !== undefined && <span>{dollarsText(amount)}</span>}
      </p>
      <p className="text-small text-muted figures">
        {oldest === null ? (
          t('None waiting')
        ) : (
          <time dateTime={oldest} title={localText(oldest)}>
            {t('Oldest {age}', { age: ageText(serverTime(live) - Date.parse(oldest)) })}
          </time>
        )}
      </p>
    </li>
  );
}

/** Formats an age: 5,400,000 ms → "1 h". */
export function ageText(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return t('under 1 min');
  if (minutes < 60) return t('{minutes} min', { minutes });
  return minutes < 48 * 60
    ? t('{hours} h', { hours: Math.floor(minutes / 60) })
    : t('{days} days', { days: Math.floor(minutes / (24 * 60)) });
}

const ClosedBalancesCard = ({ balances }: { readonly balances: NonNullable<WorkView['closedBalances']> }) => (
  <Card aria-labelledby="closed-balances" className="grid grid-cols-[minmax(0,1fr)] gap-2">
    <h2 id="closed-balances" className="flex min-h-11 items-center text-figure font-strong">
      {t('Closed accounts with a balance')}
    </h2>
    <p className="text-muted">{t('Settle each with the person, then bring its balance to 0 with an adjustment.')}</p>
    <ul className="divide-y divide-line">
      {balances.map(({ userId, balance, closedAt }) => (
        <li key={userId} className="relative flex items-center gap-3 py-2 hover:bg-raised">
          <div className="min-w-0 flex-1">
            <Link href={`/players/${userId}`} className="font-strong wrap-anywhere after:absolute after:inset-0">
              {userId}
            </Link>
            <p className="text-small text-muted figures">
              <time dateTime={closedAt}>{t('Closed {at}', { at: localText(closedAt) })}</time>
            </p>
          </div>
          <Money amount={balance} className="font-strong whitespace-nowrap" />
        </li>
      ))}
    </ul>
  </Card>
);

const LiabilitiesCard = ({ liabilities }: Pick<WorkView, 'liabilities'>) => (
  <Card aria-labelledby="liabilities" className="grid grid-cols-[minmax(0,1fr)] gap-2">
    <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
      <h2 id="liabilities" className="text-figure font-strong">
        {t('Largest liabilities')}
      </h2>
      <Link
        href="/markets?show=bets&sort=liability"
        className="inline-flex min-h-11 items-center font-strong text-pitch hover:underline"
      >
        {t('All matches')}
      </Link>
    </header>
    {liabilities.length === 0 ? (
      <p className="text-muted">{t('No match can lose money now.')}</p>
    ) : (
      <ul className="divide-y divide-line">
        {liabilities.map(({ matchId, leagueKey, homeTeam, awayTeam, commenceTime, score, loss }) => (
          <li key={matchId} className="relative flex items-center gap-3 py-2 hover:bg-raised">
            <div className="min-w-0 flex-1">
              <Link href={`/markets/${matchId}`} className="font-strong wrap-anywhere after:absolute after:inset-0">
                {homeTeam} – {awayTeam}
              </Link>
              <p className="text-small text-muted figures">
                {leagueOf(leagueKey)?.title ?? leagueKey} ·{' '}
                <time dateTime={commenceTime}>{localText(commenceTime)}</time>
              </p>
            </div>
            <p className="text-right whitespace-nowrap">
              <Money amount={-loss} className="font-strong text-live" />
              <span className="block text-small text-muted figures">
                {t('at {score}', { score: scoreText(score) })}
              </span>
            </p>
          </li>
        ))}
      </ul>
    )}
  </Card>
);

const feedTexts: Readonly<Record<Feed, { readonly title: Message; readonly href?: string }>> = {
  odds: { title: msg('Odds'), href: '/markets?show=open' },
  results: { title: msg('Results'), href: '/markets?show=ended' },
  payments: { title: msg('Payments'), href: '/transactions?status=initiated,pending' },
  email: { title: msg('Email') },
  log: { title: msg('Signer and witnesses'), href: '/transparency' },
  worker: { title: msg('Worker') },
};

const FeedsCard = ({ feeds }: Pick<WorkView, 'feeds'>) => (
  <Card aria-labelledby="feeds" className="grid grid-cols-[minmax(0,1fr)] gap-2">
    <h2 id="feeds" className="flex min-h-11 items-center text-figure font-strong">
      {t('Health')}
    </h2>
    <ul className="divide-y divide-line">
      {feeds.map((health) => (
        <FeedRow key={health.feed} {...health} />
      ))}
    </ul>
  </Card>
);

function FeedRow({ feed, isOk, text }: FeedHealth) {
  const { title, href } = feedTexts[feed];
  const Icon = isOk ? CircleCheck : TriangleAlert;
  return (
    <li className={classes('relative flex items-start gap-3 py-2', href && 'hover:bg-raised')}>
      <Icon aria-hidden="true" className={classes('mt-0.5 size-5 shrink-0', isOk ? 'text-pitch' : 'text-live')} />
      <div className="min-w-0 flex-1">
        {href ? (
          <Link href={href} className="font-strong after:absolute after:inset-0">
            {t(title)}
          </Link>
        ) : (
          <span className="font-strong">{t(title)}</span>
        )}
        <span className="sr-only">{isOk ? t(': working.') : t(': problem.')}</span>
        <p className={classes('text-small wrap-anywhere', isOk ? 'text-muted' : 'text-live')}>{text}</p>
      </div>
    </li>
  );
}

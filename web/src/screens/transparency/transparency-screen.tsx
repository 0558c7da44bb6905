import {
  type LiabilitySealView,
  type LogCheckpointView,
  type TransparencyView,
  transparencyEndpoints,
} from '@touchline/core/contract';
import { formatNumber, msg, t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { type ReactNode, useEffect } from 'react';
import { call, pathOf } from '../../api/call.ts';
import { loadMachine } from '../../api/load-machine.ts';
import { rich } from '../../language/rich.tsx';
import { CopyButton } from '../../ledger/hash-text.tsx';
import { localText } from '../../ledger/moments.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Placeholder, Skeleton } from '../../ui/skeleton.tsx';

const machine = loadMachine<TransparencyView>(
  () => call(transparencyEndpoints.overview),
  msg('The state of the log could not be loaded.'),
);
const refreshMs = 10_000;

/** What anyone can check about the ledger without trusting the operator. */
export function TransparencyScreen() {
  const [snapshot, send] = useMachine(machine);
  const { value, error } = snapshot.context;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && send({ type: 'refresh' }), refreshMs);
    return () => clearInterval(timer);
  }, [send]);
  return (
    <>
      <PageHeading title={t('Transparency')} />
      {value && <Overview view={value} />}
      {!value && snapshot.matches('failed') && (
        <EmptyState
          title={error ?? t('The state of the log could not be loaded.')}
          onRetry={() => send({ type: 'refresh' })}
        />
      )}
      {!value && !snapshot.matches('failed') && <Loading />}
    </>
  );
}

function Overview({ view }: { readonly view: TransparencyView }) {
  const { origin, checkpoint, seal, stoppedSince } = view;
  if (origin === null || !checkpoint) {
    return (
      <EmptyState
        title={t('No log has been signed yet.')}
        hint={t('The first checkpoint appears here within a minute of the first deposit.')}
      />
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-prose text-muted">
        {t(
          'Every deposit, bet, payout, result and staff decision becomes an entry of a log that can only grow. Anyone can check it, and bettors can check that their balance is in it.',
        )}
      </p>
      {stoppedSince !== null && (
        <Banner tone="error">
          {t(
            'Nothing has been signed since {time}: the database differs from what was logged. Withdrawals wait until this is explained.',
            { time: timeOf(stoppedSince) },
          )}
        </Banner>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <Newest origin={origin} checkpoint={checkpoint} />
        <Recent checkpoints={view.recent} />
        {seal && <Owed seal={seal} />}
        <Witnesses view={view} />
        {view.timeStamping && <TimeStamps stamping={view.timeStamping} />}
        <Verifications view={view} />
      </div>
      <CheckIt view={view} checkpoint={checkpoint} />
    </div>
  );
}

const timeOf = (at: number): string => localText(new Date(at).toISOString());

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Card aria-label={title} className="grid h-full grid-cols-[minmax(0,1fr)] content-start gap-3 p-5!">
    <h2 className="text-figure font-strong">{title}</h2>
    {children}
  </Card>
);

const Facts = ({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="divide-y divide-line">
    {facts.map(([name, value]) => (
      <div key={name} className="flex flex-wrap justify-between gap-x-4 py-2">
        <dt className="text-muted">{name}</dt>
        <dd className="min-w-0 font-strong break-words figures">{value}</dd>
      </div>
    ))}
  </dl>
);

const Newest = ({ origin, checkpoint }: { readonly origin: string; readonly checkpoint: LogCheckpointView }) => {
  const { size, signedAt, cosignedBy, note } = checkpoint;
  return (
    <Section title={t('Newest checkpoint')}>
      <Facts
        facts={[
          [t('Log'), origin],
          [t('Records'), formatNumber(size)],
          [t('Signed'), timeOf(signedAt)],
          [t('Confirmed by'), cosignedBy.length === 0 ? t('No witness yet') : cosignedBy.join(', ')],
        ]}
      />
      <CodeBox text={note} what={t('the checkpoint')} />
    </Section>
  );
};

const Recent = ({ checkpoints }: { readonly checkpoints: TransparencyView['recent'] }) => (
  <Section title={t('Recent checkpoints')}>
    <ul className="divide-y divide-line">
      {checkpoints.map(({ size, signedAt, witnesses }) => (
        <li key={size} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 figures">
          <span>{timeOf(signedAt)}</span>
          <span className="flex gap-4 text-small text-muted">
            <span>{recordsText(size)}</span>
            <span>
              {witnesses === 0
                ? t('No witness')
                : t('{count, plural, one {# witness} other {# witnesses}}', { count: witnesses })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  </Section>
);

const Owed = ({ seal }: { readonly seal: LiabilitySealView }) => (
  <Section title={t('Owed to players')}>
    <p className="text-title font-strong">
      <Money amount={seal.liabilities} />
    </p>
    <Facts
      facts={[
        [t('Available balances'), <Money key="cash" amount={seal.cash} />],
        [t('In open bets'), <Money key="staked" amount={seal.staked} />],
        [t('Pending withdrawals'), <Money key="held" amount={seal.held} />],
        [t('Bonuses'), <Money key="bonus" amount={seal.bonus} />],
        [t('Owed by players'), <Money key="receivables" amount={seal.receivables} />],
        [t('Wallets'), formatNumber(seal.wallets)],
        [t('Sealed'), t('{time} (seal {number})', { time: localText(seal.takenAt), number: seal.number })],
      ]}
    />
    <p className="text-small text-muted">
      {t("The total of all wallets. On My Wallet, bettors prove their own part without seeing anyone else's.")}
    </p>
  </Section>
);

const recordsText = (size: number): string => t('{size, plural, one {# record} other {# records}}', { size });

const awayText = (since: number, problem: string | null): string =>
  t('Away since {time}: {problem}', { time: timeOf(since), problem: problem ?? t('it did not answer.') });

const Witnesses = ({ view: { witnesses } }: { readonly view: TransparencyView }) => (
  <Section title={t('Witnesses')}>
    {witnesses.length === 0 && <p className="text-muted">{t('No witnesses confirm this log.')}</p>}
    <ul className="divide-y divide-line">
      {witnesses.map(({ name, key, size, cosignedAt, awaySince, problem }) => (
        <li key={key} className="grid gap-1 py-2">
          <p className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 font-strong break-words">{name}</span>
            <Badge tone={awaySince === null ? 'won' : 'gold'}>{awaySince === null ? t('Confirming') : t('Away')}</Badge>
          </p>
          <p className="text-small text-muted figures">
            {cosignedAt === null
              ? t('Has not confirmed a checkpoint yet.')
              : t('Confirmed {records} on {time}.', { records: recordsText(size), time: timeOf(cosignedAt) })}
            {awaySince !== null && ` ${awayText(awaySince, problem)}`}
          </p>
        </li>
      ))}
    </ul>
    <p className="text-small text-muted">
      {t('A witness only confirms a log that extends what it saw before. Betting continues while one is away.')}
    </p>
  </Section>
);

const TimeStamps = ({ stamping }: { readonly stamping: NonNullable<TransparencyView['timeStamping']> }) => {
  const { newest, awaySince, problem } = stamping;
  return (
    <Section title={t('Time stamps')}>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="min-w-0 font-strong break-words">{newest?.authority ?? t('Time-stamping authority')}</span>
        <Badge tone={awaySince === null ? 'won' : 'gold'}>{awaySince === null ? t('Stamping') : t('Away')}</Badge>
      </p>
      <p className="text-small text-muted figures">
        {newest === null
          ? t('Has not stamped a checkpoint yet.')
          : t('Stamped {records} on {time}.', { records: recordsText(newest.size), time: timeOf(newest.stampedAt) })}
        {awaySince !== null && ` ${awayText(awaySince, problem)}`}
      </p>
      {newest !== null && (
        <a
          className="justify-self-start font-strong text-pitch underline"
          href={pathOf(transparencyEndpoints.timeStamp, { params: { size: newest.size } })}
        >
          {t('Download the time stamp')}
        </a>
      )}
      <p className="text-small text-muted">
        {t('An authority (RFC 3161) signs when a checkpoint existed. The log cannot be backdated.')}
      </p>
    </Section>
  );
};

const Verifications = ({ view: { verifications } }: { readonly view: TransparencyView }) => (
  <Section title={t('Verifications')}>
    {verifications.length === 0 && (
      <p className="text-muted">{t('No verification has finished yet. One runs every day.')}</p>
    )}
    <ul className="divide-y divide-line">
      {verifications.map(({ finishedAt, isPassed, events, findings }) => (
        <li key={finishedAt} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 figures">
          <span>{localText(finishedAt)}</span>
          <span className="text-small text-muted">
            {t('{events, plural, one {# event} other {# events}}', { events })}
          </span>
          <Badge tone={isPassed ? 'won' : 'lost'}>
            {isPassed ? t('Passed') : t('{findings, plural, one {# finding} other {# findings}}', { findings })}
          </Badge>
        </li>
      ))}
    </ul>
    <p className="text-small text-muted">{t('Each one recomputes every hash, balance and payout of the ledger.')}</p>
  </Section>
);

function CheckIt({ view, checkpoint }: { readonly view: TransparencyView; readonly checkpoint: LogCheckpointView }) {
  const tile = `${window.location.origin}/log/`;
  return (
    <Section title={t('Check it without us')}>
      <ol className="grid list-decimal grid-cols-[minmax(0,1fr)] gap-3 pl-5 marker:text-muted">
        <li>
          {t("Keep the operator's key from a source that you trust. Everything here is signed with it.")}
          <CodeBox text={view.key ?? ''} what={t('the key')} />
        </li>
        <li>
          {t('Fetch the log with any tool for C2SP tlog-tiles, below this address.')}
          <CodeBox text={tile} what={t('the address')} />
        </li>
        <li>
          {rich(
            'Keep a checkpoint. Later, <link>a consistency proof</link> shows that nothing before it was changed.',
            {
              link: (text) => (
                <a
                  className="font-strong text-pitch underline"
                  href={pathOf(transparencyEndpoints.consistency, { query: { from: 1, to: checkpoint.size } })}
                >
                  {text}
                </a>
              ),
            },
          )}
        </li>
        <li>{t('Bettors: open My Wallet, choose Verify my balance, and download the proof as a file.')}</li>
      </ol>
    </Section>
  );
}

const CodeBox = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <div className="mt-1 flex items-start justify-between gap-2 rounded-small border border-line bg-ground p-3">
    <code className="min-w-0 font-mono text-small break-all whitespace-pre-wrap">{text.trim()}</code>
    <CopyButton value={text} what={what} />
  </div>
);

const Loading = () => (
  <Placeholder text={t('Loading the log...')} className="grid gap-4 lg:grid-cols-2">
    <Skeleton className="h-64 rounded-card" />
    <Skeleton className="h-64 rounded-card" />
  </Placeholder>
);

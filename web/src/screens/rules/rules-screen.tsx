import { betEndpoints, type HouseRulesView } from '@touchline/core/contract';
import { formatDate, msg, t } from '@touchline/core/language';
import { Link, useSearchParams } from 'wouter';
import { call } from '../../api/call.ts';
import { useLoad } from '../../api/load-machine.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const notLoaded = msg('The house rules could not be loaded.');

/** The rules by which bets are settled; `?version=` shows those of an older bet. */
export function RulesScreen() {
  const [search] = useSearchParams();
  const version = search.get('version') ?? '';
  return (
    <>
      <PageHeading title={t('House rules')} />
      <Rules key={version} version={version} />
    </>
  );
}

function Rules({ version }: { readonly version: string }) {
  const [snapshot, send] = useLoad(
    () => call(betEndpoints.rules, { query: version === '' ? {} : { version } }),
    notLoaded,
  );
  const { value, error } = snapshot.context;
  if (value) return <Sections rules={value} />;
  if (!snapshot.matches('failed')) return <Skeleton className="h-80 w-full rounded-card" />;
  return <EmptyState title={error ?? t(notLoaded)} onRetry={() => send({ type: 'refresh' })} />;
}

const Sections = ({ rules: { version, current, since, general, markets } }: { readonly rules: HouseRulesView }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <p className="max-w-prose text-muted">
      {t(
        'Version {version}, in force since {since}. A bet is settled by the version it was placed under; its page shows which.',
        { version, since: formatDate(Date.parse(since), { dateStyle: 'long', timeZone: 'UTC' }) },
      )}
    </p>
    {version !== current && (
      <Banner tone="info">
        {t('These are earlier rules.')}{' '}
        <Link href="/rules" className="underline underline-offset-4">
          {t('Show the current rules')}
        </Link>
      </Banner>
    )}
    <Group title={t('All bets')} sections={general} />
    <Group title={t('Markets')} sections={markets} />
  </div>
);

type GroupProps = { readonly title: string; readonly sections: HouseRulesView['general'] };
const Group = ({ title, sections }: GroupProps) => (
  <Card aria-label={title} className="grid gap-4">
    <h2 className="text-figure font-strong">{title}</h2>
    <dl className="grid gap-4">
      {sections.map((section) => (
        <div key={section.title}>
          <dt className="font-strong">{section.title}</dt>
          <dd className="max-w-prose text-muted">{section.text}</dd>
        </div>
      ))}
    </dl>
  </Card>
);

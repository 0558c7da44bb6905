import type { LeagueView } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { call } from '../api/call.ts';
import { leagues } from '../api/light-endpoints.ts';
import { loadMachine } from '../api/load-machine.ts';
import { useOnLive } from '../live/index.ts';
import { LeagueBadge } from '../ui/crest.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { toastError, toastMs } from '../ui/toast.ts';

/** The leagues on offer, for guests. Each links to its matches. */
export function AvailableLeagues() {
  const leagues = useLeagues();
  return (
    <section aria-labelledby="available-leagues" className="grid gap-2">
      <h2 id="available-leagues" className="text-small font-strong text-muted">
        {t('Available Leagues')}
      </h2>
      {!leagues && <Waiting />}
      {leagues?.length === 0 && <p className="text-muted">{t('No leagues available')}</p>}
      <ul>
        {leagues?.map(({ key, title, group }) => (
          <li key={key}>
            <Link
              href={`/games?league=${encodeURIComponent(key)}`}
              className="flex min-h-11 items-center gap-3 rounded-small px-2 py-1 hover:bg-raised"
            >
              <LeagueBadge leagueKey={key} />
              <span className="min-w-0 leading-tight">
                <span className="block truncate">{title}</span>
                <span className="block text-small text-muted">{group === 'Soccer' ? t('Soccer') : group}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const Waiting = () => (
  <div role="status">
    <p className="flex h-11 items-center px-2 text-muted">{t('Loading leagues...')}</p>
    {rows.map((row) => (
      <div key={row} className="flex h-11 items-center px-2">
        <Skeleton className="h-8 w-full" />
      </div>
    ))}
  </div>
);

const rows = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];

const leaguesMachine = loadMachine(() => call(leagues), msg('Failed to fetch leagues'));

/** Returns the leagues on offer; `undefined` while loading. A failure shows one toast and an empty list, and is retried on reconnection. */
export function useLeagues(): readonly LeagueView[] | undefined {
  const [snapshot, send, actor] = useMachine(leaguesMachine);
  useOnLive('joined', () => actor.getSnapshot().matches('failed') && send({ type: 'refresh' }));
  const failed = snapshot.matches('failed');
  useEffect(() => {
    if (failed) toastError(t('Failed to fetch leagues'), toastMs.usual);
  }, [failed]);
  return failed ? [] : snapshot.context.value;
}

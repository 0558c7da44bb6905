import { type EndAllSessionsRequest, ownAccountEndpoints, type SessionsView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { MonitorSmartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { useSave } from '../../api/use-save.ts';
import { useLogOut } from '../../shell/use-log-out.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { minuteTime } from '../../ui/moment-text.ts';
import { useLoaded } from './use-loaded.tsx';

type Session = SessionsView['sessions'][number];
type ToEnd = { readonly id: string } | EndAllSessionsRequest;
type Props = {
  /** Grows whenever sessions may have ended elsewhere: the list is loaded again. */
  readonly changes: number;
};

/** Where the user is logged in; each session can be ended. */
export function SessionsCard({ changes }: Props) {
  const { value, placeholder, refresh } = useLoaded(
    () => call(ownAccountEndpoints.sessions),
    { loading: t('Loading your sessions...'), failed: t('Your sessions could not be loaded.') },
    'h-48 w-full sm:h-34',
  );
  const seen = useRef(changes);
  useEffect(() => {
    if (seen.current !== changes) refresh();
    seen.current = changes;
  }, [changes, refresh]);
  return (
    <Card aria-labelledby="sessions" className="grid gap-4 p-5!">
      <header>
        <h2 id="sessions" className="text-figure font-strong">
          {t('Sessions')}
        </h2>
        <p className="text-small text-muted">
          {t('Where you are logged in. Sign out devices you do not recognize, and change your password.')}
          {value &&
            ` ${t('You can be logged in on {most} devices. Another login ends the least recently used session.', {
              most: value.most,
            })}`}
        </p>
      </header>
      {value && <SessionList sessions={value.sessions} onEnded={refresh} />}
      {placeholder}
    </Card>
  );
}

function SessionList({ sessions, onEnded }: { readonly sessions: readonly Session[]; readonly onEnded: () => void }) {
  const logOut = useLogOut();
  const [isAsking, setAsking] = useState(false);
  const [areAllShown, showAll] = useState(false);
  const { state, message, request, submit } = useSave({
    save: (toEnd: ToEnd) =>
      'id' in toEnd
        ? call(ownAccountEndpoints.endSession, { params: toEnd })
        : call(ownAccountEndpoints.endAllSessions, { body: toEnd }),
    fallback: t('The session could not be ended. Please try again.'),
    onSaved: onEnded,
  });
  const isEnding = (id: string) => state === 'saving' && request !== undefined && 'id' in request && request.id === id;
  const isEndingAll = state === 'saving' && request !== undefined && 'keep' in request;
  const isEverywhereOver = state === 'saved' && request !== undefined && 'keep' in request && request.keep === 'none';
  useEffect(() => {
    if (isEverywhereOver) logOut();
  }, [isEverywhereOver, logOut]);
  const others = sessions.filter((session) => !session.isCurrent);
  // This device comes first.
  const inOrder = [...sessions.filter((session) => session.isCurrent), ...others];
  const shown = areAllShown ? inOrder : inOrder.slice(0, shortList);
  return (
    <>
      {state === 'refused' && <Banner tone="error">{message}</Banner>}
      <ul className="grid divide-y divide-line border-y border-line">
        {shown.map((session) => (
          <li key={session.id} className="flex min-h-14 items-center gap-3 py-2">
            <MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 text-muted" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 font-strong">
                {session.device} {session.isCurrent && <Badge tone="won">{t('This device')}</Badge>}
              </p>
              <p className="text-small wrap-anywhere text-muted figures">
                <span className="block sm:inline">{session.address}</span>
                <span className="hidden sm:inline"> · </span>
                <span className="block sm:inline">{t('last used {time}', { time: minuteTime(session.usedAt) })}</span>
                <span className="hidden sm:inline"> · </span>
                <span className="block sm:inline">{t('since {time}', { time: minuteTime(session.createdAt) })}</span>
              </p>
            </div>
            {!session.isCurrent && (
              <Button
                look="quiet"
                aria-label={t('Sign out {device}, {address}', { device: session.device, address: session.address })}
                isBusy={isEnding(session.id)}
                onClick={() => submit({ id: session.id })}
              >
                {t('Sign out')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {shown.length < sessions.length && (
        <Button look="bare" className="justify-self-start" onClick={() => showAll(true)}>
          {t('Show all {count} sessions', { count: sessions.length })}
        </Button>
      )}
      <div className="flex flex-wrap gap-2">
        {others.length > 0 && (
          <Button
            look="quiet"
            isBusy={isEndingAll && request.keep === 'current'}
            onClick={() => submit({ keep: 'current' })}
          >
            {t('Sign out everywhere else')}
          </Button>
        )}
        <Button look="danger" onClick={() => setAsking(true)}>
          {t('Sign out everywhere')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog title={t('Sign out everywhere?')} isBusy={isEndingAll} onLeave={() => setAsking(false)}>
          <div className="grid gap-4">
            <p>{t('Every session ends, this one too. Your bets and your money stay as they are.')}</p>
            <div className="flex flex-wrap justify-end gap-2">
              <Button look="quiet" disabled={isEndingAll} onClick={() => setAsking(false)}>
                {t('Back')}
              </Button>
              <Button look="danger" isBusy={isEndingAll} onClick={() => submit({ keep: 'none' })}>
                {t('Yes, sign out everywhere')}
              </Button>
            </div>
          </div>
        </ConfirmDialog>
      )}
    </>
  );
}

const shortList = 5;

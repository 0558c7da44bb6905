import { type NotificationView, notificationEndpoints, notificationText } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  CircleCheck,
  CircleX,
  Goal,
  HandCoins,
  type LucideIcon,
  RotateCcw,
  Scale,
  Undo2,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { call } from '../../api/call.ts';
import { useOnLive } from '../../live/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner, StaleBanner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { minuteTime } from '../../ui/moment-text.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Placeholder, Skeleton } from '../../ui/skeleton.tsx';
import { notificationsMachine } from './notifications-machine.ts';

/** What happened to the bettor's bets and money. Showing it marks it as read. */
export function NotificationsScreen() {
  const [snapshot, send] = useMachine(notificationsMachine);
  useOnLive('notification', ({ notification }) => send({ type: 'notified', notification }));
  useOnLive('joined', () => send({ type: 'reconnected' }));
  const { list, hasMore, message } = snapshot.context;
  const isLoaded = !snapshot.matches('loading') && !snapshot.matches('failed');
  const isStale = snapshot.matches('stale');
  useMarkRead(isLoaded ? list[0] : undefined);
  return (
    <>
      <PageHeading title={t('Notifications')}>
        <ButtonLink href="/profile#notifications" look="quiet">
          {t('Settings')}
        </ButtonLink>
      </PageHeading>
      {snapshot.matches('loading') && <Loading />}
      {snapshot.matches('failed') && (
        <EmptyState
          title={t('Your notifications could not be loaded.')}
          hint={message}
          onRetry={() => send({ type: 'retry' })}
        />
      )}
      {isStale && (
        <StaleBanner onTryAgain={() => send({ type: 'retry' })}>
          {message} {t('This may be out of date.')}
        </StaleBanner>
      )}
      {isLoaded && list.length === 0 && (
        <EmptyState
          title={t('No notifications yet.')}
          hint={t('Results of your bets, goals in their matches and your payments appear here.')}
          action={<ButtonLink href="/games">{t('Browse matches')}</ButtonLink>}
        />
      )}
      {isLoaded && list.length > 0 && (
        <div className="grid gap-4">
          <ul className="grid divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {list.map((notification) => (
              <Row key={notification.id} notification={notification} />
            ))}
          </ul>
          {snapshot.matches('shown') && message && <Banner tone="error">{message}</Banner>}
          {hasMore && !isStale && (
            <Button
              look="quiet"
              className="justify-self-center"
              isBusy={snapshot.matches('loadingMore')}
              onClick={() => send({ type: 'load more' })}
            >
              {t('Load more')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Marks all notifications as read once the newest one is on a visible page. */
function useMarkRead(newest: NotificationView | undefined): void {
  const marked = useRef(0);
  useEffect(() => {
    const mark = async () => {
      if (!newest || newest.isRead || newest.id <= marked.current || document.visibilityState !== 'visible') return;
      marked.current = newest.id;
      const answer = await call(notificationEndpoints.markRead, { body: { upTo: newest.id } });
      if (!answer.ok) marked.current = 0;
    };
    void mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [newest]);
}

function Row({ notification }: { readonly notification: NotificationView }) {
  const { title, text, href } = notificationText(notification, { amounts: true });
  const { Icon, look } = iconOf(notification);
  return (
    <li>
      <Link href={href} className="flex min-h-14 items-start gap-3 p-4 hover:bg-raised">
        <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${look}`} />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 font-strong">
            {title} {!notification.isRead && <Badge tone="won">{t('New')}</Badge>}
            <time
              dateTime={notification.createdAt}
              className="ml-auto text-small font-normal whitespace-nowrap text-muted figures"
            >
              {minuteTime(notification.createdAt)}
            </time>
          </span>
          <span className="block wrap-anywhere text-muted figures">{text}</span>
        </span>
      </Link>
    </li>
  );
}

type Look = { readonly Icon: LucideIcon; readonly look: string };

function iconOf(notification: NotificationView): Look {
  switch (notification.kind) {
    case 'bet-settled':
      return settledIcons[notification.result];
    case 'bet-corrected':
      return { Icon: RotateCcw, look: 'text-muted' };
    case 'cash-out':
      return { Icon: HandCoins, look: 'text-pitch' };
    case 'withdrawal':
      return notification.result === 'paid'
        ? { Icon: ArrowUpFromLine, look: 'text-pitch' }
        : { Icon: CircleX, look: 'text-live' };
    case 'deposit':
      return { Icon: ArrowDownToLine, look: 'text-pitch' };
    case 'adjustment':
      return { Icon: Scale, look: 'text-muted' };
    case 'goal':
      return { Icon: Goal, look: 'text-ink' };
  }
}

type Result = Extract<NotificationView, { readonly kind: 'bet-settled' }>['result'];
const settledIcons: Record<Result, Look> = {
  won: { Icon: CircleCheck, look: 'text-pitch' },
  'half-won': { Icon: CircleCheck, look: 'text-pitch' },
  lost: { Icon: CircleX, look: 'text-live' },
  'half-lost': { Icon: CircleX, look: 'text-live' },
  void: { Icon: Undo2, look: 'text-muted' },
};

const Loading = () => (
  <Placeholder text={t('Loading your notifications...')} className="grid gap-px">
    {['first', 'second', 'third', 'fourth'].map((place) => (
      <Skeleton key={place} className="h-20 w-full" />
    ))}
  </Placeholder>
);

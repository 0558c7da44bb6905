import { t } from '@touchline/core/language';
import { maxUnread } from '@touchline/core/notifications';
import { useMachine } from '@xstate/react';
import { Bell as BellIcon } from 'lucide-react';
import { Link } from 'wouter';
import { useOnLive } from '../live/index.ts';
import { bellMachine } from './bell-machine.ts';

/** Leads to the notifications and shows how many are unread. */
export function Bell() {
  const [{ context }, send] = useMachine(bellMachine);
  useOnLive('notification', ({ notification }) => send({ type: 'notified', id: notification.id }));
  useOnLive('read', ({ read }) => send({ type: 'read', read }));
  useOnLive('joined', () => send({ type: 'refresh' }));
  useOnLive('polled', () => send({ type: 'polled' }));
  const { unread } = context;
  const count = unread < maxUnread ? String(unread) : `${maxUnread - 1}+`;
  return (
    <Link
      href="/notifications"
      className="relative flex size-11 shrink-0 items-center justify-center rounded-small text-muted hover:bg-raised"
    >
      <BellIcon aria-hidden="true" className="size-5" />
      <span className="sr-only">{unread > 0 ? t('Notifications, {count} unread', { count }) : t('Notifications')}</span>
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-1 right-0.5 inline-flex h-5 min-w-5 items-center justify-center rounded-round bg-pitch px-1 text-small font-strong text-on-pitch figures"
        >
          {count}
        </span>
      )}
    </Link>
  );
}

import { kindTexts, type NotificationSettings, notificationEndpoints } from '@touchline/core/contract';
import { type NotificationKind, notificationKinds } from '@touchline/core/notifications';
import { useMachine } from '@xstate/react';
import { Bell } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { loadMachine } from '../../api/load-machine.ts';
import { useSave } from '../../api/use-save.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Which notifications a bettor gets. */
export function NotificationsCard() {
  const [machine] = useState(() =>
    loadMachine(() => call(notificationEndpoints.settings), 'Your notification settings could not be loaded.'),
  );
  const [snapshot, send] = useMachine(machine);
  const { value, error } = snapshot.context;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The browser looked for it before this screen was loaded.
    if (location.hash === '#notifications') title.current?.scrollIntoView();
  }, []);
  return (
    <Card aria-labelledby="notifications" className="grid gap-4 p-5!">
      <header className="grid gap-1">
        <h2 ref={title} id="notifications" className="flex scroll-mt-24 items-center gap-2 text-figure font-strong">
          <Bell aria-hidden="true" className="size-5 text-pitch" />
          Notifications
        </h2>
        <p className="text-small text-muted">What happens to your bets and your money. We never send advertising.</p>
      </header>
      {value && <Switches saved={value} />}
      {!value && snapshot.matches('failed') && (
        <EmptyState
          title="Your notification settings could not be loaded."
          {...(error !== undefined && { hint: error })}
          action={<Button onClick={() => send({ type: 'refresh' })}>Try Again</Button>}
        />
      )}
      {!value && !snapshot.matches('failed') && (
        <div role="status">
          <p className="sr-only">Loading your notification settings...</p>
          <Skeleton className="h-72 w-full" />
        </div>
      )}
    </Card>
  );
}

function Switches({ saved }: { readonly saved: NotificationSettings }) {
  const [settings, setSettings] = useState(saved);
  const { state, message, request, submit } = useSave({
    save: (wanted: NotificationSettings) => call(notificationEndpoints.changeSettings, { body: wanted }),
    fallback: 'Your choice could not be saved. Please try again.',
    onSaved: setSettings,
  });
  const isSaving = state === 'saving';
  const { inAppOff } = isSaving && request ? request : settings;
  const change = (kind: NotificationKind, isOn: boolean) =>
    submit({ inAppOff: isOn ? inAppOff.filter((off) => off !== kind) : [...inAppOff, kind] });
  return (
    <>
      {state === 'refused' && <Banner tone="error">{message}</Banner>}
      <ul className="grid divide-y divide-line border-y border-line">
        {notificationKinds.map((kind) => (
          <li key={kind}>
            <label className="flex min-h-14 items-center justify-between gap-3 py-2">
              <span>
                <span className="block font-strong">{kindTexts[kind].name}</span>
                <span className="block text-small text-muted">{kindTexts[kind].hint}</span>
              </span>
              <input
                type="checkbox"
                className="size-5 shrink-0"
                checked={!inAppOff.includes(kind)}
                disabled={isSaving}
                onChange={(event) => change(kind, event.target.checked)}
              />
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}

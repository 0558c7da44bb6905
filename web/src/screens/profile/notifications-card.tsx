import {
  type ChangeNotificationSettings,
  kindTexts,
  type NotificationSettings,
  notificationEndpoints,
  type PushView,
} from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { type NotificationKind, notificationKinds } from '@touchline/core/notifications';
import { ok } from '@touchline/core/result';
import { Bell } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import type { Answer } from '../../api/client.ts';
import { useSave } from '../../api/use-save.ts';
import { type PushState, pushStateOf, switchPushOff, switchPushOn } from '../../notifications/push-device.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useLoaded } from './use-loaded.tsx';

type Loaded = { readonly settings: NotificationSettings; readonly push: PushView; readonly device: PushState };

async function load(): Answer<Loaded> {
  const [settings, push] = await Promise.all([call(notificationEndpoints.settings), call(notificationEndpoints.push)]);
  if (!settings.ok) return settings;
  if (!push.ok) return push;
  return ok({ settings: settings.value, push: push.value, device: await pushStateOf(push.value) });
}

/** Which notifications a bettor gets, and whether this browser gets push messages. */
export function NotificationsCard() {
  const { value, placeholder } = useLoaded(
    load,
    {
      loading: t('Loading your notification settings...'),
      failed: t('Your notification settings could not be loaded.'),
    },
    'h-191 w-full sm:h-149',
  );
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The browser searched for the anchor before this screen was loaded.
    if (location.hash === '#notifications') title.current?.scrollIntoView();
  }, []);
  return (
    <Card aria-labelledby="notifications" className="grid gap-4 p-5!">
      <header className="grid gap-1">
        <h2 ref={title} id="notifications" className="flex scroll-mt-24 items-center gap-2 text-figure font-strong">
          <Bell aria-hidden="true" className="size-5 text-pitch" />
          {t('Notifications')}
        </h2>
        <p className="text-small text-muted">
          {t('What happens to your bets and your money. We never send advertising.')}
        </p>
      </header>
      {value && value.push.publicKey !== null && <ThisDevice publicKey={value.push.publicKey} initial={value.device} />}
      {value && <Switches saved={value.settings} hasPush={value.push.publicKey !== null} />}
      {placeholder}
    </Card>
  );
}

const deviceTexts: Record<PushState, Message> = {
  unavailable: msg('Push messages are not set up here.'),
  unsupported: msg(
    'This browser cannot show push messages. On an iPhone or iPad, add Touchline to the home screen and open it there.',
  ),
  blocked: msg(
    'Your browser blocks notifications from this site. Allow them in its site settings, then reload this page.',
  ),
  off: msg('Get notifications also while Touchline is closed.'),
  on: msg('This device gets notifications also while Touchline is closed, until you log out.'),
};

function ThisDevice({ publicKey, initial }: { readonly publicKey: string; readonly initial: PushState }) {
  const [device, setDevice] = useState(initial);
  const { state, message, submit } = useSave({
    save: (wanted: 'on' | 'off') => (wanted === 'on' ? switchPushOn(publicKey) : switchPushOff()),
    fallback: t('Push messages could not be switched. Please try again.'),
    onSaved: setDevice,
  });
  return (
    <section aria-labelledby="push" className="grid gap-3 rounded-small border border-line bg-raised/40 p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 id="push" className="flex flex-wrap items-center gap-2 font-strong">
            {t('Push messages on this device')} {device === 'on' && <Badge tone="won">{t('On')}</Badge>}
            {device === 'blocked' && <Badge tone="lost">{t('Blocked')}</Badge>}
          </h3>
          <p role="status" className="text-small text-muted">
            {t(deviceTexts[device])}
          </p>
        </div>
        {(device === 'on' || device === 'off') && (
          <Button
            look={device === 'on' ? 'quiet' : 'primary'}
            isBusy={state === 'saving'}
            onClick={() => submit(device === 'on' ? 'off' : 'on')}
          >
            {device === 'on' ? t('Turn off push messages') : t('Turn on push messages')}
          </Button>
        )}
      </div>
      {state === 'refused' && <Banner tone="error">{message}</Banner>}
    </section>
  );
}

/** One switch: another device may have changed the others since this page was opened. */
type Change = Pick<ChangeNotificationSettings, 'switched' | 'pushAmounts'>;

function changed(settings: NotificationSettings, { switched, pushAmounts = settings.pushAmounts }: Change) {
  if (!switched) return { ...settings, pushAmounts };
  const { place, kind, isOn } = switched;
  const others = settings[`${place}Off`].filter((off) => off !== kind);
  return { ...settings, [`${place}Off`]: isOn ? others : [...others, kind] };
}

function Switches({ saved, hasPush }: { readonly saved: NotificationSettings; readonly hasPush: boolean }) {
  const [settings, setSettings] = useState(saved);
  const { state, message, request, submit } = useSave({
    save: (body: Change) => call(notificationEndpoints.changeSettings, { body }),
    fallback: t('Your choice could not be saved. Please try again.'),
    onSaved: setSettings,
  });
  const isSaving = state === 'saving';
  const current = isSaving && request ? changed(settings, request) : settings;
  const toggle = (place: 'inApp' | 'push', kind: NotificationKind) => (isOn: boolean) =>
    submit({ switched: { place, kind, isOn } });
  return (
    <>
      {state === 'refused' && <Banner tone="error">{message}</Banner>}
      <div className="grid">
        {hasPush && (
          <p aria-hidden="true" className="flex justify-end pb-1 text-small text-muted">
            <span className="w-16 text-center">{t('In the app')}</span>
            <span className="w-16 text-center">{t('Push')}</span>
          </p>
        )}
        <ul className="grid divide-y divide-line border-y border-line">
          {notificationKinds.map((kind) => {
            const { name, hint } = kindTexts[kind];
            return (
              <li key={kind} className="flex min-h-14 items-center justify-between py-2">
                <p className="min-w-0 flex-1 pr-3">
                  <span className="block font-strong">{t(name)}</span>
                  <span className="block text-small text-muted">{t(hint)}</span>
                </p>
                <Switch
                  label={t('{kind}, in the app', { kind: t(name) })}
                  isOn={!current.inAppOff.includes(kind)}
                  isSaving={isSaving}
                  onChange={toggle('inApp', kind)}
                />
                {hasPush && (
                  <Switch
                    label={t('{kind}, as push message', { kind: t(name) })}
                    isOn={!current.pushOff.includes(kind)}
                    isSaving={isSaving}
                    onChange={toggle('push', kind)}
                  />
                )}
              </li>
            );
          })}
        </ul>
        {hasPush && (
          <div className="flex min-h-14 items-center justify-between pt-2">
            <p className="min-w-0 flex-1 pr-3">
              <span className="block font-strong">{t('Amounts in push messages')}</span>
              <span className="block text-small text-muted">{t('Your device may show them while it is locked.')}</span>
            </p>
            <Switch
              label={t('Amounts in push messages')}
              isOn={current.pushAmounts}
              isSaving={isSaving}
              onChange={(pushAmounts) => submit({ pushAmounts })}
            />
          </div>
        )}
      </div>
    </>
  );
}

type SwitchProps = {
  readonly label: string;
  readonly isOn: boolean;
  readonly isSaving: boolean;
  readonly onChange: (isOn: boolean) => void;
};
/** The whole cell can be pressed. */
const Switch = ({ label, isOn, isSaving, onChange }: SwitchProps) => (
  <label className="flex h-11 w-16 shrink-0 items-center justify-center">
    <input
      type="checkbox"
      aria-label={label}
      className="size-5 accent-pitch"
      checked={isOn}
      // Not `disabled`, which moves the focus to the body. A change during another is ignored.
      aria-disabled={isSaving || undefined}
      onChange={(event) => onChange(event.target.checked)}
    />
  </label>
);

import type { PlayView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { type ReactNode, useEffect, useState } from 'react';
import { rich } from '../language/rich.tsx';
import { useLiveActor } from '../live/index.ts';
import { useSession } from '../session/index.ts';
import { useLogOut } from '../shell/use-log-out.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { dollarsText, signedDollarsText } from '../ui/money.tsx';
import { playSession, recordRealityCheck } from './play-session.ts';
import { realityCheckMachine } from './reality-check-machine.ts';

type Props = { readonly user: string; readonly minutes: number };

const minuteMs = 60_000;

/** Shows a reality check every so many minutes of play, and nothing in between. */
export function RealityCheck({ user, minutes }: Props) {
  const logOut = useLogOut();
  const { refreshProfile } = useSession();
  const live = useLiveActor();
  const [machine] = useState(() =>
    realityCheckMachine.provide({
      actions: {
        'record the check': () => recordRealityCheck(user, Date.now()),
        'log out': () => logOut(),
        'refresh profile': refreshProfile,
      },
    }),
  );
  const [input] = useState(() => ({ intervalMs: minutes * minuteMs, since: playSession(user, Date.now()).since }));
  const [snapshot, send] = useMachine(machine, { input });
  useEffect(() => {
    const tick = () => {
      const now = Date.now();
      send({ type: 'tick', now, clockLeadMs: live.getSnapshot().context.clockLeadMs, ...playSession(user, now) });
    };
    tick();
    const timer = setInterval(tick, minuteMs / 4);
    return () => clearInterval(timer);
  }, [send, user, live]);
  const { play, message, since, shownAt } = snapshot.context;
  if (snapshot.matches('shown')) {
    return (
      <ConfirmDialog title={t('Reality check')} onLeave={() => send({ type: 'continue' })}>
        <div className="grid gap-4">
          <p>
            {rich('You have been playing for <strong>{duration}</strong>.', {
              duration: durationText(shownAt - since),
              strong: (text) => <strong className="font-strong">{text}</strong>,
            })}
          </p>
          {play ? (
            <Played play={play} />
          ) : (
            <p className="text-muted">{t('Your stakes and results could not be loaded. See your betting history.')}</p>
          )}
          <Actions>
            <Button onClick={() => send({ type: 'continue' })}>{t('Keep playing')}</Button>
            <Button look="quiet" onClick={() => send({ type: 'offer break' })}>
              {t('Take a break')}
            </Button>
            <Button look="bare" onClick={() => send({ type: 'log out' })}>
              {t('Log out')}
            </Button>
          </Actions>
        </div>
      </ConfirmDialog>
    );
  }
  if (snapshot.matches('offered') || snapshot.matches('starting')) {
    return (
      <ConfirmDialog title={t('Take a time-out for 24 hours?')} onLeave={() => send({ type: 'back' })}>
        <div className="grid gap-4">
          <p>
            {t(
              "You can't bet or deposit for the next 24 hours, and the time-out cannot be ended early. Open bets stay open, and you can withdraw. Your profile has longer breaks.",
            )}
          </p>
          {message !== '' && <Banner tone="error">{message}</Banner>}
          <Actions>
            <Button look="quiet" onClick={() => send({ type: 'back' })}>
              {t('Back')}
            </Button>
            <Button look="danger" isBusy={snapshot.matches('starting')} onClick={() => send({ type: 'start break' })}>
              {t('Start now')}
            </Button>
          </Actions>
        </div>
      </ConfirmDialog>
    );
  }
  if (snapshot.matches('started')) {
    return (
      <ConfirmDialog title={t('Your time-out has started')} onLeave={() => send({ type: 'continue' })}>
        <div className="grid gap-4">
          <p>{t('You can bet and deposit again in 24 hours.')}</p>
          <Actions>
            <Button look="quiet" onClick={() => send({ type: 'continue' })}>
              {t('Continue without betting')}
            </Button>
            <Button onClick={() => send({ type: 'log out' })}>{t('Log out')}</Button>
          </Actions>
        </div>
      </ConfirmDialog>
    );
  }
  return null;
}

// The harmless button comes first, so that a stray key press neither logs out nor starts a break.
const Actions = ({ children }: { readonly children: ReactNode }) => (
  <div className="grid gap-2 sm:flex sm:flex-row-reverse sm:flex-wrap">{children}</div>
);

function Played({ play: { staked, net } }: { readonly play: PlayView }) {
  const facts = [
    [t('Staked'), dollarsText(staked)],
    [t('Net result so far'), signedDollarsText(net)],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-3 border-y border-line py-3">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-small text-muted">{name}</dt>
          <dd className="text-figure font-strong figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** 5_400_000 → "1 hour and 30 minutes". */
export function durationText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / minuteMs));
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return t('{minutes, plural, one {# minute} other {# minutes}}', { minutes });
  if (rest === 0) return t('{hours, plural, one {# hour} other {# hours}}', { hours });
  return t('{hours, plural, one {# hour} other {# hours}} and {rest, plural, one {# minute} other {# minutes}}', {
    hours,
    rest,
  });
}

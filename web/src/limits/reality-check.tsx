import type { PlayView } from '@touchline/core/contract';
import { useMachine } from '@xstate/react';
import { type ReactNode, useEffect, useState } from 'react';
import { fromPromise } from 'xstate';
import { excludeMyself, fetchPlay } from '../api/limits.ts';
import { useLogOut } from '../shell/use-log-out.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { dollarsText, signedDollarsText } from '../ui/money.tsx';
import { playingSince } from './playing-since.ts';
import { realityCheckMachine } from './reality-check-machine.ts';

type Props = { readonly user: string; readonly minutes: number };

const minuteMs = 60_000;

/** Watches how long one plays, and says it every so many minutes. Draws nothing until then. */
export function RealityCheck({ user, minutes }: Props) {
  const logOut = useLogOut();
  const [machine] = useState(() =>
    realityCheckMachine.provide({
      actors: {
        look: fromPromise(({ input }) => fetchPlay(new Date(input.since).toISOString())),
        pause: fromPromise(() => excludeMyself({ kind: 'time-out', days: 1 })),
      },
      actions: { 'log out': () => logOut() },
    }),
  );
  const [input] = useState(() => {
    const now = Date.now();
    return { everyMs: minutes * minuteMs, since: playingSince(user, now), now };
  });
  const [snapshot, send] = useMachine(machine, { input });
  useEffect(() => {
    const tick = () => {
      const now = Date.now();
      send({ type: 'minute passed', now, since: playingSince(user, now) });
    };
    tick();
    const timer = setInterval(tick, minuteMs / 4);
    return () => clearInterval(timer);
  }, [send, user]);
  const { play, message, since, toldAt } = snapshot.context;
  if (snapshot.matches('telling')) {
    return (
      <ConfirmDialog title="Reality check" onLeave={() => send({ type: 'keep playing' })}>
        <div className="grid gap-4">
          <p>
            You have been playing for <strong className="font-strong">{durationText(toldAt - since)}</strong>.
          </p>
          {play ? (
            <Played play={play} />
          ) : (
            <p className="text-muted">What you staked and won could not be loaded. Your betting history has it.</p>
          )}
          <Actions>
            <Button onClick={() => send({ type: 'keep playing' })}>Keep playing</Button>
            <Button look="quiet" onClick={() => send({ type: 'break wanted' })}>
              Take a break
            </Button>
            <Button look="bare" onClick={() => send({ type: 'log out pressed' })}>
              Log out
            </Button>
          </Actions>
        </div>
      </ConfirmDialog>
    );
  }
  if (snapshot.matches('offering') || snapshot.matches('pausing')) {
    return (
      <ConfirmDialog title="Take a time-out for 24 hours?" onLeave={() => send({ type: 'back pressed' })}>
        <div className="grid gap-4">
          <p>
            No bets and no deposits for 24 hours, from now on. Nobody can end it earlier. Your open bets go on, and you
            can withdraw. Longer breaks are in your profile.
          </p>
          {message !== '' && <Banner tone="error">{message}</Banner>}
          <Actions>
            <Button look="quiet" onClick={() => send({ type: 'back pressed' })}>
              Back
            </Button>
            <Button
              look="danger"
              isBusy={snapshot.matches('pausing')}
              onClick={() => send({ type: 'break confirmed' })}
            >
              Yes, begin now
            </Button>
          </Actions>
        </div>
      </ConfirmDialog>
    );
  }
  if (snapshot.matches('paused')) {
    return (
      <ConfirmDialog title="Your time-out has begun" onLeave={() => send({ type: 'keep playing' })}>
        <div className="grid gap-4">
          <p>No bets and no deposits for the next 24 hours. See you then.</p>
          <Actions>
            <Button look="quiet" onClick={() => send({ type: 'keep playing' })}>
              Look around
            </Button>
            <Button onClick={() => send({ type: 'log out pressed' })}>Log out</Button>
          </Actions>
        </div>
      </ConfirmDialog>
    );
  }
  return null;
}

// The harmless way comes first: a key pressed for something else must neither log out nor begin a break.
const Actions = ({ children }: { readonly children: ReactNode }) => (
  <div className="grid gap-2 sm:flex sm:flex-row-reverse sm:flex-wrap">{children}</div>
);

function Played({ play: { staked, net } }: { readonly play: PlayView }) {
  const facts = [
    ['Staked', dollarsText(staked)],
    ['Net result so far', signedDollarsText(net)],
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
  const parts = [hours > 0 && count(hours, 'hour'), rest > 0 && count(rest, 'minute')];
  return parts.filter(Boolean).join(' and ');
}

const count = (amount: number, what: string): string => `${amount} ${what}${amount === 1 ? '' : 's'}`;

import type { PlayerSheet } from '@touchline/core/contract';
import { LogOut, ShieldOff, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { excludePlayer, liftExclusion, signOutPlayer } from '../../api/players.ts';
import { ReasonDialog } from '../../forms/reason-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { toastMs, toastSuccess } from '../../ui/toast.ts';
import { causes, isHold, lengths } from './exclusion-words.ts';

type Act = 'exclude' | 'lift' | 'sign-out';
type Props = { readonly sheet: PlayerSheet; readonly onDone: () => void };

/** What admins can do about a player. The row of a transaction leads here with `?act=exclude`, which asks at once. */
export function PlayerActs({ sheet, onDone }: Props) {
  const { exclusion, user } = sheet;
  const wished = new URLSearchParams(useSearch()).get('act') === 'exclude' && !exclusion;
  const [act, setAct] = useState<Act | undefined>(wished ? 'exclude' : undefined);
  const leave = () => setAct(undefined);
  const done = (said: string) => {
    leave();
    toastSuccess(said, toastMs.usual);
    onDone();
  };
  return (
    <Card aria-label="What you can do" className="flex flex-wrap gap-2 p-3!">
      {exclusion && (
        <Button look="quiet" className="max-sm:flex-1" onClick={() => setAct('lift')}>
          <Undo2 aria-hidden="true" className="size-4" />
          {isHold(exclusion) ? 'Lift the hold…' : 'Lift the exclusion…'}
        </Button>
      )}
      <Button look="danger" className="max-sm:flex-1" onClick={() => setAct('exclude')}>
        <ShieldOff aria-hidden="true" className="size-4" />
        {exclusion ? 'Exclude for longer…' : 'Exclude the player…'}
      </Button>
      <Button look="quiet" className="max-sm:flex-1" onClick={() => setAct('sign-out')}>
        <LogOut aria-hidden="true" className="size-4" />
        Sign out everywhere…
      </Button>
      {act === 'exclude' && <Exclude user={user} onLeave={leave} onDone={done} />}
      {act === 'lift' && exclusion && <Lift user={user} isHold={isHold(exclusion)} onLeave={leave} onDone={done} />}
      {act === 'sign-out' && <SignOut user={user} onLeave={leave} onDone={done} />}
    </Card>
  );
}

type DialogProps = {
  readonly user: PlayerSheet['user'];
  readonly onLeave: () => void;
  readonly onDone: (said: string) => void;
};
const unexplained = 'It is not known whether this was done. Please refresh the player before trying again.';

function Exclude({ user, onLeave, onDone }: DialogProps) {
  const [cause, setCause] = useState<(typeof causes)[number]['value']>('responsible-gambling');
  const [days, setDays] = useState('30');
  const length = lengths.find(({ value }) => value === days)?.label ?? days;
  return (
    <ReasonDialog
      title={`Exclude ${user.name}?`}
      button={days === '' ? 'Exclude for good' : `Exclude for ${length}`}
      fallback={unexplained}
      save={(reason) => excludePlayer(user.id, { cause, days: days === '' ? null : Number(days), reason })}
      onDone={() => onDone(`${user.name} is excluded`)}
      onLeave={onLeave}
    >
      {(isBusy) => (
        <>
          <p className="text-muted">
            It begins at once: no bets and no deposits. Open bets are settled, and withdrawing works as always. The
            player is told that and until when, by mail as well, and not why.
          </p>
          <div className="flex flex-wrap gap-2">
            <Select
              label="Because of"
              className="w-full sm:w-60"
              value={cause}
              disabled={isBusy}
              options={causes}
              onPick={(value) => setCause(causes.find((one) => one.value === value)?.value ?? cause)}
            />
            <Select
              label="How long"
              className="w-full sm:w-44"
              value={days}
              disabled={isBusy}
              options={lengths}
              onPick={setDays}
            />
          </div>
        </>
      )}
    </ReasonDialog>
  );
}

const Lift = ({ user, isHold: isOfHold, onLeave, onDone }: DialogProps & { readonly isHold: boolean }) => (
  <ReasonDialog
    title={`Lift the ${isOfHold ? 'hold on' : 'exclusion of'} ${user.name}?`}
    button={isOfHold ? 'Lift the hold' : 'Lift the exclusion'}
    look="primary"
    fallback={unexplained}
    save={(reason) => liftExclusion(user.id, { reason })}
    onDone={() => onDone(`The ${isOfHold ? 'hold on' : 'exclusion of'} ${user.name} is lifted`)}
    onLeave={onLeave}
  >
    {() => (
      <p className="text-muted">
        {isOfHold
          ? 'Only if this is not the excluded person: check their identity first. The player is emailed.'
          : 'An admin other than the one who excluded the player can lift it. The player is emailed. A break that they chose themselves continues.'}
      </p>
    )}
  </ReasonDialog>
);

const SignOut = ({ user, onLeave, onDone }: DialogProps) => (
  <ReasonDialog
    title={`Sign ${user.name} out everywhere?`}
    button="Sign out everywhere"
    fallback={unexplained}
    save={(reason) => signOutPlayer(user.id, { reason })}
    onDone={({ ended }) => onDone(`${user.name} was signed out ${ended === 1 ? 'on 1 device' : `on ${ended} devices`}`)}
    onLeave={onLeave}
  >
    {() => (
      <p className="text-muted">
        Every session ends at once and its pages are told so. Whoever knows the password can log in again.
      </p>
    )}
  </ReasonDialog>
);

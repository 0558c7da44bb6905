import type { PlayerExclusionView } from '@touchline/core/contract';
import { useMachine } from '@xstate/react';
import { ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import { excludePlayer, fetchPlayerExclusion, liftExclusion } from '../../api/players.ts';
import { localText } from '../../ledger/moments.ts';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type ExclusionWish, exclusionMachine } from './exclusion-machine.ts';

/** Whether a bettor may bet and pay in; an admin excludes them, and another admin lifts it. Asked for when it is opened. */
export function PlayerExclusion({ userId }: { readonly userId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="grid justify-items-start gap-2">
      <Button look="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <ShieldOff aria-hidden="true" className="size-4" />
        {isOpen ? 'Hide the exclusion' : 'Exclude the player…'}
      </Button>
      {isOpen && <Opened userId={userId} />}
    </div>
  );
}

function Opened({ userId }: { readonly userId: string }) {
  const [machine] = useState(() =>
    exclusionMachine.provide({
      actors: {
        load: fromPromise(() => fetchPlayerExclusion(userId)),
        send: fromPromise(({ input }: { input: ExclusionWish }) =>
          input.how === 'lift' ? liftExclusion(userId, { reason: input.reason }) : excludePlayer(userId, input.body),
        ),
      },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  const { view, message } = snapshot.context;
  if (snapshot.matches('failed')) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-live">
        {message}
        <Button look="quiet" onClick={() => send({ type: 'again pressed' })}>
          Try Again
        </Button>
      </p>
    );
  }
  if (!view) return <Skeleton className="h-24 w-full" />;
  const formProps = {
    isBusy: snapshot.matches('sending'),
    message: snapshot.matches('refused') ? message : undefined,
    onWish: (wish: ExclusionWish) => send({ type: 'wished', wish }),
  };
  return (
    <section
      aria-label={`Exclusion of ${view.user.name}`}
      className="grid w-full gap-4 rounded-small border border-line bg-surface p-3"
    >
      <Running view={view} />
      {view.exclusion ? <LiftForm {...formProps} /> : <ExcludeForm {...formProps} />}
    </section>
  );
}

function Running({ view: { user, exclusion, own } }: { readonly view: PlayerExclusionView }) {
  if (!exclusion && !own) return <p className="text-muted">{user.name} may bet and pay in.</p>;
  return (
    <FactsList>
      {own && (
        <Fact name={own.kind === 'time-out' ? 'Own time-out' : 'Self-exclusion'}>
          {untilText(own.until)}. Nobody can end it earlier.
        </Fact>
      )}
      {exclusion && (
        <>
          <Fact name="Excluded">
            {untilText(exclusion.until)}, since <time dateTime={exclusion.since}>{localText(exclusion.since)}</time>
          </Fact>
          <Fact name="Because of">{causeWords[exclusion.cause]}</Fact>
          <Fact name="Reason">{exclusion.reason}</Fact>
          <Fact name="Decided by">{exclusion.by}</Fact>
        </>
      )}
    </FactsList>
  );
}

type FormProps = {
  readonly isBusy: boolean;
  /** Why the last wish was refused. */
  readonly message: string | undefined;
  readonly onWish: (wish: ExclusionWish) => void;
};

function ExcludeForm({ isBusy, message, onWish }: FormProps) {
  const [cause, setCause] = useState<Cause>('responsible-gambling');
  const [days, setDays] = useState('30');
  const [reason, setReason] = useState('');
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const body = { cause, days: days === '' ? null : Number(days), reason: reason.trim() };
        onWish({ how: 'exclude', body });
      }}
    >
      {message !== undefined && <Banner tone="error">{message}</Banner>}
      <p className="text-small text-muted">
        It begins at once: no bets and no deposits. Open bets are settled, and withdrawing works as always. The player
        is told that and until when, not why.
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
      <Reason reason={reason} isBusy={isBusy} onReason={setReason} />
      <Button type="submit" look="danger" isBusy={isBusy} className="justify-self-start max-sm:w-full">
        Exclude {days === '' ? 'for good' : `for ${lengths.find(({ value }) => value === days)?.label}`}
      </Button>
    </form>
  );
}

function LiftForm({ isBusy, message, onWish }: FormProps) {
  const [reason, setReason] = useState('');
  return (
    <form
      className="grid gap-3 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        onWish({ how: 'lift', reason: reason.trim() });
      }}
    >
      {message !== undefined && <Banner tone="error">{message}</Banner>}
      <p className="text-small text-muted">It takes two: another admin than the one who decided it can lift it.</p>
      <Reason reason={reason} isBusy={isBusy} onReason={setReason} />
      <Button type="submit" look="quiet" isBusy={isBusy} className="justify-self-start max-sm:w-full">
        Lift the exclusion
      </Button>
    </form>
  );
}

type ReasonProps = {
  readonly reason: string;
  readonly isBusy: boolean;
  readonly onReason: (reason: string) => void;
};
const Reason = ({ reason, isBusy, onReason }: ReasonProps) => (
  <Field
    label="Reason"
    required
    minLength={3}
    maxLength={300}
    autoComplete="off"
    value={reason}
    disabled={isBusy}
    hint="It is written to the audit log."
    onChange={(event) => onReason(event.target.value)}
  />
);

type Cause = NonNullable<PlayerExclusionView['exclusion']>['cause'];
const causeWords: Record<Cause, string> = {
  request: 'The player asked for it',
  'responsible-gambling': 'Responsible gambling',
  fraud: 'Fraud',
};
const causes = (['responsible-gambling', 'request', 'fraud'] as const).map((value) => ({
  value,
  label: causeWords[value],
}));
const lengths = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '183', label: '6 months' },
  { value: '365', label: '1 year' },
  { value: '1826', label: '5 years' },
  { value: '', label: 'For good' },
] as const;

const untilText = (until: string | null): string => (until === null ? 'For good' : `Until ${localText(until)}`);

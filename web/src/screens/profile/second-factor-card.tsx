import type { TotpEnrolment } from '@touchline/core/contract';
import { useMachine } from '@xstate/react';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import { confirmTotp, disableTotp, enrolTotp, fetchSettings } from '../../api/own-account.ts';
import { EntryForm } from '../../forms/entry-form.tsx';
import { PasswordInput, TextInput } from '../../forms/inputs.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { takeLostFocus } from '../../ui/take-lost-focus.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondFactorMachine } from './second-factor-machine.ts';

/** The authentication app that an admin's log-in asks for. */
export function SecondFactorCard() {
  const [machine] = useState(() =>
    secondFactorMachine.provide({
      actors: {
        load: fromPromise(() => fetchSettings()),
        enrol: fromPromise(() => enrolTotp()),
        confirm: fromPromise(({ input }) => confirmTotp(input)),
        turnOff: fromPromise(({ input }) => disableTotp(input)),
      },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  // Of what comes back, only what somebody pressed before may take the focus.
  const [isTouched, setTouched] = useState(false);
  const back = isTouched ? takeLostFocus : null;
  const { enrolment, recoveryCodes, left, message } = snapshot.context;
  const isOn = ['on', 'proving', 'turning off', 'keeping'].some((state) => snapshot.value === state);
  const isScanning = snapshot.matches('scanning') || snapshot.matches('confirming');
  const isProving = snapshot.matches('proving') || snapshot.matches('turning off');
  return (
    <Card aria-labelledby="second-factor" className="grid gap-4 p-5!">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1">
          <h2 id="second-factor" className="text-figure font-strong">
            Two-factor log-in
          </h2>
          <p className="text-small text-muted">Your log-in asks for a code of an authentication app as well.</p>
        </div>
        {!snapshot.matches('loading') && !snapshot.matches('unknown') && (
          <Badge tone={isOn ? 'won' : 'neutral'}>
            {isOn ? (
              <ShieldCheck aria-hidden="true" className="size-3.5" />
            ) : (
              <ShieldOff aria-hidden="true" className="size-3.5" />
            )}
            {isOn ? 'On' : 'Off'}
          </Badge>
        )}
      </header>
      {snapshot.matches('loading') && <Skeleton className="h-11 w-full" />}
      {snapshot.matches('unknown') && (
        <EmptyState
          title="It could not be loaded."
          hint={message}
          action={<Button onClick={() => send({ type: 'again pressed' })}>Try Again</Button>}
        />
      )}
      {message !== '' && !snapshot.matches('unknown') && <Banner tone="error">{message}</Banner>}
      {(snapshot.matches('off') || snapshot.matches('enrolling')) && (
        <Button
          ref={back}
          isBusy={snapshot.matches('enrolling')}
          onClick={() => {
            setTouched(true);
            send({ type: 'enrol pressed' });
          }}
        >
          Set up an authentication app
        </Button>
      )}
      {isScanning && enrolment && (
        <Scan
          enrolment={enrolment}
          isBusy={snapshot.matches('confirming')}
          onCode={(code) => send({ type: 'code sent', code })}
          onCancel={() => send({ type: 'cancelled' })}
        />
      )}
      {snapshot.matches('keeping') && (
        <RecoveryCodes codes={recoveryCodes} onKept={() => send({ type: 'codes kept' })} />
      )}
      {snapshot.matches('on') && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-small text-muted figures">
            {left === 1 ? '1 recovery code' : `${left} recovery codes`} left.
          </p>
          <Button
            ref={back}
            look="danger"
            onClick={() => {
              setTouched(true);
              send({ type: 'turn off pressed' });
            }}
          >
            Turn off
          </Button>
        </div>
      )}
      {isProving && (
        <EntryForm
          initial={{ password: '', code: '' }}
          check={({ password, code }) => ({
            password: password === '' ? 'Please enter your password' : undefined,
            code: code.trim() === '' ? codeMissing : undefined,
          })}
          onSend={({ password, code }) => send({ type: 'proof sent', proof: { password, code: code.trim() } })}
        >
          <PasswordInput name="password" label="Password" autoComplete="current-password" autoFocus />
          <TextInput
            name="code"
            label="Code of the app, or a recovery code"
            autoComplete="one-time-code"
            maxLength={40}
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="danger" isBusy={snapshot.matches('turning off')}>
              Turn off two-factor log-in
            </Button>
            <Button look="bare" disabled={snapshot.matches('turning off')} onClick={() => send({ type: 'cancelled' })}>
              Cancel
            </Button>
          </div>
        </EntryForm>
      )}
    </Card>
  );
}

const codeMissing = 'Please enter the code of the app';

type ScanProps = {
  readonly enrolment: TotpEnrolment;
  readonly isBusy: boolean;
  readonly onCode: (code: string) => void;
  readonly onCancel: () => void;
};

/** The secret as a picture and as letters, and the first code that proves it has arrived. */
const Scan = ({ enrolment: { qrSvg, secret, url }, isBusy, onCode, onCancel }: ScanProps) => (
  <div className="grid gap-4">
    <ol className="grid list-decimal gap-1 pl-5 text-small text-muted">
      <li>
        Scan this with your authentication app, or{' '}
        <a href={url} className="font-strong text-pitch underline underline-offset-4">
          open the app on this device
        </a>
        .
      </li>
      <li>Type the code that it shows.</li>
    </ol>
    <div className="flex flex-wrap items-center gap-4">
      {/* Cameras read dark on light, whatever the theme. */}
      <img
        src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(qrSvg)}`}
        alt="QR code for the authentication app"
        width={180}
        height={180}
        className="rounded-small bg-white p-2"
      />
      <div className="min-w-0 flex-1">
        <p className="text-small text-muted">Or type these letters into the app:</p>
        <p className="font-strong wrap-anywhere figures">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
      </div>
    </div>
    <EntryForm
      initial={{ code: '' }}
      check={({ code }) => ({ code: code.trim() === '' ? codeMissing : undefined })}
      onSend={({ code }) => onCode(code.trim())}
    >
      <TextInput
        name="code"
        label="Code of the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="123456"
        autoFocus
        maxLength={40}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={isBusy}>
          Confirm
        </Button>
        <Button look="bare" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </EntryForm>
  </div>
);

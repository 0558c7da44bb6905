import type { TotpEnrolment } from '@touchline/core/contract';
import { useMachine } from '@xstate/react';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import { confirmTotp, disableTotp, enrolTotp, fetchSettings, renewRecoveryCodes } from '../../api/own-account.ts';
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
import { type Proof, secondFactorMachine } from './second-factor-machine.ts';

type Props = {
  /** Staff cannot turn it off. */
  readonly isStaff: boolean;
  /** Once it is on and the recovery codes were kept. */
  readonly onSetUp?: () => void;
};

/** The authentication app that the log-in asks for: always for staff, for bettors when they want it. */
export function SecondFactorCard({ isStaff, onSetUp }: Props) {
  const [machine] = useState(() =>
    secondFactorMachine.provide({
      actors: {
        load: fromPromise(() => fetchSettings()),
        enrol: fromPromise(({ input }) => enrolTotp(input)),
        confirm: fromPromise(({ input }) => confirmTotp(input)),
        renew: fromPromise(({ input }) => renewRecoveryCodes(input)),
        turnOff: fromPromise(({ input }) => disableTotp(input)),
      },
      actions: { 'note that it is set up': () => onSetUp?.() },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  // Of what comes back, only what was pressed before may take the focus.
  const [isTouched, setTouched] = useState(false);
  const back = isTouched ? takeLostFocus : null;
  const { isOn, enrolment, recoveryCodes, left, message } = snapshot.context;
  const isIn = (...states: readonly string[]) => states.some((state) => snapshot.value === state);
  const press = (event: { type: 'enrol pressed' | 'new codes pressed' | 'turn off pressed' }) => () => {
    setTouched(true);
    send(event);
  };
  const proof = {
    onProof: (sent: Proof) => send({ type: 'proof sent', proof: sent }),
    onCancel: () => send({ type: 'cancelled' }),
  };
  return (
    <Card aria-labelledby="second-factor" className="grid gap-4 p-5!">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1">
          <h2 id="second-factor" className="text-figure font-strong">
            Two-factor log-in
          </h2>
          <p className="text-small text-muted">Your log-in asks for a code from an authentication app as well.</p>
        </div>
        {!isIn('loading', 'unknown') && (
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
      {isIn('loading') && <Skeleton className="h-11 w-full" />}
      {isIn('unknown') && (
        <EmptyState
          title="Two-factor log-in could not be loaded."
          hint={message}
          action={<Button onClick={() => send({ type: 'again pressed' })}>Try Again</Button>}
        />
      )}
      {message !== '' && !isIn('unknown') && <Banner tone="error">{message}</Banner>}
      {isIn('off') && (
        <Button ref={back} onClick={press({ type: 'enrol pressed' })}>
          Set up an authentication app
        </Button>
      )}
      {isIn('asking to enrol', 'enrolling') && (
        <ProofForm button="Continue" asksForCode={isOn} isBusy={isIn('enrolling')} {...proof} />
      )}
      {isIn('scanning', 'confirming') && enrolment && (
        <Scan
          enrolment={enrolment}
          isBusy={isIn('confirming')}
          onCode={(code) => send({ type: 'code sent', code })}
          onCancel={() => send({ type: 'cancelled' })}
        />
      )}
      {isIn('keeping') && <RecoveryCodes codes={recoveryCodes} onKept={() => send({ type: 'codes kept' })} />}
      {isIn('on') && (
        <>
          {left <= 3 && <Banner tone="warning">Few recovery codes are left. Get new ones before you run out.</Banner>}
          <p className="text-small text-muted figures">
            {left === 1 ? '1 recovery code' : `${left} recovery codes`} left.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button ref={back} look="quiet" onClick={press({ type: 'enrol pressed' })}>
              Replace app
            </Button>
            <Button look="quiet" onClick={press({ type: 'new codes pressed' })}>
              Get new recovery codes
            </Button>
            {!isStaff && (
              <Button look="danger" onClick={press({ type: 'turn off pressed' })}>
                Turn off
              </Button>
            )}
          </div>
        </>
      )}
      {isIn('asking for new codes', 'renewing') && (
        <ProofForm button="Get new recovery codes" asksForCode={false} isBusy={isIn('renewing')} {...proof} />
      )}
      {isIn('proving', 'turning off') && (
        <ProofForm
          button="Turn off two-factor log-in"
          look="danger"
          asksForCode
          isBusy={isIn('turning off')}
          {...proof}
        />
      )}
    </Card>
  );
}

type ProofFormProps = {
  readonly button: string;
  readonly look?: 'danger';
  readonly asksForCode: boolean;
  readonly isBusy: boolean;
  readonly onProof: (proof: Proof) => void;
  readonly onCancel: () => void;
};

/** The password, and where there is an app already a code of it. */
const ProofForm = ({ button, look, asksForCode, isBusy, onProof, onCancel }: ProofFormProps) => (
  <EntryForm
    initial={{ password: '', code: '' }}
    check={({ password, code }) => ({
      password: password === '' ? 'Please enter your password' : undefined,
      code: asksForCode && code.trim() === '' ? codeMissing : undefined,
    })}
    onSend={({ password, code }) => onProof({ password, code: code.trim() })}
  >
    <PasswordInput name="password" label="Password" autoComplete="current-password" autoFocus />
    {asksForCode && (
      <TextInput
        name="code"
        label="Code from the app, or a recovery code"
        autoComplete="one-time-code"
        maxLength={40}
      />
    )}
    <div className="flex flex-wrap gap-2">
      <Button type="submit" {...(look && { look })} isBusy={isBusy}>
        {button}
      </Button>
      <Button look="bare" disabled={isBusy} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  </EntryForm>
);

const codeMissing = 'Please enter the code from the app';

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
        <p className="text-small text-muted">Or enter this key in the app:</p>
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
        label="Code from the app"
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

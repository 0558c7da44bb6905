import type { TotpEnrolment } from '@touchline/core/contract';
import { useMachine } from '@xstate/react';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
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
  /** Called once it is on and the recovery codes have been shown. */
  readonly onSetUp?: () => void;
};

/** Two-factor log-in with an authentication app: required for staff, optional for bettors. */
export function SecondFactorCard({ isStaff, onSetUp }: Props) {
  const [machine] = useState(() =>
    secondFactorMachine.provide({
      actions: { 'notify the screen': () => onSetUp?.() },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  // A button that comes back takes the focus only after one was pressed.
  const [isTouched, setTouched] = useState(false);
  const back = isTouched ? takeLostFocus : null;
  const { isOn, enrolment, recoveryCodes, left, message } = snapshot.context;
  const isIn = (...states: readonly string[]) => states.some((state) => snapshot.value === state);
  const press = (event: { type: 'enrol' | 'renew codes' | 'turn off' }) => () => {
    setTouched(true);
    send(event);
  };
  const proof = {
    onProof: (sent: Proof) => send({ type: 'submit proof', proof: sent }),
    onCancel: () => send({ type: 'cancel' }),
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
        {!isIn('loading', 'failed') && (
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
      {isIn('failed') && (
        <EmptyState
          title="Two-factor log-in could not be loaded."
          hint={message}
          action={<Button onClick={() => send({ type: 'retry' })}>Try Again</Button>}
        />
      )}
      {message !== '' && !isIn('failed') && <Banner tone="error">{message}</Banner>}
      {isIn('off') && (
        <Button ref={back} onClick={press({ type: 'enrol' })}>
          Set up an authentication app
        </Button>
      )}
      {isIn('proving for app', 'enrolling') && (
        <ProofForm button="Continue" asksForCode={isOn} isBusy={isIn('enrolling')} {...proof} />
      )}
      {isIn('scanning', 'confirming') && enrolment && (
        <Scan
          enrolment={enrolment}
          isBusy={isIn('confirming')}
          onCode={(code) => send({ type: 'submit code', code })}
          onCancel={() => send({ type: 'cancel' })}
        />
      )}
      {isIn('showing codes') && <RecoveryCodes codes={recoveryCodes} onDone={() => send({ type: 'finish' })} />}
      {isIn('on') && (
        <>
          {left <= 3 && <Banner tone="warning">Few recovery codes are left. Get new ones before you run out.</Banner>}
          <p className="text-small text-muted figures">
            {left === 1 ? '1 recovery code' : `${left} recovery codes`} left.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button ref={back} look="quiet" onClick={press({ type: 'enrol' })}>
              Replace app
            </Button>
            <Button look="quiet" onClick={press({ type: 'renew codes' })}>
              Get new recovery codes
            </Button>
            {!isStaff && (
              <Button look="danger" onClick={press({ type: 'turn off' })}>
                Turn off
              </Button>
            )}
          </div>
        </>
      )}
      {isIn('proving for codes', 'renewing') && (
        <ProofForm button="Get new recovery codes" asksForCode={false} isBusy={isIn('renewing')} {...proof} />
      )}
      {isIn('proving for off', 'turning off') && (
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

/** The password, and a code if there is an app already. */
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

/** The secret as a picture and as text, and the field for its first code. */
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

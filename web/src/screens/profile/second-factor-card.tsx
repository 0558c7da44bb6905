import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { EventFromLogic, SnapshotFrom } from 'xstate';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { takeLostFocus } from '../../ui/take-lost-focus.ts';
import { EnrolmentForm, ProofForm, RecoveryCodes } from './second-factor-forms.tsx';
import { type Proof, secondFactorMachine } from './second-factor-machine.ts';

type Props = {
  /** Staff cannot turn it off. */
  readonly isStaff: boolean;
  /** Called once it is on and the recovery codes have been shown. */
  readonly onSetUp?: () => void;
};

/** Two-factor login with an authentication app: required for staff, optional for bettors. */
export function SecondFactorCard({ isStaff, onSetUp }: Props) {
  const [machine] = useState(() =>
    secondFactorMachine.provide({ actions: { 'notify the screen': () => onSetUp?.() } }),
  );
  const [snapshot, send] = useMachine(machine);
  const { isOn, message } = snapshot.context;
  const isKnown = !snapshot.matches('loading') && !snapshot.matches('failed');
  return (
    <Card aria-labelledby="second-factor" className="grid gap-4 p-5!">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1">
          <h2 id="second-factor" className="text-figure font-strong">
            {t('Two-factor login')}
          </h2>
          <p className="text-small text-muted">{t('Adds a code from an authentication app to your login.')}</p>
        </div>
        {isKnown && <StateBadge isOn={isOn} />}
      </header>
      {isKnown && message !== '' && <Banner tone="error">{message}</Banner>}
      <Content snapshot={snapshot} send={send} isStaff={isStaff} />
    </Card>
  );
}

function StateBadge({ isOn }: { readonly isOn: boolean }) {
  const Icon = isOn ? ShieldCheck : ShieldOff;
  return (
    <Badge tone={isOn ? 'won' : 'neutral'}>
      <Icon aria-hidden="true" className="size-3.5" />
      {isOn ? t('On') : t('Off')}
    </Badge>
  );
}

type ContentProps = {
  readonly snapshot: SnapshotFrom<typeof secondFactorMachine>;
  readonly send: (event: EventFromLogic<typeof secondFactorMachine>) => void;
  readonly isStaff: boolean;
};

/** What the card shows and asks for in each state. */
function Content({ snapshot, send, isStaff }: ContentProps): ReactNode {
  const { isOn, enrolment, recoveryCodes, left, message } = snapshot.context;
  const onCancel = () => send({ type: 'cancel' });
  const proof = { asksForCode: isOn, onProof: (sent: Proof) => send({ type: 'submit proof', proof: sent }), onCancel };
  // Only a user who pressed a button gets the focus back when it reappears.
  const [isTouched, setTouched] = useState(false);
  const ref = isTouched ? takeLostFocus : null;
  const press = (type: 'enrol' | 'renew codes' | 'turn off') => () => {
    setTouched(true);
    send({ type });
  };
  const renewCodes = press('renew codes');
  const turnOff = press('turn off');
  switch (snapshot.value) {
    case 'loading':
      return <Skeleton className="h-11 w-full" />;
    case 'failed':
      return (
        <EmptyState
          title={t('Two-factor login could not be loaded.')}
          hint={message}
          onRetry={() => send({ type: 'retry' })}
        />
      );
    case 'off':
      return (
        <Button ref={ref} onClick={press('enrol')}>
          {t('Set up an authentication app')}
        </Button>
      );
    case 'on':
      return (
        <>
          {left <= 3 && (
            <Banner tone="warning">{t('Few recovery codes are left. Get new ones before you run out.')}</Banner>
          )}
          <p className="text-small text-muted figures">
            {t('{left, plural, one {# recovery code} other {# recovery codes}} left.', { left })}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button ref={ref} look="quiet" onClick={press('enrol')}>
              {t('Replace app')}
            </Button>
            <Button look="quiet" onClick={renewCodes}>
              {t('Get new recovery codes')}
            </Button>
            {!isStaff && (
              <Button look="danger" onClick={turnOff}>
                {t('Turn off')}
              </Button>
            )}
          </div>
        </>
      );
    case 'proving for app':
    case 'enrolling':
      return <ProofForm button={t('Continue')} isBusy={snapshot.value === 'enrolling'} {...proof} />;
    case 'scanning':
    case 'confirming':
      return (
        enrolment && (
          <EnrolmentForm
            enrolment={enrolment}
            isBusy={snapshot.value === 'confirming'}
            onCode={(code) => send({ type: 'submit code', code })}
            onCancel={onCancel}
          />
        )
      );
    case 'showing codes':
      return <RecoveryCodes codes={recoveryCodes} onDone={() => send({ type: 'finish' })} />;
    case 'proving for codes':
    case 'renewing':
      return <ProofForm button={t('Get new recovery codes')} isBusy={snapshot.value === 'renewing'} {...proof} />;
    case 'proving for off':
    case 'turning off':
      return (
        <ProofForm
          button={t('Turn off two-factor login')}
          look="danger"
          isBusy={snapshot.value === 'turning off'}
          {...proof}
        />
      );
  }
}

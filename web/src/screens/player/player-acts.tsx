import {
  adjustmentAmountText,
  adjustmentCauseTexts,
  adjustmentEndpoints,
  type PlayerSheet,
  playerEndpoints,
} from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { dollars, noMoney } from '@touchline/core/money';
import { type AdjustmentCause, adjustmentCauses, maxAdjustment } from '@touchline/core/wallet';
import { LogOut, Scale, ShieldOff, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { call } from '../../api/call.ts';
import { isWorthRetrying } from '../../api/client.ts';
import { ReasonDialog } from '../../forms/reason-dialog.tsx';
import { LabelledSelect } from '../../ledger/filter-fields.tsx';
import { centsFromText } from '../../ui/amount-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DollarField } from '../../ui/dollar-field.tsx';
import { signedDollarsText } from '../../ui/money.tsx';
import { toastMs, toastSuccess } from '../../ui/toast.ts';
import { capitalized } from '../cases/case-texts.ts';
import { causes, causeText, isHold, lengths } from './exclusion-text.ts';

type Act = 'exclude' | 'lift' | 'sign-out' | 'adjust';
type Props = { readonly sheet: PlayerSheet; readonly onDone: () => void };

/** The admin actions for a player. Transactions link here with `?act=exclude`, which opens the dialog. */
export function PlayerActs({ sheet, onDone }: Props) {
  const { exclusion, user } = sheet;
  const isRequested = new URLSearchParams(useSearch()).get('act') === 'exclude' && !exclusion;
  const [act, setAct] = useState<Act | undefined>(isRequested ? 'exclude' : undefined);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const leave = () => setAct(undefined);
  const done = (message: string) => {
    leave();
    toastSuccess(message, toastMs.usual);
    onDone();
  };
  return (
    <Card aria-label={t('Actions')} className="flex flex-wrap gap-2 p-3!">
      {exclusion && (
        <Button look="quiet" className="max-sm:flex-1" onClick={() => setAct('lift')}>
          <Undo2 aria-hidden="true" className="size-4" />
          {isHold(exclusion) ? t('Lift the hold…') : t('Lift the exclusion…')}
        </Button>
      )}
      <Button look="danger" className="max-sm:flex-1" onClick={() => setAct('exclude')}>
        <ShieldOff aria-hidden="true" className="size-4" />
        {exclusion ? t('Exclude for longer…') : t('Exclude the player…')}
      </Button>
      <Button look="quiet" className="max-sm:flex-1" onClick={() => setAct('sign-out')}>
        <LogOut aria-hidden="true" className="size-4" />
        {t('Sign out everywhere…')}
      </Button>
      <Button look="quiet" className="max-sm:flex-1" onClick={() => setAct('adjust')}>
        <Scale aria-hidden="true" className="size-4" />
        {t('Adjust the balance…')}
      </Button>
      {act === 'adjust' && (
        <Adjust
          user={user}
          requestKey={key}
          onAnswer={() => setKey(crypto.randomUUID())}
          onLeave={leave}
          onDone={done}
        />
      )}
      {act === 'exclude' && <Exclude user={user} onLeave={leave} onDone={done} />}
      {act === 'lift' && exclusion && <Lift user={user} isHold={isHold(exclusion)} onLeave={leave} onDone={done} />}
      {act === 'sign-out' && <SignOut user={user} onLeave={leave} onDone={done} />}
    </Card>
  );
}

type DialogProps = {
  readonly user: PlayerSheet['user'];
  readonly onLeave: () => void;
  readonly onDone: (message: string) => void;
};
const unconfirmed = msg("We don't know whether this worked. Refresh the player before you try again.");

function Exclude({ user, onLeave, onDone }: DialogProps) {
  const [cause, setCause] = useState<(typeof causes)[number]>('responsible-gambling');
  const [days, setDays] = useState('30');
  const length = lengths.find(({ value }) => value === days) ?? lengths[1];
  return (
    <ReasonDialog
      title={t('Exclude {name}?', { name: user.name })}
      button={t(length.button)}
      fallback={t(unconfirmed)}
      save={(reason) =>
        call(playerEndpoints.exclude, {
          params: { id: user.id },
          body: { cause, days: days === '' ? null : Number(days), reason },
        })
      }
      onDone={() => onDone(t('{name} is excluded', { name: user.name }))}
      onLeave={onLeave}
    >
      {(isBusy) => (
        <>
          <p className="text-muted">
            {t(
              'Starts immediately: no bets and no deposits. Open bets are settled, and withdrawals still work. We email the player the end date, but not the reason.',
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            <LabelledSelect
              label={t('Because of')}
              className="w-full sm:w-60"
              value={cause}
              disabled={isBusy}
              options={causes.map((value) => ({ value, label: causeText(value) }))}
              onPick={(value) => setCause(causes.find((known) => known === value) ?? cause)}
            />
            <LabelledSelect
              label={t('How long')}
              className="w-full sm:w-44"
              value={days}
              disabled={isBusy}
              options={lengths.map(({ value, label }) => ({ value, label: t(label) }))}
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
    title={t(isOfHold ? 'Lift the hold on {name}?' : 'Lift the exclusion of {name}?', { name: user.name })}
    button={isOfHold ? t('Lift the hold') : t('Lift the exclusion')}
    look="primary"
    fallback={t(unconfirmed)}
    save={(reason) => call(playerEndpoints.liftExclusion, { params: { id: user.id }, body: { reason } })}
    onDone={() =>
      onDone(t(isOfHold ? 'The hold on {name} is lifted' : 'The exclusion of {name} is lifted', { name: user.name }))
    }
    onLeave={onLeave}
  >
    {() => (
      <p className="text-muted">
        {isOfHold
          ? t('Only if this is not the excluded person: check their identity first. The player is emailed.')
          : t(
              'An admin other than the one who excluded the player can lift it. The player is emailed. A break that they chose themselves continues.',
            )}
      </p>
    )}
  </ReasonDialog>
);

const SignOut = ({ user, onLeave, onDone }: DialogProps) => (
  <ReasonDialog
    title={t('Sign {name} out everywhere?', { name: user.name })}
    button={t('Sign out everywhere')}
    fallback={t(unconfirmed)}
    save={(reason) => call(playerEndpoints.signOut, { params: { id: user.id }, body: { reason } })}
    onDone={({ ended }) =>
      onDone(
        t('{name} was signed out on {ended, plural, one {# device} other {# devices}}', { name: user.name, ended }),
      )
    }
    onLeave={onLeave}
  >
    {() => (
      <p className="text-muted">
        {t('Ends every session immediately. Anyone who knows the password can log in again.')}
      </p>
    )}
  </ReasonDialog>
);

type AdjustProps = DialogProps & {
  /** Stays the same until the server has answered, so that a request without an answer is not carried out twice. */
  readonly requestKey: string;
  readonly onAnswer: () => void;
};

function Adjust({ user, requestKey: key, onAnswer, onLeave, onDone }: AdjustProps) {
  const [way, setWay] = useState<'add' | 'take'>('add');
  const [typed, setTyped] = useState('');
  const [cause, setCause] = useState<AdjustmentCause>('courtesy');
  const [error, setError] = useState('');
  const amount = centsFromText(typed) ?? noMoney;
  const isUsable = amount > 0 && amount <= maxAdjustment;
  return (
    <ReasonDialog
      title={t('Adjust the balance of {name}?', { name: user.name })}
      button={t('Request the adjustment')}
      look="primary"
      fallback={t(unconfirmed)}
      note={t('Other admins and auditors read it. The player does not.')}
      save={async (reason) => {
        const answer = await call(adjustmentEndpoints.request, {
          params: { id: user.id },
          body: { amount: (way === 'add' ? 1 : -1) * dollars(amount), cause, reason },
          key,
        });
        if (answer.ok || !isWorthRetrying(answer.refusal)) onAnswer();
        return answer;
      }}
      isReady={() => {
        setError(isUsable ? '' : t(adjustmentAmountText));
        return isUsable;
      }}
      onDone={(adjustment) =>
        onDone(t('Adjustment of {amount} requested', { amount: signedDollarsText(adjustment.amount) }))
      }
      onLeave={onLeave}
    >
      {(isBusy) => (
        <>
          <p className="text-muted">
            {t(
              'Nothing changes yet: another admin has to approve it, and the operator posts it to the ledger. The player is notified then.',
            )}
          </p>
          <div className="flex flex-wrap items-end gap-2">
            <LabelledSelect
              label={t('Direction')}
              className="w-full sm:w-60"
              value={way}
              disabled={isBusy}
              options={[
                { value: 'add', label: t('Add to the balance') },
                { value: 'take', label: t('Take from the balance') },
              ]}
              onPick={(value) => setWay(value === 'take' ? 'take' : 'add')}
            />
            <DollarField
              label={t('Amount')}
              className="w-full sm:w-36"
              value={typed}
              error={error || undefined}
              disabled={isBusy}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value);
                setError('');
              }}
            />
            <LabelledSelect
              label={t('Because of')}
              className="w-full"
              value={cause}
              disabled={isBusy}
              options={adjustmentCauses.map((value) => ({ value, label: capitalized(t(adjustmentCauseTexts[value])) }))}
              onPick={(value) => setCause(adjustmentCauses.find((known) => known === value) ?? cause)}
            />
          </div>
        </>
      )}
    </ReasonDialog>
  );
}

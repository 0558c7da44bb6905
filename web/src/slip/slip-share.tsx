import { t } from '@touchline/core/language';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { bookSlip } from '../api/bet-endpoints.ts';
import { call } from '../api/call.ts';
import { failureText } from '../api/client.ts';
import { copyText } from '../ledger/hash-text.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { toastError, toastMs } from '../ui/toast.ts';
import { kindOf, systemOf } from './tickets.ts';
import { useSlipView } from './use-slip-view.ts';

/** Keeps the slip under a code, to load it on another device or to share it. */
export function ShareSlip() {
  const { state } = useSlipView();
  const { entries, form } = state;
  const [booked, setBooked] = useState<{ readonly code: string; readonly of: typeof entries }>();
  const [isBusy, setBusy] = useState(false);
  const system = kindOf(state) === 'system' ? systemOf(state) : undefined;
  const book = async () => {
    setBusy(true);
    const answer = await call(bookSlip, {
      body: {
        kind: kindOf(state),
        selections: entries.map(({ matchId, betOutcome }) => ({ matchId, betOutcome })),
        ...(system && { sizes: [...(form.sizes ?? system.sizes)], bankers: [...system.bankers] }),
      },
    });
    setBusy(false);
    if (answer.ok) setBooked({ code: answer.value.code, of: entries });
    else toastError(failureText(answer.refusal, t('The booking code could not be made.')), toastMs.usual);
  };
  // A code is of the selections that it was made for.
  if (booked?.of === entries) {
    const link = `${location.origin}/slip/${booked.code}`;
    return (
      <p role="status" className="flex flex-wrap items-center justify-between gap-x-3 text-small">
        <span>
          {t('Booking code')} <span className="font-strong tracking-wider figures">{booked.code}</span>
        </span>
        <Button look="bare" className="px-2!" onClick={() => void copyText(link, t('the link to this slip'))}>
          {t('Copy link')}
        </Button>
      </p>
    );
  }
  return (
    <Button look="bare" className="justify-self-start px-2! text-small text-muted" isBusy={isBusy} onClick={book}>
      {t('Get a booking code')}
    </Button>
  );
}

/** Loads a slip by its code. */
export function EnterCode() {
  const [code, setCode] = useState('');
  const [, navigate] = useLocation();
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') navigate(`/slip/${encodeURIComponent(code.trim().toUpperCase())}`);
      }}
    >
      <Field
        label={t('Booking code')}
        className="flex-1"
        autoComplete="off"
        maxLength={7}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" look="quiet" disabled={code.trim() === ''}>
        {t('Load')}
      </Button>
    </form>
  );
}

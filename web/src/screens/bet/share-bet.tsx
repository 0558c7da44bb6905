import { type BetView, betEndpoints } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { failureText } from '../../api/client.ts';
import { copyText } from '../../ledger/hash-text.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toastError, toastMs, toastSuccess } from '../../ui/toast.ts';

type Shared = { readonly code: string; readonly showsStake: boolean };

/** Shares a bet by link, without the bettor's name, and with its amounts only if the bettor chooses so. */
export function ShareBet({ bet: { _id: id } }: { readonly bet: BetView }) {
  const [shared, setShared] = useState<Shared>();
  const [isBusy, setBusy] = useState(false);
  const share = async (showsStake?: boolean) => {
    setBusy(true);
    const answer = await call(betEndpoints.share, {
      params: { id },
      body: { ...(showsStake !== undefined && { showsStake }) },
    });
    setBusy(false);
    if (answer.ok) setShared(answer.value);
    else toastError(failureText(answer.refusal, t('The bet could not be shared.')), toastMs.usual);
  };
  const stop = async () => {
    setBusy(true);
    const answer = await call(betEndpoints.unshare, { params: { id } });
    setBusy(false);
    if (!answer.ok) {
      toastError(failureText(answer.refusal, t('The bet is still shared. Please try again.')), toastMs.usual);
      return;
    }
    setShared(undefined);
    toastSuccess(answer.value.message);
  };
  if (!shared) {
    return (
      <Button look="quiet" isBusy={isBusy} onClick={() => share()}>
        {t('Share')}
      </Button>
    );
  }
  const link = `${location.origin}/shared/${shared.code}`;
  return (
    <Card aria-label={t('Share')} className="grid w-full gap-3">
      <p className="text-small text-muted">
        {t('Anyone with this link can see the bet and its progress for 90 days, without your name.')}
      </p>
      <p className="font-strong wrap-anywhere">{link}</p>
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          className="size-5 accent-pitch"
          checked={shared.showsStake}
          aria-disabled={isBusy || undefined}
          onChange={(event) => {
            if (!isBusy) void share(event.target.checked);
          }}
        />
        {t('Show stake and payout')}
      </label>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" onClick={() => void copyText(link, t('the link to this bet'))}>
          {t('Copy link')}
        </Button>
        <Button look="bare" isBusy={isBusy} onClick={stop}>
          {t('Stop sharing')}
        </Button>
      </div>
    </Card>
  );
}

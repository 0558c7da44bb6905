import type { ExclusionView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { CirclePause } from 'lucide-react';
import { useEffect, useState } from 'react';
import { rich } from '../language/rich.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Select } from '../ui/select.tsx';
import { ExclusionNotice } from './exclusion-notice.tsx';
import { type ExclusionChoice, exclusionChoices, requestOf } from './limit-texts.ts';
import type { Limits } from './limits-machine.ts';

type Props = { readonly exclusion: ExclusionView | null; readonly limits: Limits };

/** Starts a break from betting and shows the current one, which can be extended but not shortened. */
export function ExclusionPart({ exclusion, limits }: Props) {
  const [choice, setChoice] = useState<ExclusionChoice>(exclusionChoices[0]);
  const [isAsking, setAsking] = useState(false);
  const [snapshot, send] = limits;
  const isBusy = snapshot.matches({ open: 'saving' }) && snapshot.context.change?.kind === 'exclusion';
  const isAnswered = snapshot.matches({ open: 'saved' }) || snapshot.matches({ open: 'refused' });
  useEffect(() => {
    if (isAnswered) setAsking(false);
  }, [isAnswered]);
  return (
    <section aria-labelledby="exclusion" className="grid gap-3 border-t border-line pt-5">
      <div>
        <h3 id="exclusion" className="font-strong">
          {t('Take a break')}
        </h3>
        <p className="text-small text-muted">
          {t("You can't bet or deposit until it ends. You can still log in and withdraw, and open bets are settled.")}
        </p>
      </div>
      {exclusion && <ExclusionNotice exclusion={exclusion} />}
      {(exclusion?.until !== null || exclusion.kind === 'operator') && (
        <div className="flex flex-wrap gap-2">
          <Select
            label={t('How long')}
            className="w-full sm:w-56"
            value={choice.value}
            options={exclusionChoices.map(({ value, label }) => ({ value, label: t(label) }))}
            onPick={(value) => setChoice(exclusionChoices.find((offered) => offered.value === value) ?? choice)}
          />
          <Button look="danger" onClick={() => setAsking(true)}>
            <CirclePause aria-hidden="true" className="size-4" />
            {requestOf(choice).kind === 'time-out' ? t('Take a time-out') : t('Exclude myself')}
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog title={titleOf(choice)} isBusy={isBusy} onLeave={() => setAsking(false)}>
          <div className="grid gap-4">
            <p>
              {rich(
                "It starts now. You can't bet or deposit until it ends, <strong>and it cannot be ended early</strong>, not even by support.",
                { strong: (text) => <strong className="font-strong">{text}</strong> },
              )}
            </p>
            <p className="text-muted">
              {t(
                'Open bets stay open and are paid. A deposit that arrives later is refunded. You can withdraw as usual.',
              )}
            </p>
            <div className="flex flex-wrap justify-end gap-2">
              <Button look="quiet" disabled={isBusy} onClick={() => setAsking(false)}>
                {t('Back')}
              </Button>
              <Button
                look="danger"
                isBusy={isBusy}
                onClick={() =>
                  send({ type: 'change', change: { kind: 'exclusion', input: { body: requestOf(choice) } } })
                }
              >
                {t('Start now')}
              </Button>
            </div>
          </div>
        </ConfirmDialog>
      )}
    </section>
  );
}

function titleOf(choice: ExclusionChoice): string {
  if (choice.value.endsWith(':')) return t('Exclude yourself for good?');
  return t(requestOf(choice).kind === 'time-out' ? 'Take a time-out for {length}?' : 'Exclude yourself for {length}?', {
    length: t(choice.label),
  });
}

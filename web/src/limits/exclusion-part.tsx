import { CirclePause } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Select } from '../ui/select.tsx';
import { type Exclusion, type ExclusionChoice, exclusionChoices, exclusionTitle, wantedBy } from './limit-words.ts';
import type { Limits } from './use-limits.ts';

type Props = { readonly exclusion: Exclusion | null; readonly limits: Limits };

/** A break from betting, short or for good. What runs is said; it can be made longer, never shorter. */
export function ExclusionPart({ exclusion, limits }: Props) {
  const [choice, setChoice] = useState<ExclusionChoice>(exclusionChoices[0]);
  const [isAsking, setAsking] = useState(false);
  const [snapshot, send] = limits;
  const isBusy = snapshot.matches({ open: 'keeping' }) && snapshot.context.wish?.rule === 'exclusion';
  const isAnswered = snapshot.matches({ open: 'kept' }) || snapshot.matches({ open: 'refused' });
  useEffect(() => {
    if (isAnswered) setAsking(false);
  }, [isAnswered]);
  return (
    <section aria-labelledby="exclusion" className="grid gap-3 border-t border-line pt-5">
      <div>
        <h3 id="exclusion" className="font-strong">
          Take a break
        </h3>
        <p className="text-small text-muted">
          No bets and no deposits until it is over. You can log in, withdraw, and your open bets are settled.
        </p>
      </div>
      {exclusion && (
        <Banner tone="warning">
          <p className="font-strong figures">{exclusionTitle(exclusion)}.</p>
          <p className="text-small">
            {exclusion.kind === 'operator'
              ? 'Please write to support if you want to know why.'
              : 'Nobody can end it earlier.'}{' '}
            Your money is yours: you can withdraw it at any time.
          </p>
        </Banner>
      )}
      {(exclusion?.until !== null || exclusion.kind === 'operator') && (
        <div className="flex flex-wrap gap-2">
          <Select
            label="How long"
            className="w-full sm:w-56"
            value={choice.value}
            options={exclusionChoices}
            onPick={(value) => setChoice(exclusionChoices.find((one) => one.value === value) ?? choice)}
          />
          <Button look="danger" onClick={() => setAsking(true)}>
            <CirclePause aria-hidden="true" className="size-4" />
            {wantedBy(choice).kind === 'time-out' ? 'Take a time-out' : 'Exclude myself'}
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog title={titleOf(choice)} onLeave={() => setAsking(false)}>
          <div className="grid gap-4">
            <p>
              It begins at once. You cannot place bets or pay in until it is over,{' '}
              <strong className="font-strong">and nobody can end it earlier</strong>, not even support.
            </p>
            <p className="text-muted">
              Your open bets go on and are paid. A deposit you pay after that goes back to where it came from.
              Withdrawing works as always.
            </p>
            <div className="flex flex-wrap justify-end gap-2">
              <Button look="quiet" onClick={() => setAsking(false)}>
                Back
              </Button>
              <Button
                look="danger"
                isBusy={isBusy}
                onClick={() => send({ type: 'wished', wish: { rule: 'exclusion', body: wantedBy(choice) } })}
              >
                Yes, begin now
              </Button>
            </div>
          </div>
        </ConfirmDialog>
      )}
    </section>
  );
}

function titleOf(choice: ExclusionChoice): string {
  const length = choice.value.endsWith(':') ? 'for good' : `for ${choice.label}`;
  return wantedBy(choice).kind === 'time-out' ? `Take a time-out ${length}?` : `Exclude yourself ${length}?`;
}

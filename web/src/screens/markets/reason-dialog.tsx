import { type ReactNode, useId, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useSave } from '../../api/use-save.ts';
import { ConfirmDialog } from '../../payments/confirm-dialog.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { isReason, shortestReason } from './decision-form.ts';

export type Asking = {
  readonly title: string;
  readonly text: ReactNode;
  readonly button: string;
  readonly look?: ButtonLook;
  readonly said: string;
  /** What to say when it is not known whether it was done. */
  readonly unexplained?: string;
  readonly save: (reason: string) => Answer<unknown>;
};
type Props = { readonly asking: Asking; readonly onLeave: () => void; readonly onDone: (said: string) => void };

/** Asks for a reason before an operator changes something. The reason stays in the audit log. */
export function ReasonDialog({ asking, onLeave, onDone }: Props) {
  const [reason, setReason] = useState('');
  const saving = useSave<string, unknown>({
    save: asking.save,
    unexplained:
      asking.unexplained ?? 'It is not known whether this was done. Please look at the match before trying again.',
    onSaved: () => onDone(asking.said),
  });
  const isBusy = saving.state === 'saving';
  return (
    <ConfirmDialog title={asking.title} onLeave={onLeave}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReason(reason)) saving.send(reason.trim());
        }}
      >
        {saving.state === 'refused' && <Banner tone="error">{saving.message}</Banner>}
        <div className="text-muted">{asking.text}</div>
        <ReasonField reason={reason} isBusy={isBusy} onReason={setReason} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="bare" disabled={isBusy} onClick={onLeave}>
            Cancel
          </Button>
          <Button type="submit" look={asking.look ?? 'primary'} isBusy={isBusy} disabled={!isReason(reason)}>
            {asking.button}
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}

type FieldProps = {
  readonly reason: string;
  readonly isBusy: boolean;
  /** Who reads it. */
  readonly note?: string;
  readonly onReason: (reason: string) => void;
};

export function ReasonField({ reason, isBusy, note = 'It stays in the audit log.', onReason }: FieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-strong text-muted">
        Reason
      </label>
      <textarea
        id={id}
        value={reason}
        rows={2}
        maxLength={500}
        disabled={isBusy}
        aria-describedby={`${id}-note`}
        onChange={(event) => onReason(event.target.value)}
        className="w-full rounded-small border border-edge bg-ground px-3 py-2 outline-none focus:outline-2 focus:outline-pitch"
      />
      <p id={`${id}-note`} className="text-small text-muted">
        At least {shortestReason} characters. {note}
      </p>
    </div>
  );
}

import { isReason, reasonLength, type TextLength } from '@touchline/core/account';
import { t } from '@touchline/core/language';
import { type ReactNode, useState } from 'react';
import { unlessRefused } from '../api/call.ts';
import type { Answer } from '../api/client.ts';
import { useSave } from '../api/use-save.ts';
import { Banner } from '../ui/banner.tsx';
import type { ButtonLook } from '../ui/button.tsx';
import { ConfirmDialog, DialogButtons } from '../ui/confirm-dialog.tsx';
import { ReasonField } from './reason-field.tsx';

type Props<Value> = {
  readonly title: string;
  /** The consequences and further fields. */
  readonly children: (isBusy: boolean) => ReactNode;
  readonly button: string;
  readonly look?: ButtonLook;
  /** What to say when it is not known whether it was done. */
  readonly fallback: string;
  /** Who reads the reason. */
  readonly note?: string;
  readonly length?: TextLength;
  /** Whether the button explains that a reason is too short, or is disabled until it is long enough. */
  readonly tooShort?: 'explain' | 'disable';
  /** Checks what is chosen beside the reason, and shows what is wrong with it. */
  readonly isReady?: () => boolean;
  /** The reason comes without blanks around it. */
  readonly save: (reason: string) => Answer<Value>;
  readonly onDone: (value: Value) => void;
  readonly onLeave: () => void;
};

/** Asks staff for a reason and a confirmation. The reason is written to the audit log. */
export function ReasonDialog<Value>(props: Props<Value>) {
  const { title, children, button, look = 'danger', fallback, save, onDone, onLeave } = props;
  const { note = t('It is written to the audit log.'), length = reasonLength, tooShort = 'explain', isReady } = props;
  const [reason, setReason] = useState('');
  const saving = useSave<() => Answer<Value>, Value>({
    save: (act) => act(),
    fallback: unlessRefused(fallback),
    onSaved: onDone,
  });
  const isBusy = saving.state === 'saving';
  return (
    <ConfirmDialog title={title} isBusy={isBusy} onLeave={onLeave}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // What is chosen beside the reason counts as it is now.
          if (isReady?.() !== false) saving.submit(() => save(reason.trim()));
        }}
      >
        {saving.state === 'refused' && <Banner tone="error">{saving.message}</Banner>}
        {children(isBusy)}
        <ReasonField value={reason} isBusy={isBusy} need="needed" note={note} length={length} onChange={setReason} />
        <DialogButtons
          button={button}
          look={look}
          isBusy={isBusy}
          isDisabled={tooShort === 'disable' && !isReason(reason, length)}
          onLeave={onLeave}
        />
      </form>
    </ConfirmDialog>
  );
}

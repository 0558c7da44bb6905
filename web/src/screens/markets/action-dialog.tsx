import { marketReasonLength } from '@touchline/core/account';
import { type Message, t } from '@touchline/core/language';
import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { ReasonDialog } from '../../forms/reason-dialog.tsx';
import type { ButtonLook } from '../../ui/button.tsx';
import { reasonNote, unconfirmed } from './decision-text.ts';

/** An action of an admin that needs a reason. */
export type PendingAction = {
  readonly title: string;
  readonly text: ReactNode;
  readonly button: string;
  readonly look?: ButtonLook;
  /** The toast after a success. */
  readonly success: string;
  /** Shown when it is not known whether it was done. */
  readonly fallback?: Message;
  readonly save: (reason: string) => Answer<unknown>;
};
type Props = {
  readonly action: PendingAction;
  readonly onLeave: () => void;
  readonly onDone: (success: string) => void;
};

/** Asks for a reason before an admin changes something. */
export const ActionDialog = ({ action, onLeave, onDone }: Props) => (
  <ReasonDialog
    title={action.title}
    button={action.button}
    look={action.look ?? 'primary'}
    fallback={t(action.fallback ?? unconfirmed)}
    note={reasonNote()}
    length={marketReasonLength}
    tooShort="disable"
    save={action.save}
    onDone={() => onDone(action.success)}
    onLeave={onLeave}
  >
    {() => <div className="text-muted">{action.text}</div>}
  </ReasonDialog>
);

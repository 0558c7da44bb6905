import { marketReasonLength } from '@touchline/core/account';
import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { ReasonDialog } from '../../forms/reason-dialog.tsx';
import type { ButtonLook } from '../../ui/button.tsx';
import { reasonNote } from './decision-words.ts';

/** What an operator is about to do, and is asked the reason of. */
export type Asking = {
  readonly title: string;
  readonly text: ReactNode;
  readonly button: string;
  readonly look?: ButtonLook;
  /** What is said when it is done. */
  readonly said: string;
  /** What to say when it is not known whether it was done. */
  readonly unexplained?: string;
  readonly save: (reason: string) => Answer<unknown>;
};
type Props = { readonly asking: Asking; readonly onLeave: () => void; readonly onDone: (said: string) => void };

/** What to say of a change of a match when it is not known whether it was done. */
export const unknownEnd = 'It is not known whether this was done. Please look at the match before trying again.';

/** Asks for a reason before an operator changes something. */
export const AskingDialog = ({ asking, onLeave, onDone }: Props) => (
  <ReasonDialog
    title={asking.title}
    button={asking.button}
    look={asking.look ?? 'primary'}
    fallback={asking.unexplained ?? unknownEnd}
    note={reasonNote}
    length={marketReasonLength}
    tooShort="disable"
    save={asking.save}
    onDone={() => onDone(asking.said)}
    onLeave={onLeave}
  >
    {() => <div className="text-muted">{asking.text}</div>}
  </ReasonDialog>
);

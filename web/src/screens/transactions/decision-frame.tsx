import type { AdminTransactionView } from '@touchline/core/contract';
import type { ReactNode } from 'react';
import { Banner } from '../../ui/banner.tsx';
import type { ButtonLook } from '../../ui/button.tsx';
import { DialogButtons } from '../../ui/confirm-dialog.tsx';
import type { DecisionFormEvent } from './decision-machine.ts';

export type DecisionFormProps = {
  readonly transaction: AdminTransactionView;
  readonly text: string;
  /** Why the decision was refused. */
  readonly message: string | undefined;
  readonly isBusy: boolean;
  readonly onEvent: (event: DecisionFormEvent) => void;
};
type Props = Pick<DecisionFormProps, 'message' | 'isBusy' | 'onEvent'> & {
  /** What the button that decides says. */
  readonly submit: string;
  readonly look: ButtonLook;
  readonly children: ReactNode;
};

/** A form that decides about a transaction: a refusal above its content, the buttons below. */
export const DecisionFrame = ({ message, isBusy, submit, look, onEvent, children }: Props) => (
  <form
    className="grid gap-4"
    onSubmit={(event) => {
      event.preventDefault();
      onEvent({ type: 'confirm' });
    }}
  >
    {message !== undefined && <Banner tone="error">{message}</Banner>}
    {children}
    <DialogButtons button={submit} look={look} isBusy={isBusy} onLeave={() => onEvent({ type: 'close' })} />
  </form>
);

import type { AdminTransactionView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import type { ReactNode } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button, type ButtonLook } from '../../ui/button.tsx';
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
    <div className="flex flex-wrap justify-end gap-2">
      <Button look="bare" disabled={isBusy} onClick={() => onEvent({ type: 'close' })}>
        {t('Cancel')}
      </Button>
      <Button type="submit" look={look} isBusy={isBusy}>
        {submit}
      </Button>
    </div>
  </form>
);

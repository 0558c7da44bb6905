import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { OutcomeCard } from './outcome-card.tsx';

type Props = {
  readonly children: ReactNode;
  readonly next: { readonly href: string; readonly label: string };
  readonly onAnother: () => void;
};

/** An email with a link is on its way, if the address has an account. */
export const EmailSentCard = ({ children, next, onAnother }: Props) => (
  <OutcomeCard
    kind="mail"
    title="Check Your Email"
    actions={
      <>
        <ButtonLink href={next.href}>{next.label}</ButtonLink>
        <Button look="bare" onClick={onAnother}>
          Try another email
        </Button>
      </>
    }
  >
    <p>{children}</p>
    <p className="mt-2 text-small">Nothing there? Check your spam folder.</p>
  </OutcomeCard>
);

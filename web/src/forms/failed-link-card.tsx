import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { OutcomeCard } from './outcome-card.tsx';

type Props = {
  readonly title: string;
  readonly children: ReactNode;
  /** Given where the same link may still do it. */
  readonly onTryAgain: (() => void) | undefined;
  readonly newLink: { readonly href: string; readonly label: string };
};

/** The link of a letter did not do what it was sent for: why, and the ways from here. */
export const FailedLinkCard = ({ title, children, onTryAgain, newLink }: Props) => (
  <OutcomeCard
    kind="failed"
    title={title}
    actions={
      <>
        {onTryAgain && <Button onClick={onTryAgain}>Try Again</Button>}
        <ButtonLink href={newLink.href} look={onTryAgain ? 'quiet' : 'primary'}>
          {newLink.label}
        </ButtonLink>
        <ButtonLink href="/support" look="quiet">
          Contact Support
        </ButtonLink>
        <ButtonLink href="/" look="bare">
          Back to Home
        </ButtonLink>
      </>
    }
  >
    {children}
  </OutcomeCard>
);

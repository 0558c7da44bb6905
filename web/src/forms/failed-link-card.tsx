import { t } from '@touchline/core/language';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { OutcomeCard } from './outcome-card.tsx';

type Props = {
  readonly title: string;
  readonly children: ReactNode;
  /** Set if the same link may still work. */
  readonly onRetry: (() => void) | undefined;
  readonly newLink: { readonly href: string; readonly label: string };
};

/** Why the link of an email did not work, and what to do next. */
export const FailedLinkCard = ({ title, children, onRetry, newLink }: Props) => (
  <OutcomeCard
    kind="failed"
    title={title}
    actions={
      <>
        {onRetry && <Button onClick={onRetry}>{t('Try Again')}</Button>}
        <ButtonLink href={newLink.href} look={onRetry ? 'quiet' : 'primary'}>
          {newLink.label}
        </ButtonLink>
        <ButtonLink href="/support" look="quiet">
          {t('Contact Support')}
        </ButtonLink>
        <ButtonLink href="/" look="bare">
          {t('Back to Home')}
        </ButtonLink>
      </>
    }
  >
    {children}
  </OutcomeCard>
);

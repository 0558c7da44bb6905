import { t } from '@touchline/core/language';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

/** What a bettor sees at the address of a screen for admins and auditors. */
export const StaffOnly = ({ title }: { readonly title: string }) => (
  <>
    <PageHeading title={title} />
    <EmptyState
      title={t('This page is for admins and auditors.')}
      action={<ButtonLink href="/">{t('Go Home')}</ButtonLink>}
    />
  </>
);

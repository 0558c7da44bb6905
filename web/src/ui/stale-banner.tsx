import { t } from '@touchline/core/language';
import type { ReactNode } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

type Props = { readonly children: ReactNode; readonly onTryAgain: () => void };

/** Says why the data on screen may be out of date, with a retry. */
export const StaleBanner = ({ children, onTryAgain }: Props) => (
  <Banner tone="error">
    <p>{children}</p>
    <Button look="quiet" className="mt-2" onClick={onTryAgain}>
      {t('Try Again')}
    </Button>
  </Banner>
);

import type { ReactNode } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

type Props = { readonly children: ReactNode; readonly onTryAgain: () => void };

/** What stays in sight may be out of date: why, and another try. */
export const StaleBanner = ({ children, onTryAgain }: Props) => (
  <Banner tone="error">
    <p>{children}</p>
    <Button look="quiet" className="mt-2" onClick={onTryAgain}>
      Try Again
    </Button>
  </Banner>
);

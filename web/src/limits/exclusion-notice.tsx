import type { ExclusionView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import type { ReactNode } from 'react';
import { Banner } from '../ui/banner.tsx';
import { exclusionTitle } from './limit-texts.ts';

type Props = { readonly exclusion: ExclusionView; readonly children?: ReactNode };

/** What keeps the bettor from betting and depositing, and until when. */
export const ExclusionNotice = ({ exclusion, children }: Props) => (
  <Banner tone="warning">
    <p className="font-strong figures">{exclusionTitle(exclusion)}</p>
    <p className="text-small">
      {exclusion.kind === 'operator'
        ? t('Please write to support if you want to know why.')
        : t('It cannot be ended early.')}{' '}
      {t('You can withdraw your money at any time.')}
    </p>
    {children}
  </Banner>
);

import { t } from '@touchline/core/language';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { MatchGrid, MatchGridSkeleton } from './match-grid.tsx';
import type { MatchList } from './use-matches.ts';

type Props = {
  readonly list: MatchList;
  /** Shown while the list is loading. */
  readonly loading: string;
  /** Shown if the list is empty. */
  readonly empty: ReactNode;
};

/** A list of matches, or its loading or failed state. */
export function MatchListView({ list, loading, empty }: Props) {
  switch (list.status) {
    case 'loading':
      return <MatchGridSkeleton text={loading} />;
    case 'failed':
      return <EmptyState title={t('Error: {error}', { error: list.error })} onRetry={list.retry} />;
    case 'shown':
      return list.ids.length > 0 ? <MatchGrid ids={list.ids} /> : empty;
  }
}

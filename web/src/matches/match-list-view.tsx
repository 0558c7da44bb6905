import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { MatchGrid, MatchGridSkeleton } from './match-grid.tsx';
import type { MatchList } from './use-matches.ts';

type Props = {
  readonly list: MatchList;
  /** Said while it is on its way. */
  readonly loading: string;
  /** Shown when there is none. */
  readonly empty: ReactNode;
};

/** A list of matches, however far it is. */
export function MatchListView({ list, loading, empty }: Props) {
  switch (list.status) {
    case 'loading':
      return <MatchGridSkeleton words={loading} />;
    case 'failed':
      return <EmptyState title={`Error: ${list.error}`} action={<Button onClick={list.retry}>Try Again</Button>} />;
    case 'shown':
      return list.ids.length > 0 ? <MatchGrid ids={list.ids} /> : empty;
  }
}

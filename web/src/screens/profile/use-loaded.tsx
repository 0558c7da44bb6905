import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useLoad } from '../../api/load-machine.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Placeholder, Skeleton } from '../../ui/skeleton.tsx';

type Texts = { readonly loading: string; readonly failed: string };

/** What a card loads when it opens, and what the card shows in its place until then. `size`: the classes of the skeleton. */
export function useLoaded<Value>(load: () => Answer<Value>, { loading, failed }: Texts, size: string) {
  const [snapshot, send] = useLoad(load, failed);
  const { value, error } = snapshot.context;
  const [refresh] = useState(() => () => send({ type: 'refresh' }));
  let placeholder: ReactNode = null;
  if (!value && snapshot.matches('failed')) {
    placeholder = <EmptyState title={failed} hint={error} onRetry={refresh} />;
  } else if (!value) {
    placeholder = (
      <Placeholder text={loading}>
        <Skeleton className={size} />
      </Placeholder>
    );
  }
  return { value, placeholder, refresh };
}

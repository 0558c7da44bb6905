import { t } from '@touchline/core/language';
import { MatchGridSkeleton } from '../matches/match-grid.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** A heading and a few cards: the shape of most screens. */
export const ScreenSkeleton = () => (
  <div role="status" className="grid gap-4">
    <p className="sr-only">{t('Loading...')}</p>
    <Skeleton className="h-11 w-56" />
    <Skeleton className="h-40 w-full rounded-card" />
    <Skeleton className="h-40 w-full rounded-card" />
  </div>
);

/** A card in the middle: the shape of the screens with a form. */
export const FormSkeleton = () => (
  <div role="status" className="mx-auto grid w-full max-w-md gap-4 pt-6">
    <p className="sr-only">{t('Loading...')}</p>
    <Skeleton className="h-96 w-full rounded-card" />
  </div>
);

export const GamesSkeleton = () => (
  <div className="grid gap-4">
    <Skeleton className="h-11 w-56" />
    <Skeleton className="h-11 w-full" />
    <MatchGridSkeleton text={t('Loading matches...')} />
  </div>
);

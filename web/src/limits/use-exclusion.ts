import type { ExclusionView } from '@touchline/core/contract';
import type { ApiFailure } from '../api/client.ts';
import { useMoment } from '../matches/use-moment.ts';
import { useSession } from '../session/index.ts';

/** Returns the exclusion of the user that is running, as the server last reported it; it ends by itself. */
export function useExclusion(): ExclusionView | undefined {
  const exclusion = useSession().profile?.exclusion;
  const until = exclusion?.until;
  const hasEnded = useMoment((now) => typeof until === 'string' && Date.parse(until) <= now);
  return hasEnded ? undefined : exclusion;
}

/** Returns what to do with a refusal: one for an exclusion that this page does not know of fetches it. */
export function useLearnExclusion(): (failure: ApiFailure | undefined) => void {
  const { refreshProfile } = useSession();
  return (failure) => {
    if (failure?.kind === 'refused' && failure.view.code === 'excluded') refreshProfile();
  };
}

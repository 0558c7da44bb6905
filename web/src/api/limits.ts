import {
  type ExclusionRequest,
  type LimitsView,
  limitsView,
  type PlayView,
  playView,
  type RealityCheckRequest,
  type SetLimitRequest,
} from '@touchline/core/contract';
import { type Answer, call } from './client.ts';

/** What one has set for oneself. Every change answers with all of it as it is now. */
export const fetchLimits = (): Answer<LimitsView> => call(limitsView, { method: 'GET', path: '/limits' });

export const setLimit = (body: SetLimitRequest): Answer<LimitsView> =>
  call(limitsView, { method: 'PUT', path: '/limits', body });

export const excludeMyself = (body: ExclusionRequest): Answer<LimitsView> =>
  call(limitsView, { method: 'POST', path: '/limits/exclusion', body });

export const setRealityCheck = (body: RealityCheckRequest): Answer<LimitsView> =>
  call(limitsView, { method: 'PUT', path: '/limits/reality-check', body });

/** GET /limits/play: stakes and net result since a moment (ISO 8601). */
export const fetchPlay = (since: string): Answer<PlayView> =>
  call(playView, { method: 'GET', path: `/limits/play?${new URLSearchParams({ since })}` });

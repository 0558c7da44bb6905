import type { MatchRow } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';

/** Returns a row's id as the branded id that the slip uses. */
export const slipMatchId = (row: MatchRow): MatchId => row.id as MatchId;

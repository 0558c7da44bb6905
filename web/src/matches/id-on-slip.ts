import type { MatchRow } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';

/** The boundary where a match of the wire becomes one of the slip: rows carry plain ids. */
export const idOnSlip = (row: MatchRow): MatchId => row.id as MatchId;

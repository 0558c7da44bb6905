import type { Bet, BetLeg } from '@touchline/core/betting';
import { type BetTimeline, utcText, utcTextOrNull, viewBet } from '@touchline/core/contract';
import { type LegTimes, readLegTimes } from '@touchline/store/bets';
import type { Db } from '@touchline/store/connect';
import { listEvents } from '@touchline/store/ledger';
import { type PastScore, readScores } from '@touchline/store/matches';

/** The timeline of a bet. */
export async function readTimeline(db: Db, bet: Bet): Promise<BetTimeline> {
  const { id } = bet;
  const [times, scores, { events }] = await Promise.all([
    readLegTimes(db, id),
    readScores(
      db,
      bet.legs.map(({ matchId }) => matchId),
    ),
    listEvents(db, { time: 'recorded', walletId: bet.walletId, cause: id }, { after: 0, limit: 500 }),
  ]);
  return {
    bet: viewBet(bet),
    oddsPolicy: bet.oddsPolicy,
    rulesVersion: Number(events.find(({ type }) => type === 'StakeTaken')?.payload['rules'] ?? 1),
    legs: bet.legs.map((leg) => storyOf(leg, times.get(leg.matchId), scores.get(leg.matchId))),
    events,
  };
}

const storyOf = (
  leg: BetLeg,
  times: LegTimes | undefined,
  scores: readonly PastScore[] = [],
): BetTimeline['legs'][number] => ({
  matchId: leg.matchId,
  oddsSeen: leg.oddsSeen.toNumber(),
  bookmaker: leg.bookmaker,
  quotedAt: utcText(leg.quotedAt),
  scoreAtPlacement: leg.score,
  scores: scores.flatMap(({ at, score }) =>
    typeof times?.endedAt === 'number' && at > times.endedAt ? [] : [{ at: utcText(at), score }],
  ),
  endedAt: utcTextOrNull(times?.endedAt),
  gradedAt: utcTextOrNull(times?.gradedAt),
  ...(times?.voidReason !== undefined && { voidReason: times.voidReason }),
});

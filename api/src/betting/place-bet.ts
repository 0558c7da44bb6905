import { randomUUID } from 'node:crypto';
import type { AcceptanceDelays, BettingLimits, Pick } from '@touchline/core/betting';
import {
  type PlaceBetAnswer,
  type PlaceBetRefusal,
  type PlaceBetRequest,
  viewBet,
  viewWallet,
  type WalletPush,
} from '@touchline/core/contract';
import type { BetId, MatchId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { centsFromDollars, dollars, minus, odds } from '@touchline/core/money';
import { ok, type Result, refused } from '@touchline/core/result';
import type { Db } from '@touchline/store/connect';
import { withRoomAgain } from '@touchline/store/limits';
import type { PlacedBet, WalletWriter } from '@touchline/store/wallet';
import { keyedId } from '../http/keyed-id.ts';
import type { Session } from '../http/sessions.ts';
import type { Announce } from '../live/announce.ts';

export type PlaceBetDeps = {
  readonly db: Db;
  readonly writer: WalletWriter;
  readonly inPlay: 'open' | 'closed';
  readonly delays: AcceptanceDelays;
  readonly limits: BettingLimits;
  readonly announce: Announce;
  readonly now: () => Instant;
};
/**
 * Places a bet: dollars become cents exactly or not at all, and the odds sent are only the price that the bettor saw. The wallet
 * writer decides whether it is accepted, and at which odds, in the transaction that takes the stake.
 */
export async function placeBet(
  deps: PlaceBetDeps,
  session: Session,
  asked: PlaceBetRequest,
  from: { readonly requestId: string; readonly key: string | undefined },
): Promise<Result<PlaceBetAnswer, PlaceBetRefusal>> {
  const stake = centsFromDollars(asked.stake);
  if (stake === undefined) return refused({ code: 'stake-invalid' });
  const picks: Pick[] = [];
  for (const { matchId, betOutcome: label, odds: price } of asked.matches) {
    const oddsSeen = odds(price);
    if (!oddsSeen) return refused({ code: 'price-unreadable', label });
    picks.push({ matchId: matchId as MatchId, label, oddsSeen });
  }

  const { userId, walletId } = session;
  const placed = await deps.writer.submit({
    type: 'place-bet',
    betId: betIdFor(walletId, from.key),
    walletId,
    userId,
    request: { stake, picks, oddsPolicy: asked.oddsPolicy ?? 'better' },
    rules: { limits: deps.limits, inPlay: deps.inPlay, delays: deps.delays },
    actor: `user:${userId}`,
    cause: `request:${from.requestId}`,
  });
  if (!placed.ok) {
    const { refusal } = placed;
    if (refusal.code !== 'limit-reached') return placed;
    return refused(await withRoomAgain(deps.db, walletId, refusal, stake, deps.now()));
  }
  const answer = answerOf(placed.value);
  if (!placed.value.repeated)
    deps.announce(userId, { bet: answer.bet, wallet: { ...answer.wallet, reason: taken(placed.value) } });
  return ok(answer);
}

const answerOf = ({ bet, wallet, version }: PlacedBet): PlaceBetAnswer => ({
  bet: viewBet(bet),
  wallet: viewWallet(wallet, version),
});

// A bonus stake does not leave the balance.
const taken = ({ bet }: PlacedBet): WalletPush['reason'] => ({
  type: 'StakeTaken',
  amount: dollars(minus(bet.bonusStake, bet.stake)),
  betId: bet.id,
});

/** The same key in the same wallet is the same bet, on whichever node the request arrives; without a key the id is random. */
export const betIdFor = (walletId: WalletId, key: string | undefined): BetId =>
  (key === undefined ? randomUUID() : keyedId(`${walletId}:${key}`)) as BetId;

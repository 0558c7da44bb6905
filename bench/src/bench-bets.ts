import { randomUUIDv7 } from 'node:crypto';
import type { BetId } from '@touchline/core/ids';
import { homeWins, type Player, type TestMatch } from '@touchline/store/testing';
import type { PlaceBet, WalletWriter } from '@touchline/store/wallet';

/** Places a bet that must be accepted. */
export async function submitBet(writer: WalletWriter, bet: PlaceBet): Promise<void> {
  const placed = await writer.submit(bet);
  if (!placed.ok) throw new Error(`a bet was refused: ${JSON.stringify(placed.refusal)}`);
}

/** Returns one-dollar bets on a home win in one match, by each player in turn. */
export const singles = (players: readonly Player[], match: TestMatch): (() => PlaceBet) =>
  inTurn(players, () => [match]);

/** Like `singles`, with further matches: `legs` in all. */
export function accumulators(
  players: readonly Player[],
  match: TestMatch,
  others: readonly TestMatch[],
  legs: number,
): () => PlaceBet {
  let at = 0;
  return inTurn(players, () => {
    at += 1;
    const beside = Array.from({ length: legs - 1 }, (_, leg) => others[(at + leg * 7) % others.length]);
    return [match, ...beside.filter((other) => other !== undefined)];
  });
}

function inTurn(players: readonly Player[], matches: () => readonly TestMatch[]): () => PlaceBet {
  let at = 0;
  return () => {
    at += 1;
    const player = players[at % players.length];
    if (!player) throw new Error('there are no players');
    return homeWins(player, matches(), 100, randomUUIDv7() as BetId);
  };
}

import { randomUUID } from 'node:crypto';
import {
  type AcceptanceDelays,
  type BettingLimits,
  isSystemOf,
  lineCount,
  type Pick,
  type System,
} from '@touchline/core/betting';
import {
  type PlaceBetAnswer,
  type PlaceBetRefusal,
  type PlaceBetRequest,
  type PlaceTicketsAnswer,
  type PlaceTicketsRefusal,
  type PlaceTicketsRequest,
  type TicketRefusal,
  viewBet,
  viewWallet,
  type WalletPush,
} from '@touchline/core/contract';
import type { BetId, MatchId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { cents, centsFromDollars, dollars, minus, odds } from '@touchline/core/money';
import { ok, type Result, refused } from '@touchline/core/result';
import type { Db } from '@touchline/store/connect';
import { keyedId } from '@touchline/store/keyed-id';
import { withRoomAgain } from '@touchline/store/limits';
import type { PlaceBet, PlacedBet, WalletWriter } from '@touchline/store/wallet';
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
  from: PlacedFrom,
): Promise<Result<PlaceBetAnswer, PlaceBetRefusal>> {
  const command = commandFor(sharedBy(deps, session, from), from.key, asked);
  if (!command.ok) return command;
  const placed = await deps.writer.submit(command.value);
  if (!placed.ok) return refused(await withRoom(deps, command.value, placed.refusal));
  return ok(announced(deps, placed.value));
}

/** Places several tickets, each as a bet of its own, in one transaction. One that is refused means that none is placed. */
export async function placeTickets(
  deps: PlaceBetDeps,
  session: Session,
  { tickets, oddsPolicy }: PlaceTicketsRequest,
  from: PlacedFrom,
): Promise<Result<PlaceTicketsAnswer, PlaceTicketsRefusal>> {
  if (tickets.length === 0) return refused({ code: 'slip-empty' });
  const shared = { ...sharedBy(deps, session, from), placedWith: tickets.length };
  const commands = tickets.map((ticket, at) => {
    const { type, unitStake, selections } = ticket;
    const system = systemOf(ticket);
    const isMatch = system ? isSystemOf(selections.length, system) : (selections.length === 1) === (type === 'single');
    if (!isMatch) return refused({ code: 'selections-mismatch', type } as const);
    // A space cannot be in a key: no other request's bet has this id.
    const key = from.key && `${from.key} ${at}`;
    return commandFor(shared, key, { stake: unitStake, matches: selections, oddsPolicy }, system);
  });
  const readable = commands.flatMap((command) => (command.ok ? [command.value] : []));
  if (readable.length < commands.length) {
    return refused({
      code: 'tickets-refused',
      tickets: commands.map((command) => (command.ok ? ({ code: 'others-refused' } as const) : command.refusal)),
    });
  }
  const outcomes = await deps.writer.placeTogether(readable);
  const placed = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
  if (placed.length < outcomes.length) {
    const reasons = outcomes.map(async (outcome, at): Promise<TicketRefusal> => {
      const command = readable[at];
      if (outcome.ok || !command) throw new Error('a bet was placed although another one was refused');
      return outcome.refusal.code === 'others-refused' ? outcome.refusal : withRoom(deps, command, outcome.refusal);
    });
    return refused({ code: 'tickets-refused', tickets: await Promise.all(reasons) });
  }
  const answers = placed.map((bet) => announced(deps, bet));
  const last = placed.at(-1);
  if (!last) throw new Error('the writer answered no bet');
  return ok({
    tickets: answers.map(({ bet }) => ({
      type: bet.system ? 'system' : bet.matches.length === 1 ? 'single' : 'accumulator',
      lines: bet.system?.lines ?? 1,
      stake: bet.stake,
      potentialPayout: bet.potentialPayout,
      bet,
    })),
    wallet: viewWallet(last.wallet, last.version),
  });
}

function systemOf({ type, sizes = [], selections }: PlaceTicketsRequest['tickets'][number]): System | undefined {
  if (type !== 'system') return undefined;
  const bankers = selections.flatMap(({ banker }, at) => (banker ? [at] : []));
  return { sizes: [...new Set(sizes)].sort((a, b) => a - b), bankers };
}

type PlacedFrom = { readonly requestId: string; readonly key: string | undefined };

/** What all bets of a request have in common. */
type Shared = Omit<PlaceBet, 'type' | 'betId' | 'request'>;

const sharedBy = (
  { limits, inPlay, delays }: PlaceBetDeps,
  { userId, walletId }: Session,
  { requestId }: PlacedFrom,
): Shared => ({
  walletId,
  userId,
  rules: { limits, inPlay, delays },
  actor: `user:${userId}`,
  cause: `request:${requestId}`,
});

function commandFor(
  shared: Shared,
  key: string | undefined,
  asked: PlaceBetRequest,
  system?: System,
): Result<PlaceBet, PlaceBetRefusal> {
  const unitStake = centsFromDollars(asked.stake);
  const lines = lineCount(asked.matches.length, system);
  const stake =
    unitStake === undefined || !Number.isSafeInteger(unitStake * lines) ? undefined : cents(unitStake * lines);
  if (stake === undefined) return refused({ code: 'stake-invalid' });
  const picks: Pick[] = [];
  for (const { matchId, betOutcome: label, odds: price } of asked.matches) {
    const oddsSeen = odds(price);
    if (!oddsSeen) return refused({ code: 'price-unreadable', label });
    // In upper or lower case, as in paths. A text that is not an id is refused with its selection.
    picks.push({ matchId: matchId.toLowerCase() as MatchId, label, oddsSeen });
  }
  const { walletId, userId, placedWith, rules, actor, cause } = shared;
  const request = { stake, picks, system, oddsPolicy: asked.oddsPolicy ?? 'better' };
  const betId = betIdFor(walletId, key);
  return ok({ type: 'place-bet', walletId, userId, betId, request, placedWith, rules, actor, cause });
}

/** Adds to a refusal by a limit of the bettor's own when there is room again. */
const withRoom = async (
  { db, now }: PlaceBetDeps,
  { walletId, request }: PlaceBet,
  refusal: PlaceBetRefusal,
): Promise<PlaceBetRefusal> =>
  refusal.code === 'limit-reached' ? withRoomAgain(db, walletId, refusal, request.stake, now()) : refusal;

/** Returns the answer to a placed bet, after publishing it to the bettor's screens unless it is a repeated request's. */
function announced({ announce }: PlaceBetDeps, placed: PlacedBet): PlaceBetAnswer {
  const bet = viewBet(placed.bet);
  const wallet = viewWallet(placed.wallet, placed.version);
  if (!placed.repeated) announce(placed.bet.userId, { bet, wallet: { ...wallet, reason: taken(placed) } });
  return { bet, wallet };
}

// A bonus stake does not leave the balance.
const taken = ({ bet }: PlacedBet): WalletPush['reason'] => ({
  type: 'StakeTaken',
  amount: dollars(minus(bet.bonusStake, bet.stake)),
  betId: bet.id,
});

/** The same key in the same wallet is the same bet, on whichever node the request arrives; without a key the id is random. */
export const betIdFor = (walletId: WalletId, key: string | undefined): BetId =>
  (key === undefined ? randomUUID() : keyedId(`${walletId}:${key}`)) as BetId;

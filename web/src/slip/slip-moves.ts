import { type OddsPolicy, type Slip, type SlipEntry, withEntry, withoutMatch } from '@touchline/core/betting';
import type { BetView, PlaceBetAnswer } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import type { Cents } from '@touchline/core/money';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { isCertainlyRefused } from '../api/certainly-refused.ts';
import type { ApiFailure } from '../api/client.ts';
import { type Attempt, offeredStake, refusedLegs, requestOf } from './attempt.ts';
import type { Market } from './market.ts';
import { mustBeRemoved } from './slip-line.ts';
import { askOf, offerOf, type SlipFacts, slipLines, slipWords } from './slip-offer.ts';

/** What of the slip outlives the page: the selections, and a bet whose outcome is not known yet. */
export type KeptSlip = { readonly entries: Slip; readonly policy: OddsPolicy; readonly attempt: Attempt | null };

export type SlipContext = SlipFacts & {
  readonly attempt: Attempt | null;
  readonly message: string;
  /** What the server would have taken of the stake that it refused last. */
  readonly offered: Cents | null;
  readonly receipt: BetView | null;
};

export type SlipEvent =
  | { type: 'selection picked'; entry: SlipEntry }
  | { type: 'selection removed'; matchId: MatchId }
  | { type: 'unavailable removed' }
  | { type: 'slip cleared' }
  | { type: 'stake typed'; text: string }
  | { type: 'policy chosen'; policy: OddsPolicy }
  | { type: 'market seen'; market: Market }
  | { type: 'bettor changed'; bettorId: string | null }
  | { type: 'place pressed'; key: string }
  | { type: 'accept pressed' }
  | { type: 'check pressed' }
  | { type: 'given up' }
  | { type: 'banner dismissed' }
  | { type: 'receipt closed' }
  /** How a bet is now, whichever it is. */
  | { type: 'bet told'; bet: BetView };

type Placing = Pick<Attempt, 'key' | 'request'>;
type Placed = Result<PlaceBetAnswer, ApiFailure>;

const automaticTries = 3;
const emptied = { entries: [], stakeText: '', attempt: null, refusals: new Map(), message: '', offered: null } as const;

/** What can happen to a slip, in words that the chart uses. */
export const slipMoves = setup({
  types: {
    context: {} as SlipContext,
    events: {} as SlipEvent,
    input: {} as { kept: KeptSlip; bettorId: string | null },
  },
  actors: {
    placeBet: fromPromise<Placed, Placing>(() =>
      Promise.reject(new Error('placeBet is provided where the slip is mounted')),
    ),
  },
  delays: { bannerShown: 5_000, untilNextTry: 2_000, lookAgain: 400 },
  guards: {
    'the bet is ready': ({ context }) => offerOf(context).does === 'place',
    'new odds wait for acceptance': ({ context }) => offerOf(context).does === 'accept',
    'the button would ask something else': ({ context }, next: Partial<SlipFacts>) => {
      const offers = [offerOf(context), offerOf({ ...context, ...next })] as const;
      return offers[1].does !== 'wait' && offers[0].does !== 'log in' && askOf(offers[0]) !== askOf(offers[1]);
    },
    'a bet is unresolved': ({ context }) => context.attempt !== null,
    'it may be tried again by itself': ({ context }) =>
      context.attempt?.bettorId === context.bettorId && context.attempt.tries < automaticTries,
    'it is still the same bettor': ({ context }) => context.attempt?.bettorId === context.bettorId,
    'somebody else logged in': ({ context }, bettorId: string | null) =>
      bettorId !== null && context.attempt?.bettorId !== bettorId,
    'it was placed': (_, outcome: Placed) => outcome.ok,
    'it was accepted': ({ context }, bet: BetView) => isNews(context, bet) && bet.acceptance?.state === 'accepted',
    'it is news of the receipt': ({ context }, bet: BetView) => isNews(context, bet),
    'it certainly was not placed': ({ context }, outcome: Placed) =>
      !outcome.ok && isCertainlyRefused(outcome.refusal, context.attempt?.tries ?? 1),
  },
  actions: {
    'take the selection': assign(({ context }, entry: SlipEntry) => ({
      entries: withEntry(context.entries, entry),
      offered: null,
      refusals: without(context.refusals, [entry.matchId]),
    })),
    'drop the selection': assign(({ context }, matchId: MatchId) => ({
      entries: withoutMatch(context.entries, matchId),
      offered: null,
      refusals: without(context.refusals, [matchId]),
    })),
    'drop what cannot be bet on': assign(({ context }) => {
      const lines = slipLines(context).filter((line) => !mustBeRemoved(line));
      return { entries: lines.map((line) => line.entry), offered: null };
    }),
    'empty the slip': assign(emptied),
    'note the market': assign((_, market: Market) => ({ market })),
    'note the bettor': assign((_, bettorId: string | null) => ({ bettorId })),
    'take the new odds': assign(({ context }) => ({
      entries: slipLines(context).map(({ entry, now }) => ({ ...entry, odds: now })),
    })),
    'begin an attempt': assign(({ context }, key: string) => attemptFrom(context, key)),
    'count the try': assign(({ context }) => ({
      attempt: context.attempt && { ...context.attempt, tries: context.attempt.tries + 1 },
    })),
    'show the receipt': assign((_, outcome: Placed) => ({
      ...emptied,
      receipt: outcome.ok ? outcome.value.bet : null,
      message: outcome.ok && outcome.value.bet.acceptance?.state === 'pending' ? '' : slipWords.placed,
    })),
    'renew the receipt': assign((_, bet: BetView) => ({ receipt: bet })),
    'say that it was placed': assign({ message: slipWords.placed }),
    'show the refusal': assign(({ context }, outcome: Placed) => ({ attempt: null, ...refusalFrom(context, outcome) })),
    'say that it failed': assign((_, outcome: Placed | undefined) => ({ message: failureOf(outcome) })),
    'close the banner': assign({ message: '' }),
    'say what is missing': assign(({ context }) => {
      const offer = offerOf(context);
      return { message: offer.does === 'wait' ? offer.why : '' };
    }),
    'close the receipt': assign({ receipt: null, message: '' }),
  },
});

/** A newer version of the very bet that the receipt shows. */
const isNews = ({ receipt }: SlipContext, bet: BetView): boolean =>
  receipt?._id === bet._id && bet.version > receipt.version;

function attemptFrom(context: SlipContext, key: string): Partial<SlipContext> {
  const offer = offerOf(context);
  if (offer.does !== 'place' || context.bettorId === null) return {};
  const request = requestOf(slipLines(context), offer.stake, context.policy);
  return {
    attempt: { key, bettorId: context.bettorId, request, tries: 0 },
    refusals: new Map(),
    message: '',
    offered: null,
  };
}

function refusalFrom(context: SlipContext, outcome: Placed): Partial<SlipContext> {
  if (outcome.ok) return {};
  const atVersion = (matchId: string) => context.market.rows.get(matchId)?.s ?? 0;
  const legs = refusedLegs(outcome.refusal);
  return {
    message: failureOf(outcome),
    offered: offeredStake(outcome.refusal),
    refusals: new Map(legs.map((leg) => [leg.matchId, { leg, atVersion: atVersion(leg.matchId) }])),
  };
}

/** The server's own sentence, or that placing failed. */
function failureOf(outcome: Placed | undefined): string {
  if (!outcome || outcome.ok || outcome.refusal.kind !== 'refused') return slipWords.failed;
  return outcome.refusal.view.error || slipWords.failed;
}

/** What is sent for an attempt; without one nothing may be sent. */
export function sendingOf(attempt: Attempt | null): Placing {
  if (attempt === null) throw new Error('placing without an attempt');
  return { key: attempt.key, request: attempt.request };
}

function without<Value>(map: ReadonlyMap<string, Value>, keys: readonly string[]): ReadonlyMap<string, Value> {
  return new Map([...map].filter(([key]) => !keys.includes(key)));
}

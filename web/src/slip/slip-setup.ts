import { type OddsPolicy, type SlipEntry, withEntry, withoutMatch } from '@touchline/core/betting';
import type { BetView, ExclusionView, WalletView } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { t } from '@touchline/core/language';
import { type Cents, odds } from '@touchline/core/money';
import { assign, fromPromise, type SnapshotFrom, sendTo, setup } from 'xstate';
import { placeBet, placeTickets } from '../api/bet-endpoints.ts';
import { call, orThrow } from '../api/call.ts';
import { type Attempt, attemptMachine } from '../attempt/attempt-machine.ts';
import { asTyped } from '../ui/amount-text.ts';
import { type BetAttempt, maxStakeOf, refusedLegs, requestOf, type SlipRequest } from './bet-request.ts';
import type { Market } from './market.ts';
import { actionKey, againKey, type SlipFacts, slipAction, slipLines, slipTexts } from './slip-action.ts';
import { isUnavailable } from './slip-line.ts';
import type { SharedSlip, StoredSlip } from './slip-storage.ts';
import { submitInTurn } from './submit-in-turn.ts';
import { newForm, type TicketForm, ticketsOf } from './tickets.ts';

export type SlipState = SlipFacts & {
  readonly attempt: BetAttempt | null;
  readonly message: string;
  /** The largest stake, of each line, that the server would have accepted instead of the one it refused last. */
  readonly maxStake: Cents | null;
  /** The bets that were placed. */
  readonly receipts: readonly BetView[];
};

export type SlipEvent =
  | { type: 'add selection'; entry: SlipEntry }
  | { type: 'remove selection'; matchId: MatchId }
  | { type: 'remove unavailable' }
  | { type: 'clear' }
  | { type: 'set stake'; text: string }
  /** Changes how the selections are bet on. */
  | { type: 'set form'; form: Partial<TicketForm> }
  | { type: 'set policy'; policy: OddsPolicy }
  | { type: 'market changed'; market: Market }
  | { type: 'bettor changed'; bettorId: string | null }
  | { type: 'exclusion changed'; exclusion: ExclusionView | undefined }
  /** Another tab changed the slip, or began or resolved an attempt. */
  | { type: 'stored slip changed'; stored: SharedSlip }
  | { type: 'place bet'; key: string }
  /** A rejected bet, at the current odds. */
  | { type: 'place again'; key: string }
  /** Puts other selections on the slip, in place of what is there. */
  | { type: 'fill'; slip: FilledSlip }
  | { type: 'accept odds' }
  | { type: 'retry' }
  | { type: 'abandon' }
  | { type: 'dismiss' }
  | { type: 'close receipt' }
  /** Any bet of the bettor. */
  | { type: 'bet changed'; bet: BetView };

/** Places a bet once, whatever happens to the connection. The host of the slip provides what follows a success. */
export const placeBetMachine = attemptMachine<SlipRequest, SlipAnswer>(slipTexts.failed).provide({
  actors: { send: fromPromise(({ input }) => submitInTurn(input.key, () => send(input))) },
});

/** What placing the slip's tickets answered. */
export type SlipAnswer = { readonly bets: readonly BetView[]; readonly wallet: WalletView };

async function send({ key, request }: Attempt<SlipRequest>): Promise<SlipAnswer> {
  if ('tickets' in request) {
    const { tickets, wallet } = await orThrow(call(placeTickets, { body: request, key }));
    return { bets: tickets.map(({ bet }) => bet), wallet };
  }
  const { bet, wallet } = await orThrow(call(placeBet, { body: request, key }));
  return { bets: [bet], wallet };
}
type AttemptSnapshot = SnapshotFrom<typeof placeBetMachine>;

const empty = {
  entries: [],
  stakeText: '',
  form: newForm,
  attempt: null,
  refusals: new Map(),
  message: '',
  maxStake: null,
} as const;

export const slipSetup = setup({
  types: {
    context: {} as SlipState,
    events: {} as SlipEvent,
    input: {} as { stored: StoredSlip; bettorId: string | null },
    tags: {} as 'unsure' | 'receipt',
  },
  actors: { attempt: placeBetMachine },
  delays: { bannerDuration: 5_000, buttonLock: 400 },
  guards: {
    'can place': ({ context }) => slipAction(context).type === 'place bet',
    'can accept odds': ({ context }) => slipAction(context).type === 'accept odds',
    'changes the button': ({ context }, next: Partial<SlipFacts>) => {
      const [before, after] = [slipAction(context), slipAction({ ...context, ...next })];
      return after.type !== 'none' && before.type !== 'log in' && actionKey(before) !== actionKey(after);
    },
    'changes how it is placed again': ({ context }, next: Partial<SlipFacts>) => {
      const after = againKey({ ...context, ...next });
      return after !== undefined && after !== againKey(context);
    },
    'has an attempt': ({ context }) => context.attempt !== null,
    'is another bettor': ({ context }) => context.bettorId !== null && context.bettorId !== context.attempt?.bettorId,
    'is the same bettor': ({ context }) => context.bettorId === context.attempt?.bettorId,
    'is not the bettor': ({ context }) => context.bettorId !== context.attempt?.bettorId,
    'is the same attempt': ({ context }, { attempt }: SharedSlip) =>
      attempt !== null && attempt.key === context.attempt?.key,
    'is an attempt of the bettor': ({ context }, { attempt }: SharedSlip) =>
      attempt !== null && attempt.bettorId === context.bettorId,
    'is an attempt': (_, { attempt }: SharedSlip) => attempt !== null,
    'is empty': (_, { entries, attempt }: SharedSlip) => entries.length === 0 && attempt === null,
    'is placed': (_, attempt: AttemptSnapshot) => attempt.matches('done'),
    'is placed, its bettor gone': ({ context }, attempt: AttemptSnapshot) =>
      attempt.matches('done') && context.bettorId !== context.attempt?.bettorId,
    'is a change of bettor': ({ context }, bettorId: string | null) => bettorId !== context.bettorId,
    'is refused': (_, attempt: AttemptSnapshot) => attempt.matches('refused'),
    'got no answer': ({ context }, attempt: AttemptSnapshot) =>
      attempt.matches('unsure') && attempt.context.attempts > (context.attempt?.attempts ?? 0),
    // Of a bet that was settled or cashed out there is other news than that it was placed.
    'was accepted': ({ context }, bet: BetView) =>
      isNewer(bet, context) &&
      bet.status === 'pending' &&
      !areBooked(context.receipts) &&
      areBooked(updated(context, bet)),
    'was rejected': ({ context }, bet: BetView) =>
      isNewer(bet, context) && context.receipts.length === 1 && bet.acceptance?.state === 'rejected',
    'is newer': ({ context }, bet: BetView) => isNewer(bet, context),
  },
  actions: {
    'add selection': assign(({ context }, entry: SlipEntry) => ({
      entries: withEntry(context.entries, entry),
      maxStake: null,
      refusals: without(context.refusals, entry.matchId),
    })),
    'remove selection': assign(({ context }, matchId: MatchId) => ({
      entries: withoutMatch(context.entries, matchId),
      maxStake: null,
      refusals: without(context.refusals, matchId),
    })),
    'remove unavailable': assign(({ context }) => {
      const lines = slipLines(context).filter((line) => !isUnavailable(line));
      return { entries: lines.map((line) => line.entry), maxStake: null };
    }),
    clear: assign(empty),
    'set market': assign((_, market: Market) => ({ market })),
    'accept odds': assign(({ context }) => ({
      entries: slipLines(context).map(({ entry, now }) => ({ ...entry, odds: now })),
    })),
    'begin attempt': assign(({ context }, key: string) => newAttempt(context, key)),
    retry: sendTo('attempt', { type: 'retry' }),
    'show receipt': assign((_, { context: { answer } }: AttemptSnapshot) => ({
      ...empty,
      receipts: answer?.bets ?? [],
      message: areBooked(answer?.bets ?? []) ? t(slipTexts.placed) : '',
    })),
    'update receipt': assign(({ context }, bet: BetView) => ({ receipts: updated(context, bet) })),
    fill: assign((_, { entries, stakeText, form }: FilledSlip) => ({ entries, stakeText, form })),
    'take over': assign((_, { entries, stakeText, form, attempt }: SharedSlip) => ({
      ...empty,
      receipts: [],
      entries,
      stakeText,
      form,
      attempt,
    })),
    'show success': assign(() => ({ message: t(slipTexts.placed) })),
    'show refusal': assign(({ context }, attempt: AttemptSnapshot) => refusalIn(context, attempt)),
    'show failure': assign(({ context }, { context: { attempts, message } }: AttemptSnapshot) => ({
      attempt: context.attempt && { ...context.attempt, attempts },
      message,
    })),
    'show what is missing': assign(({ context }) => {
      const action = slipAction(context);
      return { message: action.type === 'none' ? action.reason : '' };
    }),
    'close banner': assign({ message: '' }),
    'close receipt': assign({ receipts: [], message: '' }),
  },
});

export type FilledSlip = Pick<SlipState, 'entries' | 'stakeText' | 'form'>;

/** The slip that a bet was placed from. */
export const slipOfBet = ({ matches, stake, system }: BetView): FilledSlip => ({
  entries: matches.flatMap((leg) => entryOf(leg) ?? []),
  stakeText: asTyped(String(system?.unitStake ?? stake)),
  form: system
    ? {
        ...newForm,
        kind: 'system',
        sizes: system.sizes,
        bankers: system.bankers.flatMap((at) => matches[at]?.matchId ?? []),
      }
    : newForm,
});

function entryOf({ matchId, betOutcome, odds: price, matchName }: BetView['matches'][number]): SlipEntry | undefined {
  const parsed = odds(price);
  return parsed && { matchId: matchId as MatchId, betOutcome, odds: parsed, matchName };
}

const isNewer = (bet: BetView, { receipts }: SlipState): boolean =>
  receipts.some(({ _id, version }) => _id === bet._id && bet.version > version);
const updated = ({ receipts }: SlipState, bet: BetView): readonly BetView[] =>
  receipts.map((receipt) => (receipt._id === bet._id ? bet : receipt));
/** Whether no bet awaits acceptance or was rejected. */
const areBooked = (bets: readonly BetView[]): boolean =>
  bets.every(({ acceptance }) => acceptance === undefined || acceptance.state === 'accepted');

function newAttempt(context: SlipState, key: string): Partial<SlipState> {
  const action = slipAction(context);
  if (action.type !== 'place bet' || context.bettorId === null) return {};
  const request = requestOf(slipLines(context), ticketsOf(context), context.policy);
  return {
    attempt: { key, bettorId: context.bettorId, request, attempts: 0 },
    message: '',
    maxStake: null,
  };
}

function refusalIn(slip: SlipState, { context: { failure, message } }: AttemptSnapshot): Partial<SlipState> {
  const atVersion = (matchId: string) => slip.market.rows.get(matchId)?.s ?? 0;
  const at = performance.now();
  const refusals = refusedLegs(failure).map(
    (leg) => [leg.matchId, { leg, atVersion: atVersion(leg.matchId), at }] as const,
  );
  return {
    attempt: null,
    message,
    maxStake: maxStakeOf(failure, ticketsOf(slip)),
    refusals: new Map([...slip.refusals, ...refusals]),
  };
}

const without = <Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> =>
  new Map([...map].filter(([other]) => other !== key));

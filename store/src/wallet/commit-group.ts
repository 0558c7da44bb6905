import type { Bet } from '@touchline/core/betting';
import type { Bonus } from '@touchline/core/bonus';
import type { BetId, TransactionId, WalletId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { type Cents, minus, noMoney } from '@touchline/core/money';
import type { Transaction } from '@touchline/core/payments';
import { ok, type Result, refused } from '@touchline/core/result';
import type { WalletEvent } from '@touchline/core/wallet';
import type { Pool, PoolClient } from 'pg';
import type { Action } from '../audit/index.ts';
import { addToBook, exposuresOf } from '../bets/exposure-rows.ts';
import { newEmail, type StoredEmail } from '../emails/outbox.ts';
import { WaitedTooLong } from '../failures.ts';
import { type AppendedEvent, appendEvent } from './append-event.ts';
import { cashOut } from './cash-out.ts';
import type { CommandKind, Decided, MoneyCommand, Moved } from './command.ts';
import { creditDeposit } from './credit-deposit.ts';
import { decideWithdrawal } from './decide-withdrawal.ts';
import { requestHash } from './event-hash.ts';
import { expireBonus } from './expire-bonus.ts';
import type { FullCombinations } from './group-exposure.ts';
import { addDecision, addEvent, type GroupFacts, type KeyedCommand, readGroup } from './group-facts.ts';
import type { LockedWallet, UsedKey } from './group-reads.ts';
import { writeGroup } from './group-writes.ts';
import { judgeBet } from './judge-bet.ts';
import { makeAdjustment } from './make-adjustment.ts';
import { placeBet } from './place-bet.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { reverseDeposit } from './reverse-deposit.ts';
import { inTransaction } from './transaction.ts';

const kinds: { readonly [Type in MoneyCommand['type']]: CommandKind<MoneyCommand & { type: Type }> } = {
  'place-bet': placeBet,
  'judge-bet': judgeBet,
  'cash-out': cashOut,
  'credit-deposit': creditDeposit,
  'reverse-deposit': reverseDeposit,
  'request-withdrawal': requestWithdrawal,
  'decide-withdrawal': decideWithdrawal,
  'expire-bonus': expireBonus,
  'make-adjustment': makeAdjustment,
};

function keyed(command: MoneyCommand): KeyedCommand {
  // The table maps each type to its kind; the compiler cannot follow that through a lookup.
  const kind = kinds[command.type] as unknown as CommandKind<MoneyCommand>;
  const mostEvents = kind.mostEvents?.(command) ?? 1;
  return {
    command,
    walletId: command.walletId,
    kind,
    key: kind.key(command),
    matches: kind.matches?.(command) ?? [],
    mostEvents,
  };
}

export type Outcome = Result<unknown, { readonly code: string }>;
/** One command, or several of one wallet of which all are carried out or none. */
export type Request = readonly MoneyCommand[];
type Committed = {
  /** The answers to each request, in the order of its commands. Without any, nothing was carried out. */
  readonly outcomes: readonly (readonly Outcome[])[];
  readonly events: readonly WalletEvent['type'][];
  /** Requests that were refused in part. What was decided after them is wrong, so each must be decided in a group of its own. */
  readonly alone: ReadonlySet<number>;
};

/**
 * Decides and writes all commands in one transaction, in their order, and returns their answers in that order. A refused command writes
 * nothing; an exception rolls back the whole group, except for what `full` has learned. Does nothing if it is too late by the
 * time there is a connection.
 */
export const commitGroup = (
  pool: Pool,
  requests: readonly Request[],
  full: FullCombinations,
  isTooLate: () => boolean,
): Promise<Committed> =>
  inTransaction(pool, async (client) => {
    if (isTooLate()) throw new WaitedTooLong();
    const group = requests.map((commands) => commands.map(keyed));
    const facts = await readGroup(client, group.flat(), full);
    const writes = noWrites();
    let seqAt = 0;
    const outcomes = group.map((commands) =>
      commands.map((of) => {
        const firstSeq = seqAt;
        seqAt += of.mostEvents;
        return decide(of, firstSeq, facts, writes);
      }),
    );
    const inPart = outcomes.flatMap((answers, at) => (answers.some(isDone) && !answers.every(isDone) ? [at] : []));
    if (inPart.length > 0 && group.length > 1) return { outcomes: [], events: [], alone: new Set(inPart) };
    if (inPart.length > 0) {
      const refusals = outcomes.map((answers) => answers.map((answer) => (answer.ok ? othersRefused : answer)));
      return { outcomes: refusals, events: [], alone: new Set() };
    }
    await write(client, facts, writes, full);
    return { outcomes, events: writes.events.map(({ event }) => event.type), alone: new Set() };
  });

const isDone = ({ ok }: Outcome): boolean => ok;
const othersRefused = refused({ code: 'others-refused' });

/** Everything that the commands of a group decided to write. */
type Writes = {
  readonly events: AppendedEvent[];
  readonly wallets: Map<WalletId, LockedWallet>;
  readonly placed: Bet[];
  readonly judged: { readonly bet: Bet; readonly at: Instant }[];
  /** Each bet once, as it is after the group, with how often it was cashed out. */
  readonly cashedOut: Map<BetId, { readonly bet: Bet; readonly times: number }>;
  readonly transactions: Map<TransactionId, Transaction>;
  readonly bonuses: Map<WalletId, Bonus>;
  readonly actions: Action[];
  readonly emails: StoredEmail[];
};
const noWrites = (): Writes => ({
  events: [],
  wallets: new Map(),
  placed: [],
  judged: [],
  cashedOut: new Map(),
  transactions: new Map(),
  bonuses: new Map(),
  actions: [],
  emails: [],
});

/** `seqAt`: the position of the command's first sequence number. */
function decide(of: KeyedCommand, seqAt: number, group: GroupFacts, writes: Writes): Outcome {
  const { command, kind, key, walletId } = of;
  const locked = group.wallets.get(walletId);
  if (!locked) throw new Error(`there is no wallet ${walletId}`);
  const request = requestHash(kind.request(command));
  const before = group.used.get(walletId)?.get(key);
  if (before) return repeat(of, before, request, locked, group);

  const decided = kind.decide(command, locked.wallet, group.facts);
  if (!decided.ok) return decided;
  const { event, also = [], transaction, bonus, judged, cashedOut, action } = decided.value;
  if (also.length >= of.mostEvents) throw new Error(`too many events for ${command.type}`);
  const append = (event: WalletEvent, key: string, index: number, promised = noMoney): void => {
    const seq = group.seqs[seqAt + index];
    if (seq === undefined) throw new Error(`too few sequence numbers for ${command.type}`);
    const appended = appendEvent(command, { event, key, seq, request, now: group.now, promised }, locked);
    writes.events.push(appended);
    addEvent(group, walletId, appended);
  };
  append(event, key, 0, promisedMoreBy(decided.value, group.bets));
  also.forEach((further, index) => {
    append(further.event, further.key, index + 1);
  });
  addDecision(group, command, decided.value);
  // The verifications compare when a bet was taken with the time of its event, which is later if the clock was set back.
  const at = instant(Math.floor(locked.recordedAt / 1_000));
  const asDecided = decided.value.placed;
  const placed = asDecided && asDecided.placedAt !== at ? { ...asDecided, placedAt: at } : asDecided;

  const email = decided.value.email && newEmail(decided.value.email);
  writes.wallets.set(walletId, locked);
  if (placed) writes.placed.push(placed);
  if (judged) writes.judged.push({ bet: judged, at });
  if (cashedOut) {
    const times = (writes.cashedOut.get(cashedOut.id)?.times ?? 0) + 1;
    writes.cashedOut.set(cashedOut.id, { bet: cashedOut, times });
  }
  if (action) writes.actions.push(action);
  if (email) writes.emails.push(email);
  if (transaction) writes.transactions.set(transaction.id, transaction);
  if (bonus) writes.bonuses.set(bonus.walletId, bonus);
  const moved = movedBy(locked, false, also);
  return ok(kind.answer(command, moved, { event, bet: placed ?? judged ?? cashedOut, transaction, email }));
}

async function write(
  client: PoolClient,
  { book }: GroupFacts,
  { transactions, bonuses, judged, cashedOut, ...writes }: Writes,
  full: FullCombinations,
): Promise<void> {
  const [, added] = await Promise.all([
    writeGroup(client, {
      ...writes,
      judged,
      cashedOut: [...cashedOut.values()],
      transactions: [...transactions.values()],
      bonuses: [...bonuses.values()],
    }),
    addToBook(client, book.changes(), book.lowestCombinationLoss()),
  ]);
  for (const { key } of added.combinations) full.remember(key);
  const changed = book.changedElsewhere(added);
  const again = changed.length === 0 ? [] : (await exposuresOf(client, changed)).markets;
  if (!book.isWithin(added, again)) throw new ExposureChanged();
}

/** Returns the change of what the wallet's bets may pay. */
function promisedMoreBy({ placed, judged }: Decided, bets: ReadonlyMap<BetId, Bet>): Cents {
  if (placed) return placed.potentialPayout;
  const before = judged && bets.get(judged.id);
  if (!before) return noMoney;
  return minus(judged.acceptance?.state === 'accepted' ? judged.potentialPayout : noMoney, before.potentialPayout);
}

/** Answers a repeated request as before. Another request under the same key is refused. */
function repeat(
  { command, kind }: KeyedCommand,
  before: UsedKey,
  request: Buffer,
  locked: LockedWallet,
  { bets, transactions }: GroupFacts,
): Outcome {
  if (!before.request.equals(request)) return refused({ code: 'key-reused' });
  const bet = 'betId' in command ? bets.get(command.betId) : undefined;
  const [id] = kind.transactions?.(command) ?? [];
  const transaction = id && transactions.get(id);
  return ok(kind.answer(command, movedBy(locked, true, []), { event: before.event, bet, transaction }));
}

const movedBy = (
  { wallet, version }: LockedWallet,
  repeated: boolean,
  also: readonly { readonly event: WalletEvent }[],
): Moved => ({ wallet, version, repeated, also: also.map(({ event }) => event) });

/** Another process accepted bets in the meantime, and together they exceed a limit: the group is decided again. */
class ExposureChanged extends Error {
  /** PostgreSQL's code for a serialization failure, so that the writer retries. */
  readonly code = '40001';
  constructor() {
    super('the exposure changed while a group was decided');
    this.name = 'ExposureChanged';
  }
}

import { type Bet, type BettingLimits, maxLiabilityOn, type Selection } from '@touchline/core/betting';
import type { Bonus } from '@touchline/core/bonus';
import type { BetId, MatchId, TransactionId, WalletId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { outcomeFromLabel } from '@touchline/core/markets';
import { type Cents, cents, minus, noMoney } from '@touchline/core/money';
import type { Transaction } from '@touchline/core/payments';
import { ok, type Result, refused } from '@touchline/core/result';
import {
  apply,
  type EventRecord,
  type Json,
  type PlayToDate,
  playAfter,
  requirePlainNames,
  type WalletEvent,
} from '@touchline/core/wallet';
import type { Pool, PoolClient } from 'pg';
import type { Action } from '../audit/index.ts';
import { combinationKey, type ExposureBook, exposureBook, type LetInUnder } from '../bets/exposure-book.ts';
import { addToBook } from '../bets/exposure-rows.ts';
import { lockPersonBonuses } from '../bonus/person-bonuses.ts';
import { newEmail, type StoredEmail } from '../emails/outbox.ts';
import { noteUse } from '../limits/restriction-rows.ts';
import { bettingGate } from '../matches/betting-closures.ts';
import {
  type ApprovedAlone,
  aloneFor,
  nothingWithdrawn,
  type Withdrawn,
  withWithdrawal,
} from '../payments/withdrawn.ts';
import type { CommandKind, Decided, Facts, JudgeBet, MoneyCommand, Moved, PlaceBet } from './command.ts';
import { creditDeposit } from './credit-deposit.ts';
import { decideWithdrawal } from './decide-withdrawal.ts';
import { eventHash, requestHash } from './event-hash.ts';
import { expireBonus } from './expire-bonus.ts';
import type { FullCombinations } from './full-combinations.ts';
import {
  type Aged,
  keyOf,
  type LockedWallet,
  lockWallets,
  readAged,
  readApprovalsOf,
  readBetsOf,
  readBonusesOf,
  readCombinationsOf,
  readDeposited,
  readExclusionsOf,
  readExposuresOf,
  readFeedsOf,
  readMatchesOf,
  readRestrictionsOf,
  readSuspendedOf,
  readTransactionsOf,
  readWithdrawnOf,
  stamp,
  type UsedKey,
  usedKeys,
} from './group-reads.ts';
import { type Link, writeGroup } from './group-writes.ts';
import { judgeBet } from './judge-bet.ts';
import { instantText, microsOf, microsText } from './micros.ts';
import { placeBet } from './place-bet.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { reverseDeposit } from './reverse-deposit.ts';

const kinds: { readonly [Type in MoneyCommand['type']]: CommandKind<MoneyCommand & { type: Type }> } = {
  'place-bet': placeBet,
  'judge-bet': judgeBet,
  'credit-deposit': creditDeposit,
  'reverse-deposit': reverseDeposit,
  'request-withdrawal': requestWithdrawal,
  'decide-withdrawal': decideWithdrawal,
  'expire-bonus': expireBonus,
};
// Which kind belongs to which command is known by the table above; the compiler cannot follow it through a lookup.
const kindOf = (command: MoneyCommand) => kinds[command.type] as unknown as CommandKind<MoneyCommand>;

export type Outcome = Result<unknown, { readonly code: string }>;
/** The answers in the order of the commands, and what the ledger got by them. */
type Committed = { readonly outcomes: readonly Outcome[]; readonly events: readonly WalletEvent['type'][] };

/**
 * Decides and writes all commands in one transaction, in their order, and answers each in its place.
 * A refused command leaves nothing behind; anything that throws leaves nothing of the whole group, except in `full`.
 */
export async function commitGroup(
  pool: Pool,
  commands: readonly MoneyCommand[],
  full: FullCombinations,
): Promise<Committed> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const committed = await decideAndWrite(client, commands, full);
    await client.query('commit');
    return committed;
  } catch (error) {
    broken = await rollBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

async function rollBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function decideAndWrite(
  client: PoolClient,
  commands: readonly MoneyCommand[],
  full: FullCombinations,
): Promise<Committed> {
  const keyed = commands.map((command) => ({ walletId: command.walletId, key: kindOf(command).key(command) }));
  const { wallets, now, seqs, restricted, used, markets, net, facts } = await beginAndRead(client, commands, keyed);
  const asksRestrictions = (command: MoneyCommand) =>
    restricted.has(command.walletId) && (kindOf(command).readsRestrictions?.(command) ?? false);
  const judgedIds = commands.flatMap((command) => (command.type === 'judge-bet' ? [command.betId] : []));
  const credited = commands.filter((command) => command.type === 'credit-deposit' && restricted.has(command.walletId));
  const mayBringBonus = walletsOf(commands.filter((command) => command.type === 'credit-deposit' && command.bonus));
  const keyFor = combinationKeys();
  const fullBefore = full.isEmpty() ? [] : combinationsIn(commands, facts, keyFor).filter(full.has);
  const [bonuses, deposited, persons, restrictions, suspended, exclusions, combinations, aged] = await Promise.all([
    readBonusesOf(client, walletsOf(commands.filter((command) => readsBonus(command, wallets)))),
    readDeposited(client, mayBringBonus),
    lockPersonBonuses(client, mayBringBonus),
    readRestrictionsOf(client, walletsOf(commands.filter(asksRestrictions))),
    readSuspendedOf(client, new Set(judgedIds)),
    readExclusionsOf(client, walletsOf(credited)),
    readCombinationsOf(client, new Set(fullBefore)),
    readAged(client, nearDayLimit(commands, wallets, facts.bets)),
  ]);
  for (const [walletId, exact] of aged) {
    const locked = wallets.get(walletId);
    if (locked) locked.aged = exact;
  }
  const withdrawn = await readWithdrawnOf(client, commands, facts.now);
  const approved = [...(await readApprovalsOf(client, commands, facts))];
  const repeats = commands.flatMap((command, at) =>
    command.type === 'place-bet' && used.has(keyOf(command.walletId, keyed[at]?.key ?? '')) ? [command.betId] : [],
  );
  const known: Known = {
    bets: new Map([...facts.bets, ...(await readBetsOf(client, new Set(repeats)))]),
    transactions: facts.transactions,
    bonuses,
  };

  const book = exposureBook({ markets, combinations, net });
  const links: Link[] = [];
  const moved = new Map<MoneyCommand['walletId'], LockedWallet>();
  const placed: Bet[] = [];
  const judged: Bet[] = [];
  const changed = new Map<TransactionId, Transaction>();
  const changedBonuses = new Map<WalletId, Bonus>();
  const actions: Action[] = [];
  const emails: StoredEmail[] = [];
  const asked: Facts = {
    ...facts,
    bet: (id) => known.bets.get(id),
    transaction: (id) => known.transactions.get(id),
    bonus: (walletId) => known.bonuses.get(walletId),
    hasDeposited: (walletId) => deposited.has(walletId),
    hadBonusElsewhere: persons.hadElsewhere,
    restrictions: (walletId) => restrictions.get(walletId),
    exclusions: (walletId) => exclusions.get(walletId) ?? [],
    exposure: book.of,
    book: (command) => ({
      net: book.net(),
      netOn: (selections) => book.netOn(keyFor(command, selections)),
      lastDay: lastDayOf(wallets.get(command.walletId)),
    }),
    wasSuspended: (betId, matchId) => suspended.get(betId)?.has(matchId) ?? false,
    withdrawn: (walletId) => withdrawn.get(walletId) ?? nothingWithdrawn,
    approvedAlone: (by, withdrawal) => aloneFor(approved, by, withdrawal),
  };
  let seqAt = 0;
  const outcomes = commands.map((command, at): Outcome => {
    const kind = kindOf(command);
    const locked = wallets.get(command.walletId);
    const firstSeq = seqAt;
    seqAt += mostEvents(command);
    if (!locked) throw new UnknownWallet(command.walletId);
    const key = keyed[at]?.key ?? '';
    const request = requestHash(kind.request(command));
    const before = used.get(keyOf(command.walletId, key));
    if (before) return repeat(command, before, request, locked, known);

    const decided = kind.decide(command, locked.wallet, asked);
    if (!decided.ok) return decided;
    const { event, also = [], transaction, bonus } = decided.value;
    const promised = promisedMoreBy(decided.value, known.bets);
    [{ event, key, promised }, ...also].forEach((entry, index) => {
      const seq = seqs[firstSeq + index];
      if (seq === undefined || index >= mostEvents(command)) throw new Error(`too many events for ${command.type}`);
      links.push(chain(command, { ...entry, seq, request, now }, locked));
      used.set(keyOf(command.walletId, entry.key), { request, event: entry.event });
      noteUse(restrictions, command.walletId, entry.event);
    });
    moved.set(command.walletId, locked);
    if (decided.value.placed) placed.push(decided.value.placed);
    if (decided.value.judged) judged.push(decided.value.judged);
    if (decided.value.action) actions.push(decided.value.action);
    const email = decided.value.email && newEmail(decided.value.email);
    if (email) emails.push(email);
    const bet = decided.value.placed ?? decided.value.judged;
    noteExposure(book, command, decided.value, known.bets, facts, keyFor);
    if (bet) known.bets.set(bet.id, bet);
    if (transaction) {
      known.transactions.set(transaction.id, transaction);
      changed.set(transaction.id, transaction);
      noteWithdrawal(transaction, withdrawn, approved);
    }
    if (bonus) {
      known.bonuses.set(bonus.walletId, bonus);
      changedBonuses.set(bonus.walletId, bonus);
      persons.note(bonus.walletId);
    }
    const followed = also.map((entry) => entry.event);
    return ok(kind.answer(command, movedBy(locked, false, followed), { event, bet, transaction, email }));
  });
  const changes = book.changes();
  const [, totals] = await Promise.all([
    writeGroup(client, {
      links,
      wallets: moved,
      placed,
      judged: { at: facts.now, bets: judged },
      transactions: [...changed.values()],
      bonuses: [...changedBonuses.values()],
      actions,
      emails,
    }),
    addToBook(client, changes, book.leastLimits()),
  ]);
  for (const { key } of totals.combinations) full.remember(key);
  if (!book.isWithin(totals)) throw new LiabilityMoved();
  return { outcomes, events: links.map((link) => link.event.type) };
}

/** What commands of the group may ask about, kept up with what the ones before them decided. */
type Known = {
  readonly bets: Map<BetId, Bet>;
  readonly transactions: Map<TransactionId, Transaction>;
  readonly bonuses: Map<WalletId, Bonus>;
};
const mostEvents = (command: MoneyCommand): number => kindOf(command).mostEvents?.(command) ?? 1;
const walletsOf = (commands: readonly MoneyCommand[]) => new Set(commands.map((command) => command.walletId));

function readsBonus(command: MoneyCommand, wallets: ReadonlyMap<WalletId, LockedWallet>): boolean {
  const locked = wallets.get(command.walletId);
  return locked !== undefined && (kindOf(command).readsBonus?.(command, locked.wallet) ?? false);
}

/** What a bet may pay more since it was placed or judged. */
function promisedMoreBy({ placed, judged }: Decided, bets: ReadonlyMap<BetId, Bet>): Cents {
  if (placed) return placed.potentialPayout;
  const held = judged && bets.get(judged.id);
  if (!held) return noMoney;
  return minus(judged.acceptance?.state === 'accepted' ? judged.potentialPayout : noMoney, held.potentialPayout);
}

/** What withdrawals of the group are decided by, kept up with the ones before them. */
function noteWithdrawal(
  transaction: Transaction,
  withdrawn: Map<WalletId, Withdrawn>,
  approved: ApprovedAlone[],
): void {
  if (transaction.type !== 'withdrawal') return;
  const { id, walletId, status, decision, payout, payoutPlan, amount } = transaction;
  const before = withdrawn.get(walletId);
  if (before) withdrawn.set(walletId, withWithdrawal(before, transaction));
  if (status === 'completed' && decision && !payoutPlan?.firstApproval) {
    approved.push({ id, by: decision.by, walletId, fingerprint: payout?.fingerprint ?? null, amount });
  }
}

/** Keeps the book of what is open up with a bet that was let in, or judged. */
function noteExposure(
  book: ExposureBook,
  command: MoneyCommand,
  { placed, judged }: Decided,
  bets: ReadonlyMap<BetId, Bet>,
  { match, now }: Pick<Facts, 'match' | 'now'>,
  keyFor: KeyFor,
): void {
  if (!letsBetsIn(command)) return;
  const staked = ({ stake, potentialPayout, legs }: Bet) => ({
    stake,
    promised: potentialPayout,
    combination: keyFor(command, legs),
    legs,
  });
  const under = (limits: BettingLimits): LetInUnder => ({
    liability: (matchId) => maxLiabilityOn(match(matchId), limits, now),
    matchLoss: limits.maxMatchLoss,
    combinationLoss: limits.maxCombinationLoss,
    bankroll: limits.bankroll,
  });
  if (placed && command.type === 'place-bet') book.add(staked(placed), under(command.rules.limits));
  const held = judged && bets.get(judged.id);
  if (!held || command.type !== 'judge-bet') return;
  book.remove(staked(held));
  if (judged.acceptance?.state !== 'accepted') return;
  // At the odds at which it was let in, or lower ones, it stays in whatever the limits are now.
  const isBetter = judged.legs.some(({ odds }, at) => odds.gt(held.legs[at]?.odds ?? odds));
  book.add(staked(judged), isBetter ? under(command.limits) : undefined);
}

/** The key of the selections of a command's bet; computed once for each command. */
type KeyFor = (command: PlaceBet | JudgeBet, selections: readonly Selection[]) => string | undefined;
function combinationKeys(): KeyFor {
  const known = new Map<MoneyCommand, string>();
  return (command, selections) => {
    const key = known.get(command) ?? combinationKey(selections);
    if (key !== undefined) known.set(command, key);
    return key;
  };
}

/** The combinations of two or more selections that commands stake on, or judge. */
function combinationsIn(
  commands: readonly MoneyCommand[],
  { match, bets }: Pick<Facts, 'match'> & { readonly bets: ReadonlyMap<BetId, Bet> },
  keyFor: KeyFor,
): readonly string[] {
  const picked = ({ request }: MoneyCommand & { type: 'place-bet' }): readonly Selection[] =>
    request.picks.flatMap(({ matchId, label }) => {
      const found = match(matchId);
      const outcome = found && outcomeFromLabel(found, label);
      return outcome ? [{ matchId, outcome }] : [];
    });
  return commands.flatMap((command) => {
    if (!letsBetsIn(command)) return [];
    const selections = command.type === 'place-bet' ? picked(command) : bets.get(command.betId)?.legs;
    // A bet with a selection that is not on offer is refused for it.
    if (command.type === 'place-bet' && selections?.length !== command.request.picks.length) return [];
    return (selections && keyFor(command, selections)) ?? [];
  });
}

const lastDayOf = (locked: LockedWallet | undefined) => ({
  staked: cents((locked?.toDate.staked ?? 0) - (locked?.aged.staked ?? 0)),
  promised: cents((locked?.toDate.promised ?? 0) - (locked?.aged.promised ?? 0)),
});

/**
 * Wallets whose bets since the last exact look at their day may come to a day's limit with this group. The others are within it,
 * and need no look.
 */
function nearDayLimit(
  commands: readonly MoneyCommand[],
  wallets: ReadonlyMap<WalletId, LockedWallet>,
  bets: ReadonlyMap<BetId, Bet>,
): readonly WalletId[] {
  const most = new Map<WalletId, { staked: number; promised: number }>();
  const near = new Set<WalletId>();
  for (const command of commands) {
    if (!letsBetsIn(command)) continue;
    const { walletId } = command;
    const limits = command.type === 'place-bet' ? command.rules.limits : command.limits;
    const stake = command.type === 'place-bet' ? command.request.stake : (bets.get(command.betId)?.stake ?? 0);
    const sums = most.get(walletId) ?? { ...lastDayOf(wallets.get(walletId)) };
    if (command.type === 'place-bet') sums.staked += stake;
    sums.promised += Math.min(stake * limits.maxTotalOdds, limits.maxPayout);
    most.set(walletId, sums);
    if (sums.staked > limits.maxDayStake || sums.promised > limits.maxDayPayout) near.add(walletId);
  }
  return [...near];
}

/** The same request again gets the same answer; another request under the same key is refused. */
function repeat(command: MoneyCommand, before: UsedKey, request: Buffer, locked: LockedWallet, known: Known): Outcome {
  if (!before.request.equals(request)) return refused({ code: 'key-reused' });
  const bet = 'betId' in command ? known.bets.get(command.betId) : undefined;
  const [id] = kindOf(command).transactions?.(command) ?? [];
  const transaction = id && known.transactions.get(id);
  return ok(kindOf(command).answer(command, movedBy(locked, true, []), { event: before.event, bet, transaction }));
}

/** Adds the event to the wallet's chain: `locked` moves on to the state after it. */
export function chain(
  command: Pick<MoneyCommand, 'walletId' | 'actor' | 'cause' | 'effectiveAt'>,
  entry: { event: WalletEvent; key: string; seq: number; request: Buffer; now: string; promised?: Cents },
  locked: LockedWallet,
): Link {
  const { event, key, seq, request } = entry;
  const { type, amount, ...payload } = event;
  requirePlainNames(payload as Json);
  // A clock that was set back must not make a wallet's history run backwards.
  const micros = Math.max(microsOf(entry.now), locked.recordedAt);
  const recordedAt = micros === microsOf(entry.now) ? entry.now : microsText(micros);
  const record: EventRecord = {
    seq,
    wallet_id: command.walletId,
    version: locked.version + 1,
    type,
    amount,
    payload: payload as Json,
    key,
    request: request.toString('hex'),
    actor: command.actor,
    cause: command.cause,
    effective_at: command.effectiveAt === undefined ? recordedAt : instantText(command.effectiveAt),
    recorded_at: recordedAt,
  };
  const prevHash = locked.headHash;
  const hash = eventHash(prevHash, record);
  locked.wallet = apply(locked.wallet, event);
  locked.version = record.version;
  locked.headHash = hash;
  locked.recordedAt = micros;
  const before = locked.toDate;
  locked.toDate = playAfter(before, event, entry.promised ?? noMoney);
  locked.aged = agedAfter(locked.aged, before, locked.toDate);
  return { record, event, after: locked.wallet, toDate: locked.toDate, request, prevHash, hash };
}

/** What is taken off again is taken off the old part: the rest may be too much of the last day, never too little. */
const agedAfter = (aged: Aged, before: PlayToDate, after: PlayToDate): Aged => ({
  staked: cents(aged.staked + Math.min(0, after.staked - before.staked)),
  promised: cents(aged.promised + Math.min(0, after.promised - before.promised)),
});

const begin = 'begin; set local enable_seqscan = off';
const letsBetsIn = (command: MoneyCommand): command is PlaceBet | JudgeBet =>
  command.type === 'place-bet' || command.type === 'judge-bet';

// All of it is sent at once and answered in this order: what stands behind the lock is true after it was granted.
async function beginAndRead(
  client: PoolClient,
  commands: readonly MoneyCommand[],
  keyed: readonly { readonly walletId: WalletId; readonly key: string }[],
) {
  const { matchIds, stakedOn } = matchesOf(commands);
  const betIds = new Set(commands.flatMap((command) => kindOf(command).bets(command)));
  const transactionIds = new Set(commands.flatMap((command) => kindOf(command).transactions?.(command) ?? []));
  const walletIds = [...new Set(commands.map((command) => command.walletId))];
  const [, wallets, { now, seqs, restricted, closures, net }, used, matches, feeds, bets, transactions, markets] =
    await Promise.all([
      // Plans made while the tables were small must not become scans of large ones.
      client.query(commands.some(letsBetsIn) ? `${begin}; ${bettingGate.pass}` : begin),
      lockWallets(client, walletIds),
      stamp(
        client,
        commands.reduce((sum, command) => sum + mostEvents(command), 0),
        walletIds,
      ),
      usedKeys(client, keyed),
      readMatchesOf(client, matchIds),
      readFeedsOf(client, matchIds),
      readBetsOf(client, betIds),
      readTransactionsOf(client, transactionIds),
      readExposuresOf(client, stakedOn),
    ]);
  const facts = {
    now: instant(Date.parse(now)),
    bets,
    transactions,
    match: (id) => matches.get(id),
    feed: (leagueKey) => feeds.get(leagueKey),
    closures,
    bet: (id) => bets.get(id),
    transaction: (id) => transactions.get(id),
  } satisfies Omit<
    Facts,
    | 'bonus'
    | 'hasDeposited'
    | 'hadBonusElsewhere'
    | 'restrictions'
    | 'exclusions'
    | 'exposure'
    | 'book'
    | 'wasSuspended'
    | 'withdrawn'
    | 'approvedAlone'
  > &
    Omit<Known, 'bonuses'>;
  return { wallets, now, seqs, restricted, used, markets, net, facts };
}

/** The matches that commands name, and those of them on which bets are let in. */
function matchesOf(commands: readonly MoneyCommand[]) {
  const matchIds = new Set<MatchId>();
  const stakedOn = new Set<MatchId>();
  for (const command of commands) {
    for (const id of kindOf(command).matches(command)) {
      matchIds.add(id);
      if (letsBetsIn(command)) stakedOn.add(id);
    }
  }
  return { matchIds, stakedOn };
}

const movedBy = (locked: LockedWallet, repeated: boolean, also: readonly WalletEvent[]): Moved => ({
  wallet: locked.wallet,
  version: locked.version,
  repeated,
  also,
});

/** Another process let bets in meanwhile, and together they pass a limit: the group is decided again by what is true then. */
class LiabilityMoved extends Error {
  /** PostgreSQL's own code for a race that was lost. */
  readonly code = '40001';
  constructor() {
    super('the liability moved while a group was decided');
    this.name = 'LiabilityMoved';
  }
}

/** A command named a wallet that does not exist: a bug of the caller, not a refusal. */
export class UnknownWallet extends Error {
  constructor(walletId: string) {
    super(`there is no wallet ${walletId}`);
    this.name = 'UnknownWallet';
  }
}

import { type Bet, hasDayLimit, type PaidCashOuts } from '@touchline/core/betting';
import type { Bonus } from '@touchline/core/bonus';
import type { BetId, MatchId, TransactionId, WalletId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { feedState } from '@touchline/core/matches';
import { cents } from '@touchline/core/money';
import type { Transaction } from '@touchline/core/payments';
import type { PoolClient } from 'pg';
import { lockPaidInDay } from '../bets/cash-out-limits.ts';
import { type ExposureBook, exposureBook } from '../bets/exposure-book.ts';
import { lockPersonBonuses, type PersonBonuses } from '../bonus/person-bonuses.ts';
import { countPlay, type Restrictions } from '../limits/restriction-rows.ts';
import { bettingGate } from '../matches/betting-closures.ts';
import {
  type ApprovedAlone,
  aloneFor,
  nothingWithdrawn,
  type Withdrawn,
  withWithdrawal,
} from '../payments/withdrawn.ts';
import { knownResults } from '../settlement/known-results.ts';
import type { AppendedEvent } from './append-event.ts';
import { type CommandKind, changesBook, type Decided, type Facts, type MoneyCommand } from './command.ts';
import {
  type CombinationKeys,
  combinationKeys,
  combinationsIn,
  countBet,
  type FullCombinations,
} from './group-exposure.ts';
import {
  addUsedKey,
  type LockedWallet,
  lockWallets,
  readAgedPlay,
  readApprovalsOf,
  readBetsOf,
  readBonusesOf,
  readCashOutRules,
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
  type UsedKeys,
  usedKeys,
} from './group-reads.ts';
import { begin } from './transaction.ts';

/** A command with its business key. */
export type KeyedCommand = {
  readonly command: MoneyCommand;
  readonly walletId: WalletId;
  readonly kind: CommandKind<MoneyCommand>;
  readonly key: string;
  readonly matches: readonly MatchId[];
  readonly mostEvents: number;
};

/** What the commands of a group are decided by. Every decision updates it for the commands after it. */
export type GroupFacts = {
  readonly now: string;
  readonly seqs: readonly number[];
  readonly wallets: ReadonlyMap<WalletId, LockedWallet>;
  readonly used: UsedKeys;
  readonly bets: Map<BetId, Bet>;
  readonly transactions: Map<TransactionId, Transaction>;
  readonly bonuses: Map<WalletId, Bonus>;
  readonly restrictions: Map<WalletId, Restrictions>;
  readonly withdrawn: Map<WalletId, Withdrawn>;
  readonly approved: ApprovedAlone[];
  readonly persons: PersonBonuses;
  readonly book: ExposureBook;
  readonly paidInDay: PaidCashOuts[];
  readonly cashOutRules: Map<BetId, string>;
  readonly keyFor: CombinationKeys;
  readonly facts: Facts;
};

/** Begins the group's transaction, locks its wallets and reads everything that its commands ask about. */
export async function readGroup(
  client: PoolClient,
  group: readonly KeyedCommand[],
  full: FullCombinations,
): Promise<GroupFacts> {
  const commands = group.map(({ command }) => command);
  const first = await lockAndRead(client, group);
  const { wallets, used, restricted, matches, feeds, transactions, closures, limits, cashOutRules } = first;
  const now = instant(Date.parse(first.now));
  const match = (id: MatchId) => matches.get(id);
  const keyFor = combinationKeys();
  const fullBefore = full.isEmpty()
    ? []
    : combinationsIn(commands, { match, bets: first.bets }, keyFor).filter(full.has);
  const offeredBonus = walletsWhere(group, ({ command }) => command.type === 'credit-deposit' && !!command.bonus);
  const isRestricted = ({ walletId }: KeyedCommand) => restricted.has(walletId);
  const [bonuses, deposited, persons, restrictions, suspended, exclusions, combinations, aged, paidInDay] =
    await Promise.all([
      readBonusesOf(
        client,
        walletsWhere(group, ({ command, kind, walletId }) => {
          const locked = wallets.get(walletId);
          return locked !== undefined && (kind.readsBonus?.(command, locked.wallet) ?? false);
        }),
      ),
      readDeposited(client, offeredBonus),
      lockPersonBonuses(client, offeredBonus),
      readRestrictionsOf(
        client,
        walletsWhere(group, (of) => isRestricted(of) && (of.kind.readsRestrictions?.(of.command) ?? false)),
      ),
      readSuspendedOf(client, new Set(commands.flatMap((of) => (of.type === 'judge-bet' ? [of.betId] : [])))),
      readExclusionsOf(
        client,
        walletsWhere(group, (of) => isRestricted(of) && of.command.type === 'credit-deposit'),
      ),
      readCombinationsOf(client, new Set(fullBefore)),
      readAgedPlay(client, nearDayLimit(commands, wallets, first.bets)),
      lockPaidInDay(client, hasDayLimit(limits) ? cashedOutOn(commands) : []),
    ]);
  for (const [walletId, exact] of aged) {
    const locked = wallets.get(walletId);
    if (locked) locked.aged = exact;
  }
  const withdrawn = await readWithdrawnOf(client, commands, now);
  const approved = [...(await readApprovalsOf(client, commands, { transactions, now }))];
  const repeated = group.flatMap(({ command, walletId, key }) =>
    command.type === 'place-bet' && used.get(walletId)?.has(key) ? [command.betId] : [],
  );
  const bets = new Map([...first.bets, ...(await readBetsOf(client, new Set(repeated)))]);
  const { markets, changes } = first.exposures;
  const book = exposureBook({ markets, combinations, net: first.net }, changes);
  const facts: Facts = {
    now,
    match,
    isFresh: (leagueKey) => feedState(feeds.get(leagueKey), now) === 'ok',
    confirmedAt: (leagueKey) => feeds.get(leagueKey)?.confirmedAt ?? null,
    closures,
    isStatusCertain: first.isStatusCertain,
    cashOutRule: (betId) => cashOutRules.get(betId),
    cashOuts: { limits, paidInDay },
    bet: (id) => bets.get(id),
    transaction: (id) => transactions.get(id),
    bonus: (walletId) => bonuses.get(walletId),
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
  const { now: recordedAt, seqs } = first;
  const changing = { used, bets, transactions, bonuses, restrictions, withdrawn, approved, persons, book };
  return { now: recordedAt, seqs, wallets, keyFor, facts, paidInDay, cashOutRules, ...changing };
}

/** Makes an appended event known to the commands after it: its key is used, and its stake counts towards limits. */
export function addEvent({ used, restrictions }: GroupFacts, walletId: WalletId, appended: AppendedEvent): void {
  addUsedKey(used, walletId, appended.record.key, appended);
  countPlay(restrictions, walletId, appended.event);
}

/** Makes a decision known to the commands after it. */
export function addDecision(group: GroupFacts, command: MoneyCommand, decided: Decided): void {
  const { transaction, bonus, placed, judged, cashedOut } = decided;
  if (changesBook(command)) countBet(group, command, decided);
  if (cashedOut) {
    group.cashOutRules.delete(cashedOut.id);
    const { amount } = decided.event;
    for (const { status, matchId, outcome } of cashedOut.legs) {
      if (status === 'pending') group.paidInDay.push({ matchId, outcome, amount });
    }
  }
  const bet = placed ?? judged ?? cashedOut;
  if (bet) group.bets.set(bet.id, bet);
  if (transaction) {
    group.transactions.set(transaction.id, transaction);
    addWithdrawal(group, transaction);
  }
  if (bonus) {
    group.bonuses.set(bonus.walletId, bonus);
    group.persons.note(bonus.walletId);
  }
}

function addWithdrawal({ withdrawn, approved }: GroupFacts, transaction: Transaction): void {
  if (transaction.type !== 'withdrawal') return;
  const { id, walletId, status, decision, payout, payoutPlan, amount } = transaction;
  const before = withdrawn.get(walletId);
  if (before) withdrawn.set(walletId, withWithdrawal(before, transaction));
  if (status === 'completed' && decision && !payoutPlan?.firstApproval) {
    approved.push({ id, by: decision.by, walletId, fingerprint: payout?.fingerprint ?? null, amount });
  }
}

// All statements are sent at once and run in this order: what is read after the lock is true once the lock is granted.
async function lockAndRead(client: PoolClient, group: readonly KeyedCommand[]) {
  const matchIds = new Set(group.flatMap(({ matches }) => matches));
  const takingBets = group.filter(({ command }) => changesBook(command));
  const walletIds = [...new Set(group.map(({ walletId }) => walletId))];
  const places = group.reduce((sum, { mostEvents }) => sum + mostEvents, 0);
  const commands = group.map(({ command }) => command);
  const [, wallets, stamped, used, matches, feeds, bets, transactions, exposures, isStatusCertain, cashOutRules] =
    await Promise.all([
      client.query(takingBets.length > 0 ? `${begin}; ${bettingGate.pass}` : begin),
      lockWallets(client, walletIds),
      stamp(client, places, walletIds),
      usedKeys(client, group),
      readMatchesOf(client, matchIds),
      readFeedsOf(client, matchIds),
      readBetsOf(client, new Set(group.flatMap(({ command, kind }) => kind.bets?.(command) ?? []))),
      readTransactionsOf(client, new Set(group.flatMap(({ command, kind }) => kind.transactions?.(command) ?? []))),
      readExposuresOf(client, new Set(takingBets.flatMap(({ matches }) => matches))),
      knownResults((text, values) => client.query({ name: 'known-results', text, values }), cashedOutOn(commands)),
      readCashOutRules(client, commands),
    ]);
  return { ...stamped, wallets, used, matches, feeds, bets, transactions, exposures, isStatusCertain, cashOutRules };
}

const cashedOutOn = (commands: readonly MoneyCommand[]): readonly MatchId[] =>
  commands.flatMap((command) => (command.type === 'cash-out' ? command.matchIds : []));

const walletsWhere = (group: readonly KeyedCommand[], isMeant: (of: KeyedCommand) => boolean): ReadonlySet<WalletId> =>
  new Set(group.filter(isMeant).map(({ walletId }) => walletId));

const lastDayOf = (locked: LockedWallet | undefined) => ({
  staked: cents((locked?.toDate.staked ?? 0) - (locked?.aged.staked ?? 0)),
  promised: cents((locked?.toDate.promised ?? 0) - (locked?.aged.promised ?? 0)),
});

/**
 * Returns the wallets that may reach a daily limit with this group, judged by their bets since the last exact reading. Only these
 * are read exactly again.
 */
function nearDayLimit(
  commands: readonly MoneyCommand[],
  wallets: ReadonlyMap<WalletId, LockedWallet>,
  bets: ReadonlyMap<BetId, Bet>,
): readonly WalletId[] {
  const most = new Map<WalletId, { staked: number; promised: number }>();
  const near = new Set<WalletId>();
  for (const command of commands) {
    // A cash-out lowers what is at risk.
    if (!changesBook(command) || command.type === 'cash-out') continue;
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

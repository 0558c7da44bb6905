import {
  type BetView,
  type LedgerEventView,
  type NotificationView,
  type SettingsView,
  viewBet,
  viewBonus,
  viewNotification,
  viewPasskeys,
  viewTransaction,
  viewUser,
} from '@touchline/core/contract';
import type { UserId, WalletId } from '@touchline/core/ids';
import { type Cents, dollars } from '@touchline/core/money';
import { countRecoveryCodes, listPasskeys, sessionHistory, type User } from '@touchline/store/accounts';
import { betHistory, listCashOutRules, listSharedBets } from '@touchline/store/bets';
import { readBonus } from '@touchline/store/bonus';
import type { Db } from '@touchline/store/connect';
import { listEvents, listFilters } from '@touchline/store/ledger';
import { limitHistory } from '@touchline/store/limits';
import { listPushDevices, readNotificationPage, readNotificationSettings } from '@touchline/store/notifications';
import { transactionsOfWallet } from '@touchline/store/payments';
import { listSignals } from '@touchline/store/privacy';
import { listSupportMessages } from '@touchline/store/support';
import { deviceName } from './devices.ts';
import { readOwner } from './prove-owner.ts';

const pageSize = 500;

/**
 * Everything stored about one user, as the text of one JSON object, but what the policies of the tables leave out
 * (`store/src/privacy/policies.ts`). Transactions, bets and ledger events are read page by page, so that memory does not grow with
 * them. It holds no secrets: no password hash, no token, no second factor.
 */
export async function* ownRecords(db: Db, userId: UserId, walletId: WalletId): AsyncGenerator<string> {
  const user = await readOwner(db, { userId });
  const profile = {
    ...viewUser(user),
    createdAt: iso(user.createdAt),
    emailVerifiedAt: iso(user.emailVerifiedAt),
    walletId,
  };
  yield `{\n"profile": ${JSON.stringify(profile)}`;
  yield `,\n"settings": ${JSON.stringify(await viewSettings(db, user))}`;
  yield `,\n"sessions": ${JSON.stringify(await sessionsOf(db, userId))}`;
  yield `,\n"passkeys": ${JSON.stringify(viewPasskeys(await listPasskeys(db, userId)).passkeys)}`;
  yield `,\n"responsiblePlay": ${JSON.stringify(await ownRules(db, walletId))}`;
  yield `,\n"notifications": ${JSON.stringify(await notificationsOf(db, walletId))}`;
  yield `,\n"bonuses": ${JSON.stringify(await bonusesOf(db, walletId))}`;
  yield `,\n"sharedBets": ${JSON.stringify(await sharedBetsOf(db, userId))}`;
  yield `,\n"cashOutRules": ${JSON.stringify(await cashOutRulesOf(db, userId))}`;
  yield `,\n"supportMessages": ${JSON.stringify(await supportMessagesOf(db, user))}`;
  yield `,\n"personSignals": ${JSON.stringify(await signalsOf(db, userId))}`;
  yield `,\n"savedFilters": ${JSON.stringify(await listFilters(db, userId))}`;
  yield* list('transactions', transactionsOf(db, userId, walletId));
  yield* list('bets', betsOf(db, userId));
  yield* list('ledgerEvents', eventsOf(db, walletId));
  yield '\n}\n';
}

async function* list(name: string, pages: AsyncGenerator<readonly unknown[]>): AsyncGenerator<string> {
  yield `,\n"${name}": [`;
  let isFirst = true;
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield `${isFirst ? '' : ','}\n${page.map((record) => JSON.stringify(record)).join(',\n')}`;
    isFirst = false;
  }
  yield ']';
}

async function* transactionsOf(db: Db, userId: UserId, walletId: WalletId): AsyncGenerator<readonly unknown[]> {
  let page = await transactionsOfWallet(db, walletId, pageSize);
  while (page.length > 0) {
    yield page.map((transaction) => viewTransaction(transaction, userId));
    page = await transactionsOfWallet(db, walletId, pageSize, page.at(-1)?.id);
  }
}

async function* betsOf(db: Db, userId: UserId): AsyncGenerator<readonly BetView[]> {
  let page = await betHistory(db, userId, { limit: pageSize });
  while (page.length > 0) {
    yield page.map(viewBet);
    page = await betHistory(db, userId, { before: page.at(-1)?.id, limit: pageSize });
  }
}

async function* eventsOf(db: Db, walletId: WalletId): AsyncGenerator<readonly LedgerEventView[]> {
  const filter = { walletId, time: 'recorded' } as const;
  let next: number | null = 0;
  while (next !== null) {
    const page: Awaited<ReturnType<typeof listEvents>> = await listEvents(db, filter, { after: next, limit: pageSize });
    yield page.events;
    next = page.next;
  }
}

async function sessionsOf(db: Db, userId: UserId) {
  const sessions = await sessionHistory(db, userId);
  return sessions.map(({ id, userAgent, address, createdAt, usedAt, expiresAt, endedAt, endedWhy }) => ({
    id,
    device: deviceName(userAgent),
    userAgent,
    address,
    createdAt: iso(createdAt),
    usedAt: iso(usedAt),
    expiresAt: iso(expiresAt),
    endedAt: iso(endedAt),
    endedWhy,
  }));
}

async function notificationsOf(db: Db, walletId: WalletId) {
  return {
    settings: await readNotificationSettings(db, walletId),
    pushDevices: (await listPushDevices(db, walletId)).map(({ since }) => ({ since: iso(since) })),
    inApp: await allNotifications(db, walletId, 'in-app'),
    pushOnly: await allNotifications(db, walletId, 'push-only'),
  };
}

/** Each is 90 days old at most. */
async function allNotifications(db: Db, walletId: WalletId, where: 'in-app' | 'push-only') {
  const all: NotificationView[] = [];
  let page = await readNotificationPage(db, walletId, where, { limit: pageSize });
  while (page.length > 0) {
    all.push(...page.map(viewNotification));
    page = await readNotificationPage(db, walletId, where, { before: page.at(-1)?.id, limit: pageSize });
  }
  return all;
}

async function bonusesOf(db: Db, walletId: WalletId) {
  const stored = await readBonus(db, walletId);
  if (!stored) return [];
  const { offer: terms, bonus } = viewBonus(stored.terms, stored);
  return [{ ...bonus, terms }];
}

const sharedBetsOf = async (db: Db, userId: UserId) =>
  (await listSharedBets(db, userId)).map(({ sharedAt, ...shared }) => ({ ...shared, sharedAt: iso(sharedAt) }));

async function cashOutRulesOf(db: Db, userId: UserId) {
  const rules = await listCashOutRules(db, userId);
  return rules.map(({ betId, target, setAt }) => ({ betId, target: dollars(target), setAt: iso(setAt) }));
}

async function supportMessagesOf(db: Db, user: User) {
  const messages = await listSupportMessages(db, user);
  return messages.map(({ createdAt, sentAt, ...wrote }) => ({
    ...wrote,
    createdAt: iso(createdAt),
    sentAt: iso(sentAt),
  }));
}

const signalsOf = async (db: Db, userId: UserId) =>
  (await listSignals(db, userId)).map(({ kind, notedAt }) => ({ kind, notedAt: iso(notedAt) }));

/** Every limit, exclusion and reality check that a bettor ever set, and every exclusion by staff. Dollars. */
async function ownRules(db: Db, walletId: WalletId) {
  const { limits, exclusions, operatorExclusions, realityChecks } = await limitHistory(db, walletId);
  return {
    limits: limits.map(({ kind, period, amount, from_at: from, set_at: at }) => ({
      kind,
      period,
      amount: inDollars(amount),
      from: iso(from),
      setAt: iso(at),
    })),
    exclusions: exclusions.map(({ kind, since, until }) => ({
      kind,
      since: iso(since),
      until: iso(until),
    })),
    operatorExclusions: operatorExclusions.map(({ act, since, until }) => ({
      act,
      since: iso(since),
      until: iso(until),
    })),
    realityChecks: realityChecks.map(({ minutes, set_at: at }) => ({ minutes, setAt: iso(at) })),
  };
}

export async function viewSettings(db: Db, user: User): Promise<SettingsView> {
  const isOn = user.secondFactorSince !== null;
  return {
    oddsFormat: user.oddsFormat,
    oddsPolicy: user.oddsPolicy,
    language: user.language,
    favourites: [...user.favourites],
    secondFactor: { isOn, recoveryCodes: isOn ? await countRecoveryCodes(db, user.id) : 0 },
  };
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const inDollars = (amount: Cents | null): number | null => (amount === null ? null : dollars(amount));

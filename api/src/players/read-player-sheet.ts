import type { BonusTerms } from '@touchline/core/bonus';
import {
  type PlayerExclusionView,
  type PlayerSheet,
  utcText,
  utcTextOrNull,
  viewBet,
  viewBonus,
  viewLimits,
  viewWallet,
} from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { dollars, negative, sum } from '@touchline/core/money';
import { listSessions, type User } from '@touchline/store/accounts';
import { listActions } from '@touchline/store/audit';
import { betHistory } from '@touchline/store/bets';
import { readBonus } from '@touchline/store/bonus';
import type { Db } from '@touchline/store/connect';
import { type PlayerExclusion, readLimits, readPlayerExclusion } from '@touchline/store/limits';
import {
  type LifetimeTotals,
  readFlags,
  readLifetimeTotals,
  transactionsOfWallet,
  viewForAdmins,
} from '@touchline/store/payments';
import { readSharedSignals, type SharedSignals } from '@touchline/store/privacy';
import { readWallet } from '@touchline/store/wallet';

const newest = 10;
const mostActions = 20;

type Deps = { readonly db: Db; readonly bonus: BonusTerms; readonly now: () => Instant };

/** What staff see of one player: account, exclusions, limits, wallet, recent bets and transactions, and what admins did. */
export async function readPlayerSheet({ db, bonus: offer, now }: Deps, player: User): Promise<PlayerSheet> {
  const { id, walletId, name, email, role, emailVerifiedAt, createdAt } = player;
  const [sessions, exclusion, limits, held, bonus, lifetime, flags, transactions, bets, { actions }, shared] =
    await Promise.all([
      listSessions(db, id, now()),
      readPlayerExclusion(db, walletId, now()),
      readLimits(db, walletId),
      readWallet(db, walletId),
      readBonus(db, walletId),
      readLifetimeTotals(db, walletId),
      readFlags(db, walletId),
      transactionsOfWallet(db, walletId, newest).then((found) => viewForAdmins(db, found)),
      betHistory(db, id, { limit: newest }),
      listActions(db, { player: { userId: id, walletId }, limit: mostActions }),
      readSharedSignals(db, id),
    ]);
  if (!held) throw new Error(`user ${id} has no wallet`);
  return {
    user: {
      id,
      walletId,
      name,
      email,
      role,
      isVerified: emailVerifiedAt !== null,
      createdAt: utcText(createdAt),
      openSessions: sessions.length,
    },
    ...viewExclusion(exclusion),
    shared: viewShared(shared),
    limits: viewLimits(limits).limits.filter(({ amount, next }) => amount !== null || next !== null),
    wallet: viewWallet(held.wallet, held.version),
    bonus: viewBonus(offer, bonus).bonus,
    lifetime: viewLifetime(lifetime),
    flags: [...flags],
    transactions: [...transactions],
    bets: bets.map(viewBet),
    actions: [...actions],
  };
}

const viewLifetime = ({ deposited, refunded, withdrawn }: LifetimeTotals): PlayerSheet['lifetime'] => ({
  deposited: dollars(deposited),
  refunded: dollars(refunded),
  withdrawn: dollars(withdrawn),
  net: dollars(sum([deposited, negative(refunded), negative(withdrawn)])),
});

/** What keeps a bettor from betting and depositing: the operator's exclusion, and their own. */
export const viewExclusion = ({ house, own }: PlayerExclusion): Pick<PlayerExclusionView, 'exclusion' | 'own'> => ({
  exclusion: house
    ? {
        cause: house.cause,
        reason: house.reason,
        since: utcText(house.since),
        until: utcTextOrNull(house.until),
        by: house.adminName,
      }
    : null,
  own: own ? { kind: own.kind, since: utcText(own.since), until: utcTextOrNull(own.until) } : null,
});

/** Other accounts that may belong to the same person. */
export const viewShared = (shared: readonly SharedSignals[]): PlayerExclusionView['shared'] =>
  shared.map(({ id, name, email, signals, isExcluded }) => ({
    user: { id, name, email },
    signals: [...signals],
    isExcluded,
  }));

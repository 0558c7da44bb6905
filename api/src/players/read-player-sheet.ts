import type { BonusTerms } from '@touchline/core/bonus';
import { type PlayerSheet, viewBet, viewLimits, viewWallet } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { listSessions, type User } from '@touchline/store/accounts';
import { listActions } from '@touchline/store/audit';
import { betHistory } from '@touchline/store/bets';
import { readBonus, viewBonus } from '@touchline/store/bonus';
import type { Db } from '@touchline/store/connect';
import { readLimits, readPlayerExclusion } from '@touchline/store/limits';
import { transactionsOfWallet, viewForAdmins } from '@touchline/store/payments';
import { readSharedSignals } from '@touchline/store/privacy';
import { readWallet } from '@touchline/store/wallet';
import { viewExclusion, viewShared } from '../limits/view-exclusion.ts';

const newest = 10;
const mostActions = 20;

type Deps = { readonly db: Db; readonly bonus: BonusTerms; readonly now: () => Instant };

/** All that operators see of one player: who, what is forbidden, what is in the wallet, what happened of late and what was decided. */
export async function readPlayerSheet({ db, bonus: offer, now }: Deps, player: User): Promise<PlayerSheet> {
  const { id, walletId, name, email, role, emailVerifiedAt, createdAt } = player;
  const [sessions, exclusion, limits, held, bonus, transactions, bets, { actions }, shared] = await Promise.all([
    listSessions(db, id, now()),
    readPlayerExclusion(db, walletId, now()),
    readLimits(db, walletId),
    readWallet(db, walletId),
    readBonus(db, walletId),
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
      createdAt: new Date(createdAt).toISOString(),
      openSessions: sessions.length,
    },
    ...viewExclusion(exclusion),
    shared: viewShared(shared),
    limits: viewLimits(limits).limits.filter(({ amount, next }) => amount !== null || next !== null),
    wallet: viewWallet(held.wallet, held.version),
    bonus: viewBonus(offer, bonus).bonus,
    transactions: [...transactions],
    bets: bets.map(viewBet),
    actions: [...actions],
  };
}

import type { AdminTransactionView } from '@touchline/core/contract';
import type { UserId, WalletId } from '@touchline/core/ids';
import { dollars } from '@touchline/core/money';
import { hasFailedReturn, needsManualDecision, owedOf, roundsOwed, type Transaction } from '@touchline/core/payments';
import type { Db } from '../connect.ts';
import { type DepositProposal, listDepositProposals } from './authorize-decision.ts';
import { listReturnProposals, type ReturnProposal } from './resolve-return.ts';
import { viewTransaction } from './view-transaction.ts';

/** Returns transactions for admins: with the owner, who decided them, and the masked destination. */
export async function viewForAdmins(
  db: Db,
  transactions: readonly Transaction[],
): Promise<readonly AdminTransactionView[]> {
  if (transactions.length === 0) return [];
  const [owners, admins, proposals, returnProposals] = await Promise.all([
    ownersOf(db, [...new Set(transactions.map((one) => one.walletId))]),
    namesOf(db, [
      ...new Set(
        transactions.flatMap(({ decision, payoutPlan }) =>
          [decision?.by ?? [], payoutPlan?.firstApproval?.by ?? []].flat(),
        ),
      ),
    ]),
    listDepositProposals(
      db,
      transactions.filter(needsManualDecision).map(({ id }) => id),
    ),
    listReturnProposals(
      db,
      transactions.filter(hasFailedReturn).map(({ id }) => id),
    ),
  ]);
  return transactions.map((transaction) => {
    const { id, walletId } = transaction;
    const proposal = proposals.get(id);
    const view = adminView(transaction, owners.get(walletId) ?? { id: '', name: '', email: '' }, admins);
    const returnProposal = returnProposals.get(id);
    return {
      ...view,
      ...(proposal && { proposal: viewProposal(proposal) }),
      ...(returnProposal?.rounds === roundsOwed(transaction) && { returnProposal: viewReturnProposal(returnProposal) }),
    };
  });
}

const viewReturnProposal = ({ how, amount, reference, by, at }: ReturnProposal) => ({
  how,
  amount: dollars(amount),
  ...(reference !== null && { reference }),
  by,
  at: new Date(at).toISOString(),
});

const viewProposal = ({ action, amount, by, at }: DepositProposal): AdminTransactionView['proposal'] => ({
  how: action === 'deposit-credited' ? 'credit' : 'returned',
  amount: dollars(amount),
  by,
  at: new Date(at).toISOString(),
});

/** The same for a known owner and known names of admins. */
export function adminView(
  transaction: Transaction,
  user: AdminTransactionView['user'],
  names: ReadonlyMap<UserId, string>,
): AdminTransactionView {
  const { type, status, flags, payout, payoutPlan, decision } = transaction;
  const { payableFrom = null, firstApproval = null, route = [] } = payoutPlan ?? {};
  const owed = owedOf(transaction);
  const decidedBy = decision && (names.get(decision.by) ?? decision.by);
  return {
    ...viewTransaction(transaction, user.id),
    user,
    flags: [...flags],
    payoutTo: payout?.mask ?? (type === 'withdrawal' ? 'not given' : null),
    decidedBy,
    decidedAt: decision && new Date(decision.at).toISOString(),
    ...(payableFrom !== null && status === 'pending' && { payableFrom: new Date(payableFrom).toISOString() }),
    ...(firstApproval && {
      firstApproval: {
        by: names.get(firstApproval.by) ?? firstApproval.by,
        at: new Date(firstApproval.at).toISOString(),
      },
    }),
    ...(type === 'withdrawal' && decision?.by === user.id && { canceledByBettor: true }),
    ...(route.length > 0 && {
      returns: route.map(({ method, amount, state, reason }) => ({
        method,
        amount: dollars(amount),
        state,
        ...(reason !== undefined && { reason }),
      })),
    }),
    ...(owed > 0 && { owed: dollars(owed) }),
  };
}

type Owner = AdminTransactionView['user'] & { readonly id: UserId };

async function ownersOf(db: Db, wallets: readonly WalletId[]): Promise<Map<WalletId, Owner>> {
  const rows = await db
    .selectFrom('users')
    .select(['wallet_id', 'id', 'name', 'email'])
    .where('wallet_id', 'in', wallets)
    .execute();
  return new Map(rows.map(({ wallet_id, ...owner }) => [wallet_id, owner]));
}

async function namesOf(db: Db, admins: readonly UserId[]): Promise<Map<UserId, string>> {
  if (admins.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', admins).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

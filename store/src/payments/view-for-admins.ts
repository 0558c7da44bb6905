import { type AdminTransactionView, adminView } from '@touchline/core/contract';
import type { UserId, WalletId } from '@touchline/core/ids';
import { dollars } from '@touchline/core/money';
import {
  hasFailedRefund,
  hasFailedReturn,
  needsManualDecision,
  roundsOwed,
  type Transaction,
} from '@touchline/core/payments';
import type { Db } from '../connect.ts';
import { type DepositProposal, listDepositProposals } from './authorize-decision.ts';
import { listReturnProposals, type ReturnProposal } from './resolve-return.ts';

/** Returns transactions for admins: with the owner, who decided them, and the masked destination. */
export async function viewForAdmins(
  db: Db,
  transactions: readonly Transaction[],
): Promise<readonly AdminTransactionView[]> {
  if (transactions.length === 0) return [];
  const [owners, admins, proposals, returnProposals] = await Promise.all([
    ownersOf(db, [...new Set(transactions.map((transaction) => transaction.walletId))]),
    namesOf(db, [
      ...new Set(
        transactions.flatMap(({ decision, payoutPlan }) =>
          [decision?.by ?? [], payoutPlan?.firstApproval?.by ?? []].flat(),
        ),
      ),
    ]),
    listDepositProposals(
      db,
      transactions
        .filter((transaction) => needsManualDecision(transaction) || hasFailedRefund(transaction))
        .map(({ id }) => id),
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
      ...(proposal && viewProposal(proposal, transaction)),
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

/** A proposal to refund a deposit was carried out before its refund failed. */
function viewProposal(
  { action, amount: proposed, reference, by, at: proposedAt }: DepositProposal,
  transaction: Transaction,
): Pick<AdminTransactionView, 'proposal' | 'refundProposal'> {
  const [amount, at] = [dollars(proposed), new Date(proposedAt).toISOString()];
  if (hasFailedRefund(transaction)) return reference === null ? {} : { refundProposal: { amount, reference, by, at } };
  return { proposal: { how: action === 'deposit-credited' ? 'credit' : 'returned', amount, by, at } };
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

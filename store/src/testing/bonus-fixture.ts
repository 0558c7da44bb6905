import { randomUUID } from 'node:crypto';
import { type BonusTerms, standardTerms } from '@touchline/core/bonus';
import type { TransactionId } from '@touchline/core/ids';
import { cents } from '@touchline/core/money';
import type { Db } from '../connect.ts';
import type { CreditDeposit, WalletWriter } from '../wallet/index.ts';
import type { Player } from './betting-fixture.ts';

/** A deposit that the bettor has asked for and not paid yet, and the command that its payment leads to. */
export async function askDeposit(
  db: Db,
  player: Player,
  dollars: number,
  bonus: BonusTerms = standardTerms,
): Promise<CreditDeposit> {
  const id = randomUUID() as TransactionId;
  const amount = cents(dollars * 100);
  const paid = { provider: 'mollie', providerPaymentId: `tr_${id}` };
  await db
    .insertInto('transactions')
    .values({
      id,
      wallet_id: player.walletId,
      version: 1,
      type: 'deposit',
      amount,
      status: 'initiated',
      method: 'creditcard',
      reference: null,
      reason: null,
      provider: paid.provider,
      provider_payment_id: paid.providerPaymentId,
      charge_currency: null,
      charge_amount: null,
      payout_sealed: null,
      payout_mask: null,
      payout_fingerprint: null,
      flags: [],
      decided_by: null,
      metadata: '{}',
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute();
  return {
    type: 'credit-deposit',
    walletId: player.walletId,
    deposit: { transactionId: id, amount, ...paid },
    bonus,
    actor: 'system:payments',
    cause: `payment:${paid.providerPaymentId}`,
  };
}

/** A first deposit with its bonus; answers with their number. */
export async function depositWithBonus(
  db: Db,
  writer: Pick<WalletWriter, 'submit'>,
  player: Player,
  dollars: number,
  bonus: BonusTerms = standardTerms,
): Promise<TransactionId> {
  const command = await askDeposit(db, player, dollars, bonus);
  const credited = await writer.submit(command);
  if (!credited.ok) throw new Error(credited.refusal.code);
  return command.deposit.transactionId;
}

/** Lets the player's bonus expire, which only the database's owner can do directly. */
export async function letBonusRunOut(
  owner: { query: (text: string, values: string[]) => Promise<unknown> },
  player: Player,
) {
  await owner.query(`update bonuses set expires_at = now() - interval '1 second' where wallet_id = $1`, [
    player.walletId,
  ]);
}

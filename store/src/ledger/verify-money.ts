import type { Pool } from 'pg';
import { type VerifyOptions, type VerifyReport, verifyLedger } from './verify.ts';
import { verifyBets } from './verify-bets.ts';
import { verifyBook } from './verify-book.ts';
import { verifyPayments } from './verify-payments.ts';

/** Verifies the ledger, then the bets and transactions of its events, and the stored exposures. */
export async function verifyMoney(
  pool: Pool,
  options: VerifyOptions = {},
): Promise<VerifyReport & { readonly bets: number }> {
  const ledger = await verifyLedger(pool, options);
  const { bets, findings: ofBets } = await verifyBets(pool);
  const findings = [...ledger.findings, ...ofBets, ...(await verifyPayments(pool)), ...(await verifyBook(pool))];
  return { ...ledger, passed: findings.length === 0, findings, bets };
}

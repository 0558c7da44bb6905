import type { Db } from '@touchline/store/connect';
import { type Finding, finishVerification, requestVerification, startVerification } from '@touchline/store/ledger';

export const fault: Finding = {
  kind: 'wallet-differs',
  key: 'f',
  place: {},
  sentence: 'one is not what its events give',
};

/** Ends a verification of the ledger with these findings and returns its id. */
export async function endVerification(db: Db, found: readonly Finding[]): Promise<string> {
  const { id } = await requestVerification(db, 'schedule');
  await startVerification(db, id);
  const counts = { wallets: 1, events: 1, entries: 2, checkpoints: 0, uncovered: 0 };
  const kinds = found.length > 0 ? { 'wallet-differs': found.length } : {};
  const report = { ...counts, findings: found, found: kinds, passed: found.length === 0 };
  await finishVerification(db, id, report);
  return id;
}

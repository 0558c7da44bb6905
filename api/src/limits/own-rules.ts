import type { WalletId } from '@touchline/core/ids';
import { type Cents, dollars } from '@touchline/core/money';
import type { Db } from '@touchline/store/connect';
import { limitHistory } from '@touchline/store/limits';

/** Every limit, exclusion and reality check that a bettor ever set, for the download of their records. Dollars. */
export async function ownRules(db: Db, walletId: WalletId) {
  const { limits, exclusions, realityChecks } = await limitHistory(db, walletId);
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
      until: until === null ? null : iso(until),
    })),
    realityChecks: realityChecks.map(({ minutes, set_at: at }) => ({ minutes, setAt: iso(at) })),
  };
}

const inDollars = (amount: Cents | null): number | null => (amount === null ? null : dollars(amount));
const iso = (at: number): string => new Date(at).toISOString();

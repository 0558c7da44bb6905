import type { WalletId } from '@touchline/core/ids';
import type { Store } from '@touchline/store/connect';
import { trialBalance, type VerifyReport, verifyLedger, walletAt } from '@touchline/store/ledger';
import { readWallet } from '@touchline/store/wallet';
import { exactPayout } from './exact-payout.ts';
import { depositCents, type Placed, type Winner } from './place-many.ts';
import type { Fixture } from './sandbox.ts';

export type Score = { readonly home: number; readonly away: number };
export type PayoutAudit = {
  readonly bets: number;
  /** Bets with another number of settlement events than one. */
  readonly notOnce: readonly string[];
  /** Bets that came to another end, or were paid another amount, than their odds and the scores say. */
  readonly wrong: readonly string[];
  /** Wallets that differ from the deposit less stakes plus payouts, or from the fold of their events. */
  readonly wrongWallets: readonly string[];
  /** Of all accounts of the ledger; 0 when it balances. */
  readonly sumCents: number;
  readonly ledger: VerifyReport;
};

type Settled = { readonly type: string; readonly amount: number };
const settlements: readonly string[] = ['WinningsPaid', 'StakeLost', 'StakeRefunded', 'SettlementRolledBack'];

/** Compares the ledger with payouts computed independently from scores and the odds of the placed bets. */
export async function auditPayouts(
  store: Store,
  placed: readonly Placed[],
  scoreOf: (fixture: Fixture) => Score,
): Promise<PayoutAudit> {
  const events = await settlementEvents(store);
  const expected = placed.map((bet) => ({ bet, end: endOf(bet, scoreOf) }));
  const isWrong = ({ bet, end }: (typeof expected)[number]): boolean => {
    const [event] = events.get(bet.betId) ?? [];
    return event?.type !== end.type || event.amount !== end.amount;
  };
  const byWallet = Map.groupBy(expected, ({ bet }) => bet.walletId);
  const wrongWallets: string[] = [];
  for (const [walletId, bets] of byWallet) {
    const cash = bets.reduce((sum, { bet, end }) => sum - bet.stakeCents + paid(end), depositCents);
    if (!(await holds(store, walletId, cash))) wrongWallets.push(walletId);
  }
  return {
    bets: placed.length,
    notOnce: placed.filter(({ betId }) => events.get(betId)?.length !== 1).map(({ betId }) => betId),
    wrong: expected.filter(isWrong).map(({ bet }) => bet.betId),
    wrongWallets,
    sumCents: (await trialBalance(store.db)).sum,
    ledger: await verifyLedger(store.pool),
  };
}

/** Every settlement in the ledger, by bet. */
export async function settlementEvents({ db }: Pick<Store, 'db'>): Promise<ReadonlyMap<string, readonly Settled[]>> {
  const rows = await db.selectFrom('ledger_events').select(['type', 'amount', 'payload']).execute();
  const ofBets = rows.flatMap(({ type, amount, payload }) => {
    const betId = typeof payload === 'object' && payload !== null && 'betId' in payload ? payload['betId'] : undefined;
    return settlements.includes(type) ? [{ betId: String(betId), type, amount: amount as number }] : [];
  });
  return Map.groupBy(ofBets, ({ betId }) => betId);
}

function endOf({ stakeCents, legs }: Placed, scoreOf: (fixture: Fixture) => Score): Settled {
  const isWon = legs.every(({ fixture, pick }) => winnerOf(scoreOf(fixture)) === pick);
  if (!isWon) return { type: 'StakeLost', amount: stakeCents };
  const odds = legs.map((leg) => leg.odds);
  return { type: 'WinningsPaid', amount: exactPayout(stakeCents, odds) };
}

const winnerOf = ({ home, away }: Score): Winner => (home > away ? 'home' : home < away ? 'away' : 'draw');
const paid = ({ type, amount }: Settled): number => (type === 'WinningsPaid' ? amount : 0);

async function holds({ db }: Store, walletId: WalletId, cash: number): Promise<boolean> {
  const [shown, folded] = [await readWallet(db, walletId), await walletAt(db, walletId)];
  return shown?.wallet.cash === cash && folded.cash === cash && folded.staked === 0 && shown.wallet.staked === 0;
}

import type { MatchRow } from '@touchline/core/contract';
import type { WalletId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { markEmailVerified, readUserByEmail } from '@touchline/store/accounts';
import type { Store } from '@touchline/store/connect';
import { creditDollars } from '@touchline/store/testing';
import { createWalletWriter } from '@touchline/store/wallet';
import { type Bettor, type Credentials, logIn, matchOnOffer, placeWhenConfirmed, registerBettor } from './bettor.ts';
import { centsOf } from './exact-payout.ts';
import type { Fixture } from './sandbox.ts';

export type Winner = 'home' | 'draw' | 'away';
type PlacedLeg = {
  readonly fixture: Fixture;
  readonly matchId: string;
  readonly pick: Winner;
  readonly odds: string;
};
export type Placed = {
  readonly betId: string;
  readonly walletId: WalletId;
  readonly stakeCents: number;
  readonly legs: readonly PlacedLeg[];
};
type Account = { readonly credentials: Credentials; readonly bettor: Bettor; readonly walletId: WalletId };

export const depositCents = 500_000;
const password = 'Settlement1!';
const picks = ['home', 'draw', 'away'] as const;
/** Which match each bet is on, over and over: half of them on the first, and never two neighbours on the same. */
const spread = [0, 1, 0, 2, 0, 3];

/** Registers bettors with money of their own, by the API and by deposits in the ledger. */
export async function openAccounts(
  url: string,
  store: Store,
  count: number,
  name = 'player',
): Promise<readonly Account[]> {
  const writer = createWalletWriter(store);
  const accounts: Account[] = [];
  for (let at = 1; at <= count; at += 1) {
    const email = `${name}${at}@players.test`;
    const credentials = { email, password };
    await registerBettor(url, { name: `Player ${at}`, ...credentials });
    const user = await readUserByEmail(store.db, email);
    if (!user) throw new Error(`${email} is not there after it was registered`);
    await markEmailVerified(store.db, user.id, instant(Date.now()));
    await creditDollars(writer, user.walletId, depositCents / 100);
    accounts.push({ credentials, bettor: await logIn(url, credentials), walletId: user.walletId });
  }
  await writer.close();
  return accounts;
}

/** Places `count` bets on four matches, every fifth bet on two of them, each bettor one after the other and all bettors at once. */
export async function placeMany(
  url: string,
  accounts: readonly Account[],
  fixtures: readonly Fixture[],
  count: number,
): Promise<readonly Placed[]> {
  const rows = await Promise.all(fixtures.map(({ homeTeam }) => matchOnOffer(url, homeTeam)));
  const placed = await Promise.all(
    accounts.map(async ({ bettor, walletId }, first) => {
      const own: Placed[] = [];
      for (let at = first; at < count; at += accounts.length) {
        own.push(await placeOne(bettor, walletId, at));
      }
      return own;
    }),
  );
  return placed.flat();

  async function placeOne(bettor: Bettor, walletId: WalletId, at: number): Promise<Placed> {
    const stakeCents = 100 + ((at * 37) % 900);
    const legs = (at % 5 === 0 ? [at, at + 1] : [at]).map((turn) => legOf(turn, Math.floor(at / spread.length)));
    const matches = legs.map(({ row, matchId, pick, odds }) => ({
      matchId,
      betOutcome: labelOf(row, pick),
      odds: Number(odds),
    }));
    const bet = await placeWhenConfirmed(bettor, { stake: stakeCents / 100, matches }, `bet-${at}`);
    if (centsOf(bet.stake) !== stakeCents) throw new Error(`bet ${at} was booked with the stake ${bet.stake}`);
    return { betId: bet._id, walletId, stakeCents, legs };
  }

  function legOf(turn: number, shift: number) {
    const place = spread[turn % spread.length] ?? 0;
    const [fixture, row, pick] = [fixtures[place], rows[place], picks[(turn + shift) % picks.length]];
    if (!fixture || !row || !pick) throw new RangeError('a bet needs a match');
    return { fixture, row, matchId: row.id, pick, odds: String(priceOf(row, pick)) };
  }
}

const priceOf = ({ odds }: MatchRow, pick: Winner) =>
  pick === 'home' ? odds.homeWin : pick === 'draw' ? odds.draw : odds.awayWin;
const labelOf = ({ match }: MatchRow, pick: Winner): string =>
  pick === 'draw' ? 'Draw' : `${pick === 'home' ? match.homeTeam : match.awayTeam} Win`;

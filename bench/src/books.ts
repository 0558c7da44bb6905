import type { Store } from '@touchline/store/connect';
import { moneyPerPlayer } from './betting-ground.ts';

const countsText = `
  select e.events, n.entries, n.unbalanced, w.versions, w.money, w.staked, w.wallets, b.bets, b.stakes, l.legs, h.heads
  from (select count(*) as events from ledger_events) e,
    (select count(*) as entries, sum(amount)::bigint as unbalanced from ledger_entries) n,
    (select count(*) as wallets, sum(version)::bigint as versions, sum(cash + held + bonus + staked)::bigint as money,
      sum(staked)::bigint as staked from wallets) w,
    (select count(*) as bets, coalesce(sum(stake), 0)::bigint as stakes from bets) b,
    (select count(*) as legs from bet_legs) l,
    (select count(*) as heads from wallets w join ledger_events e using (wallet_id, version)
      where e.hash = w.head_hash) h`;

type Counts = Readonly<
  Record<
    | 'events'
    | 'entries'
    | 'unbalanced'
    | 'wallets'
    | 'versions'
    | 'money'
    | 'staked'
    | 'bets'
    | 'stakes'
    | 'legs'
    | 'heads',
    number
  >
>;

/** Compares the acknowledged bets with the tables, by counts and sums. Throws on any difference. */
export async function compareBooks(store: Store, bets: number, legs = 3 * bets): Promise<void> {
  const { rows } = await store.pool.query<Counts>(countsText);
  const [found] = rows;
  if (!found) throw new Error('the database counted nothing');
  const events = found.wallets + bets;
  const expected: Partial<Counts> = {
    events,
    versions: events,
    heads: found.wallets,
    entries: 2 * events,
    unbalanced: 0,
    bets,
    legs,
    money: found.wallets * moneyPerPlayer,
    staked: found.stakes,
  };
  const wrong = Object.entries(expected).filter(([name, value]) => found[name as keyof Counts] !== value);
  if (wrong.length > 0) {
    throw new Error(`the books do not agree: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
  }
}

import { promiseOf } from '@touchline/core/betting';
import { type Cents, Decimal } from '@touchline/core/money';
import type { Pool, PoolClient } from 'pg';
import { type BookExposure, combinationKey, emptyBook, exposureBook } from '../bets/exposure-book.ts';
import { readBookExposure, replaceBookExposure } from '../bets/exposure-rows.ts';
import { playedBy } from '../limits/restriction-rows.ts';
import { type AuditedBet, storedOutcome } from './check-bet.ts';
import { inOneSnapshot } from './consistent-reads.ts';
import type { Finding } from './findings.ts';

const page = 2_000;

/**
 * Compares the stored exposures (of outcomes, combinations and the whole book) and the stored play of each wallet with the sums of the
 * bets and events, in one snapshot. Reads only and locks nothing.
 */
export const verifyBook = (pool: Pool): Promise<readonly Finding[]> =>
  inOneSnapshot(pool, 1, async ([client]) => {
    if (!client) throw new RangeError('a snapshot needs a connection');
    const [stored, due] = [await readBookExposure(client), await exposureOfBets(client)];
    return [...bookFindings(stored, due), ...(await playFindings(client))];
  });

/** Replaces the stored exposures by those of the open bets. The caller has locked out writers. Returns whether they differed. */
export async function rebuildBook(client: PoolClient): Promise<boolean> {
  const [stored, due] = [await readBookExposure(client), await exposureOfBets(client)];
  await replaceBookExposure(client, due);
  return bookFindings(stored, due).length > 0;
}

type OpenRow = { readonly stake: Cents; readonly legs: readonly LegRow[] };
type LegRow = readonly [
  AuditedBet['legs'][number]['matchId'],
  string,
  string,
  string | null,
  string,
  Parameters<typeof promiseOf>[1][number]['status'],
];

async function exposureOfBets(client: PoolClient): Promise<BookExposure> {
  const book = exposureBook(emptyBook);
  await client.query(`
    declare open_bets no scroll cursor for
    select b.stake, coalesce((
      select json_agg(json_build_array(l.match_id, l.market, l.pick, l.point::text, l.odds::text, l.status) order by l.leg)
      from bet_legs l where l.bet_id = b.id
    ), '[]') as legs
    from bets b where b.status = 'pending'`);
  for (;;) {
    const { rows } = await client.query<OpenRow>(`fetch ${page} from open_bets`);
    for (const { stake, legs: listed } of rows) {
      const legs = listed.map(([matchId, market, pick, point, odds, status]) => ({
        matchId,
        outcome: storedOutcome(market, pick, point),
        odds: new Decimal(odds),
        status,
      }));
      book.add({ stake, promised: promiseOf(stake, legs), combination: combinationKey(legs), legs });
    }
    if (rows.length < page) break;
  }
  await client.query('close open_bets');
  return book.changes();
}

function bookFindings(stored: BookExposure, due: BookExposure): readonly Finding[] {
  const [before, after] = [linesOf(stored), linesOf(due)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const wrong = names.filter((name) => before.get(name) !== after.get(name));
  const [first] = wrong;
  if (first === undefined) return [];
  const sentence = `${first}: stored is ${before.get(first) ?? 'nothing'}, the open bets come to ${after.get(first) ?? 'nothing'}`;
  return [{ kind: 'book-differs', count: wrong.length, first: {}, sentence }];
}

const linesOf = ({ markets, combinations, net }: BookExposure): ReadonlyMap<string, string> =>
  new Map([
    ['the open book', String(net)],
    ...markets.map(({ matchId, market, point, open }): [string, string] => [
      `match ${matchId}, ${market} ${point}`,
      [open.staked, ...Object.values(open.owed), ...Object.values(open.promised)].join(' '),
    ]),
    ...combinations.map(({ key, bets, net: open }): [string, string] => [`combination ${key}`, `${bets} ${open}`]),
  ]);

// The sums that the hashes do not cover: those of each event from the events before it, and `promised` from the bets.
const playText = `
  with played as (
    select e.wallet_id, e.version, e.staked_to_date, e.lost_to_date,
      sum(${playedBy.staked}) over w as staked, sum(${playedBy.lost}) over w as lost
    from ledger_events e window w as (partition by e.wallet_id order by e.version)
  ), wrong as (
    select wallet_id, version from played where staked <> staked_to_date or lost <> lost_to_date
    union all
    select w.wallet_id, w.version
    from wallets w
    left join ledger_events e on e.wallet_id = w.wallet_id and e.version = w.version
    left join (
      select wallet_id, sum(potential_payout) filter (where acceptance is distinct from 'rejected') as promised
      from bets group by wallet_id
    ) b on b.wallet_id = w.wallet_id
    where (w.staked_to_date, w.lost_to_date, w.promised_to_date)
        is distinct from (coalesce(e.staked_to_date, 0), coalesce(e.lost_to_date, 0), coalesce(e.promised_to_date, 0))
      or w.promised_to_date <> coalesce(b.promised, 0)
  )
  select wallet_id::text as wallet, version, count(*) over () as count from wrong order by 1, 2 limit 1`;

async function playFindings(client: PoolClient): Promise<readonly Finding[]> {
  const { rows } = await client.query<{ wallet: string; version: number; count: number }>(playText);
  const [first] = rows;
  if (!first) return [];
  const { wallet, version, count } = first;
  const sentence = `the stakes, losses and possible payouts of wallet ${wallet} at version ${version} differ from its events and bets`;
  return [{ kind: 'play-differs', count, first: { wallet, version }, sentence }];
}

import type { LegStatus, System } from '@touchline/core/betting';
import { type Cents, Decimal } from '@touchline/core/money';
import type { Pool, PoolClient } from 'pg';
import { type BookExposure, combinationKey, emptyBook, exposureBook } from '../bets/exposure-book.ts';
import { readBookExposure, replaceBookExposure } from '../bets/exposure-rows.ts';
import { playedBy } from '../limits/restriction-rows.ts';
import { type AuditedBet, storedOutcome } from './check-bet.ts';
import { inOneSnapshot } from './consistent-reads.ts';
import type { Findings } from './findings.ts';

const page = 2_000;
const mostListed = 1_000;

/**
 * Compares the stored exposures (of outcomes, combinations and the whole book) and the stored play of each wallet with the totals of
 * the bets and events, in one snapshot. Only reads, and locks nothing.
 */
export const verifyBook = (pool: Pool, findings: Findings): Promise<void> =>
  inOneSnapshot(pool, 1, async ([client]) => {
    if (!client) throw new RangeError('a snapshot needs a connection');
    const [stored, due] = [await readBookExposure(client), await exposureOfBets(client)];
    for (const { name, sentence } of differences(stored, due)) findings.add('book-differs', sentence, {}, name);
    await checkPlay(client, findings);
  });

/** Replaces the stored exposures by those of the open bets. The caller has locked out writers. Returns whether they differed. */
export async function rebuildBook(client: PoolClient): Promise<boolean> {
  const [stored, due] = [await readBookExposure(client), await exposureOfBets(client)];
  await replaceBookExposure(client, due);
  return differences(stored, due).length > 0;
}

type OpenRow = { readonly stake: Cents; readonly system: System | null; readonly legs: readonly LegRow[] };
type LegRow = readonly [AuditedBet['legs'][number]['matchId'], string, string, string | null, string, LegStatus];

async function exposureOfBets(client: PoolClient): Promise<BookExposure> {
  const book = exposureBook(emptyBook);
  await client.query(`
    declare open_bets no scroll cursor for
    select b.stake - b.cashed_stake as stake, b.system, coalesce((
      select json_agg(json_build_array(l.match_id, l.market, l.pick, l.point::text, l.odds::text, l.status) order by l.leg)
      from bet_legs l where l.bet_id = b.id
    ), '[]') as legs
    from bets b where b.status = 'pending'`);
  for (;;) {
    const { rows } = await client.query<OpenRow>(`fetch ${page} from open_bets`);
    for (const { stake, system, legs: listed } of rows) {
      const legs = listed.map(([matchId, market, pick, point, odds, status]) => ({
        matchId,
        outcome: storedOutcome(market, pick, point),
        odds: new Decimal(odds),
        status,
      }));
      book.add({ stake, system: system ?? undefined, combination: combinationKey(legs), legs });
    }
    if (rows.length < page) break;
  }
  await client.query('close open_bets');
  return book.changes();
}

function differences(stored: BookExposure, due: BookExposure) {
  const [before, after] = [linesOf(stored), linesOf(due)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => ({
      name,
      sentence: `${name}: stored is ${before.get(name) ?? 'nothing'}, the open bets come to ${after.get(name) ?? 'nothing'}`,
    }));
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

// The totals that the hashes do not cover: those of each event from the events before it, and `promised` from the bets.
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
  select wallet_id::text as wallet, min(version) as version from wrong group by wallet_id order by 1 limit ${mostListed}`;

async function checkPlay(client: PoolClient, findings: Findings): Promise<void> {
  const { rows } = await client.query<{ wallet: string; version: number }>(playText);
  for (const { wallet, version } of rows) {
    const sentence = `the stakes, losses and possible payouts of wallet ${wallet} at version ${version} differ from its events and bets`;
    findings.add('play-differs', sentence, { wallet, version }, wallet);
  }
}

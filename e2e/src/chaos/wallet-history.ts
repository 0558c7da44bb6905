import type { Store } from '@touchline/store/connect';
import type { Screen } from './screen.ts';

/** Returns where a screen showed a wallet older than one before, or one that the ledger never had at that version. */
export async function wrongWallets(
  { pool }: Pick<Store, 'pool'>,
  screen: Pick<Screen, 'name' | 'wallets'>,
  walletId: string,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ version: number; cash: string }>(
    `select version, sum(coalesce(cash, 0)) over (order by version)::text as cash from (
       select e.version, (select sum(l.amount) from ledger_entries l where l.seq = e.seq and l.account = 'player:cash') as cash
       from ledger_events e where e.wallet_id = $1) steps order by version`,
    [walletId],
  );
  const balances = new Map(rows.map(({ version, cash }) => [version, Number(cash)]));
  return screen.wallets.flatMap(({ version, balance }, at) => {
    const before = screen.wallets[at - 1];
    const cash = balances.get(version);
    return [
      ...(before && before.version >= version
        ? [`${screen.name} showed version ${version} after ${before.version}`]
        : []),
      ...(cash === Math.round(balance * 100)
        ? []
        : [`${screen.name} showed ${balance} at ${version}, where the ledger has ${cash}`]),
    ];
  });
}

/** Returns bets with more than one settlement event, and keys with more than one event. */
export async function doneTwice({ pool }: Pick<Store, 'pool'>): Promise<readonly string[]> {
  const { rows } = await pool.query<{ finding: string }>(`
    select payload ->> 'betId' || ' settled ' || count(*) || ' times' as finding from ledger_events
    where type in ('WinningsPaid', 'StakeLost', 'StakeRefunded') group by payload ->> 'betId' having count(*) > 1
    union all
    select wallet_id || ' ' || key || ' ' || count(*) || ' times' from ledger_events group by wallet_id, key having count(*) > 1`);
  return rows.map(({ finding }) => finding);
}

/** Returns the keys of acknowledged bets that are not in the database. */
export async function lostBets(
  { pool }: Pick<Store, 'pool'>,
  placed: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>('select id::text from bets');
  const there = new Set(rows.map(({ id }) => id));
  return [...placed].filter(([, id]) => !there.has(id)).map(([key]) => key);
}

export type Asked = {
  /** Whose bets. */
  readonly walletIds: readonly string[];
  /** Acknowledged bets. */
  readonly acknowledged: readonly string[];
  /** How many requests were never answered: each may have placed its bet, or not. */
  readonly unanswered: number;
};

/** Returns unacknowledged bets if there are more than unanswered calls: then a repeated call placed a second bet. */
export async function betsTooMany(
  { pool }: Pick<Store, 'pool'>,
  { walletIds, acknowledged, unanswered }: Asked,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id::text from bets where wallet_id = any($1) and id <> all($2)',
    [walletIds, acknowledged],
  );
  return rows.length > unanswered ? rows.map(({ id }) => id) : [];
}

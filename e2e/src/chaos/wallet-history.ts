import type { Store } from '@touchline/store/connect';
import type { Screen } from './screen.ts';

/** Where a screen showed a wallet older than one before, or one that the ledger never had at that version. */
export async function wrongWallets({ pool }: Store, screen: Screen, walletId: string): Promise<readonly string[]> {
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

/** Bets with more than one settlement event, and keys that became more than one bet. */
export async function doneTwice({ pool }: Store): Promise<readonly string[]> {
  const { rows } = await pool.query<{ told: string }>(`
    select payload ->> 'betId' || ' settled ' || count(*) || ' times' as told from ledger_events
    where type in ('WinningsPaid', 'StakeLost', 'StakeRefunded') group by payload ->> 'betId' having count(*) > 1
    union all
    select wallet_id || ' ' || key || ' ' || count(*) || ' times' from ledger_events group by wallet_id, key having count(*) > 1`);
  return rows.map(({ told }) => told);
}

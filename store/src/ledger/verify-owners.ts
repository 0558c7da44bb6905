import type { Pool } from 'pg';
import type { Findings } from './findings.ts';

const mostListed = 1_000;

/**
 * Checks who owns each wallet: the users who acted in its events are one person, and the one whose account has the wallet now. Events by
 * staff and by the system do not name the owner, and an account keeps its wallet when it is closed.
 */
export async function verifyOwners(pool: Pool, findings: Findings): Promise<void> {
  const { rows } = await pool.query<{ wallet: string; actors: string; owner: string | null }>(wrongText);
  for (const { wallet, actors, owner } of rows) {
    const sentence = owner
      ? `wallet ${wallet} belongs to ${owner}, but ${actors} acted in its events`
      : `${actors} acted in the events of wallet ${wallet}, which belongs to one person`;
    findings.add('owner-differs', sentence, { wallet });
  }
}

const wrongText = `
  with acted as (
    select wallet_id, actor from ledger_events where starts_with(actor, 'user:') group by wallet_id, actor
  )
  select a.wallet_id::text as wallet, string_agg(a.actor, ' and ' order by a.actor) as actors, min('user:' || u.id) as owner
  from acted a left join users u on u.wallet_id = a.wallet_id
  group by a.wallet_id
  having count(distinct a.actor) > 1 or bool_or(a.actor <> 'user:' || u.id)
  order by 1 limit ${mostListed}`;

import type { Cents } from '@touchline/core/money';
import type { Json } from '@touchline/core/wallet';
import type { Pool } from 'pg';
import { inOneSnapshot } from './consistent-reads.ts';
import type { Findings } from './findings.ts';

/**
 * Checks in one snapshot that every adjustment was requested by one admin and approved by another one for the same wallet, amount and
 * cause, and that none was posted twice.
 */
export const verifyAdjustments = (pool: Pool, findings: Findings): Promise<void> =>
  inOneSnapshot(pool, 1, async ([client]) => {
    if (!client) throw new RangeError('a snapshot needs a connection');
    const { rows: approved } = await client.query<Agreement>(approvedText);
    const { rows: events } = await client.query<PostedEvent>(eventsText);
    const agreed = new Set(approved.map(textOf));
    for (const { wallet, version, seq, amount, key, payload } of events) {
      const { adjustmentId: id, reason: cause, requestedBy, approvedBy } = payload;
      const isAgreed =
        key === `adjustment:${id}` && agreed.delete(textOf({ wallet, id, amount, cause, requestedBy, approvedBy }));
      if (isAgreed) continue;
      const name = `event ${version} of wallet ${wallet} (AdjustmentMade, ${key})`;
      findings.add('adjustment-unapproved', `${name} has no approval of two people`, { wallet, version, seq, key });
    }
  });

type Agreement = {
  readonly wallet: string;
  readonly id: Json | undefined;
  readonly amount: Cents;
  readonly cause: Json | undefined;
  readonly requestedBy: Json | undefined;
  readonly approvedBy: Json | undefined;
};
const textOf = ({ wallet, id, amount, cause, requestedBy, approvedBy }: Agreement): string =>
  JSON.stringify([wallet, id, amount, cause, requestedBy, approvedBy]);

// The steps are compared here too: the owner of the database can write them past its triggers.
const approvedText = `
  select r.wallet_id::text as wallet, r.adjustment_id::text as id, r.amount, r.cause,
    'admin:' || r.admin as "requestedBy", 'admin:' || a.admin as "approvedBy"
  from adjustment_steps r
  join adjustment_steps a using (adjustment_id, wallet_id, amount, cause)
  where r.step = 'requested' and a.step = 'approved' and a.admin <> r.admin`;

const eventsText = `
  select wallet_id::text as wallet, version, seq, amount, key, payload
  from ledger_events where type = 'AdjustmentMade' order by wallet_id, version`;
type PostedEvent = {
  readonly wallet: string;
  readonly version: number;
  readonly seq: number;
  readonly amount: Cents;
  readonly key: string;
  readonly payload: { readonly [name: string]: Json };
};

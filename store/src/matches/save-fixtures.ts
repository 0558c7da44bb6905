import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { type Trx, timestamp } from '../connect.ts';
import { lockMatches, wakeReplicas } from './lock-matches.ts';

/** An event's kick-off as quoted by the provider. */
export type QuotedFixture = { readonly providerEventId: string; readonly kickoffAt: Instant };

/** Updates moved kick-offs of open matches before kick-off. Returns how many. */
export async function saveFixtures(
  trx: Trx,
  provider: string,
  fixtures: readonly QuotedFixture[],
  at: Instant,
): Promise<number> {
  if (fixtures.length === 0) return 0;
  await lockMatches(trx);
  const rows = fixtures.map(({ providerEventId, kickoffAt }) => ({
    event_id: providerEventId,
    kickoff_at: new Date(kickoffAt).toISOString(),
  }));
  const { numAffectedRows = 0n } = await sql`
    update matches as known set seq = nextval('match_seq'), kickoff_at = row.kickoff_at, updated_at = ${timestamp(at)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (event_id text, kickoff_at timestamptz)
    where known.provider = ${provider} and known.provider_event_id = row.event_id and known.status = 'open'
      and known.kickoff_at <> row.kickoff_at and known.kickoff_at > ${timestamp(at)}::timestamptz
      and row.kickoff_at > ${timestamp(at)}::timestamptz`.execute(trx);
  if (numAffectedRows > 0n) await wakeReplicas(trx);
  return Number(numAffectedRows);
}

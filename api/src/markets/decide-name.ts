import type { SuggestedNamesView } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import { recordAction } from '@touchline/store/audit';
import type { Db } from '@touchline/store/connect';
import { decideAlias, listSuggestedAliases } from '@touchline/store/matches';
import type { Admin } from '@touchline/store/settlement';

type NameDecision = { readonly id: string; readonly verdict: 'same' | 'other'; readonly reason: string };

/** Decides whether a results provider's name means a team, and records who did, in one transaction. */
export const decideName = (
  db: Db,
  { userId, role, requestId }: Admin,
  { id, verdict, reason }: NameDecision,
  at: Instant,
): Promise<Result<void, { readonly code: 'name-unknown' }>> =>
  db.transaction().execute(async (trx) => {
    const status = verdict === 'same' ? 'confirmed' : 'rejected';
    const alias = await decideAlias(trx, { id, verdict: status, by: userId, at });
    if (!alias) return refused({ code: 'name-unknown' });
    await recordAction(trx, {
      actor: { userId, role },
      action: `team-name-${status}`,
      subject: `team:${alias.leagueKey}`,
      reason,
      before: null,
      after: { source: alias.source, name: alias.name, team: alias.team },
      requestId,
    });
    return ok(undefined);
  });

/** Returns the names that wait for an admin. */
export const viewSuggestedNames = async (db: Db): Promise<SuggestedNamesView['names']> =>
  (await listSuggestedAliases(db)).map(({ id, source, leagueKey, name, team, facts }) => ({
    id,
    source,
    leagueKey,
    name,
    team,
    theirs: facts['theirs'] ?? '',
    ours: facts['ours'] ?? '',
    kickoffAt: facts['kickoffAt'] ?? '',
  }));

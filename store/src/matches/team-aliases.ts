import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { LeagueKey } from '@touchline/core/matches';
import { type Db, type Trx, timestamp } from '../connect.ts';

/** A name that a results provider gives to a team of ours, in one league. */
export type TeamAlias = {
  readonly source: string;
  readonly leagueKey: LeagueKey;
  readonly name: string;
  readonly team: string;
};

/** A pair that a person has to confirm, and the matches that it was found in. */
export type SuggestedAlias = TeamAlias & {
  readonly id: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly suggestedAt: Instant;
};
type NewSuggestion = TeamAlias & Pick<SuggestedAlias, 'facts'>;

/** Returns what people decided about a provider's names in a league. */
export const decidedAliases = (
  db: Db,
  { source, leagueKey }: Pick<TeamAlias, 'source' | 'leagueKey'>,
): Promise<readonly (Pick<TeamAlias, 'name' | 'team'> & { readonly status: 'confirmed' | 'rejected' })[]> =>
  db
    .selectFrom('team_aliases')
    .select(['name', 'team', 'status'])
    .where('source', '=', source)
    .where('league_key', '=', leagueKey)
    .where('status', 'in', ['confirmed', 'rejected'])
    .$narrowType<{ status: 'confirmed' | 'rejected' }>()
    .orderBy('name')
    .orderBy('team')
    .execute();

/** Saves suggestions that are not known, and returns how many are new. */
export async function suggestAliases(trx: Trx, suggestions: readonly NewSuggestion[], at: Instant): Promise<number> {
  if (suggestions.length === 0) return 0;
  const created = await trx
    .insertInto('team_aliases')
    .values(
      suggestions.map(({ leagueKey, facts, ...names }) => ({
        ...names,
        league_key: leagueKey,
        facts: JSON.stringify(facts),
        suggested_at: timestamp(at),
      })),
    )
    .onConflict((known) => known.columns(['source', 'league_key', 'name', 'team']).doNothing())
    .returning('id')
    .execute();
  return created.length;
}

/** Returns the pairs that wait for a person, oldest first. */
export const listSuggestedAliases = (db: Db | Trx): Promise<readonly SuggestedAlias[]> =>
  db
    .selectFrom('team_aliases')
    .select(['id', 'source', 'league_key as leagueKey', 'name', 'team', 'facts', 'suggested_at as suggestedAt'])
    .where('status', '=', 'suggested')
    .orderBy('suggested_at')
    .orderBy('name')
    .orderBy('team')
    .execute();

type AliasDecision = {
  readonly id: string;
  readonly verdict: 'confirmed' | 'rejected';
  readonly by: UserId;
  readonly at: Instant;
};

/**
 * Confirms or rejects a suggestion, and returns it. Confirming one rejects the other suggestions for the same name. `undefined`: it does
 * not exist or was decided before.
 */
export async function decideAlias(trx: Trx, { id, verdict, by, at }: AliasDecision): Promise<TeamAlias | undefined> {
  const decided = { decided_by: by, decided_at: timestamp(at) };
  const alias = await trx
    .updateTable('team_aliases')
    .set({ ...decided, status: verdict })
    .where('id', '=', id)
    .where('status', '=', 'suggested')
    .returning(['source', 'league_key as leagueKey', 'name', 'team'])
    .executeTakeFirst();
  if (!alias || verdict === 'rejected') return alias;
  await trx
    .updateTable('team_aliases')
    .set({ ...decided, status: 'rejected' })
    .where('source', '=', alias.source)
    .where('league_key', '=', alias.leagueKey)
    .where('name', '=', alias.name)
    .where('status', '=', 'suggested')
    .execute();
  return alias;
}

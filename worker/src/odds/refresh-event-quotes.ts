import type { MatchId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { currentEventQuotes, type EventQuote } from '@touchline/core/matches';
import type { Db } from '@touchline/store/connect';
import {
  listOpenMatches,
  type MatchRecord,
  readEventPlan,
  readOpenStakes,
  readQuota,
  saveEventPlan,
  saveEventQuotes,
} from '@touchline/store/matches';
import type { Log } from '../log.ts';
import { forEachConcurrently } from '../provider/for-each-concurrently.ts';
import type { OddsProvider } from '../provider/odds-api.ts';
import type { PriceRules } from './choose-market.ts';
import { monthOf } from './credits.ts';
import { type EventCandidate, eventReserve, planEventQuotes } from './plan-event-quotes.ts';
import { eventMarkets, readEventOdds } from './read-event-odds.ts';

export type RefreshEventQuotesDeps = {
  readonly db: Db;
  readonly api: OddsProvider;
  readonly log: Log;
  readonly now: () => Instant;
  readonly rules: PriceRules;
  readonly regions: number;
  /** Credits for a month; `null` without a limit of our own. */
  readonly budget: number | null;
};

/** The provider allows 30 requests a second, for the main markets too. */
const concurrency = 4;
const mostInATick = 20;

/**
 * Creates the tick of the further markets: it asks for the matches that are worth it, stores their quotes, and removes those that no
 * longer count. Ticks must not overlap. The main markets alone decide whether the provider works for us: a failure here only means that
 * prices stay derived.
 */
export function createRefreshEventQuotes(deps: RefreshEventQuotesDeps): () => Promise<void> {
  const { db, api, log, budget } = deps;
  const askedAt = new Map<MatchId, Instant>();

  return async () => {
    const now = deps.now();
    const open = await listOpenMatches(db);
    const records = new Map(open.map((record) => [record.match.id, record]));
    for (const id of askedAt.keys()) if (!records.has(id)) askedAt.delete(id);
    const staked = await readOpenStakes(db, [...records.keys()]);
    const candidates = open.filter(isPriced).map(({ match }): EventCandidate => {
      const times = (match.eventQuotes?.quotes ?? []).map(({ quotedAt }) => quotedAt);
      const before = times.length > 0 ? instant(Math.max(...times)) : undefined;
      const { id: matchId, kickoffAt } = match;
      return { matchId, kickoffAt, askedAt: askedAt.get(matchId) ?? before, staked: staked.get(matchId) ?? 0 };
    });
    const [known, quota] = await Promise.all([readEventPlan(db), readQuota(db)]);
    const isOfMonth = (at: Instant | undefined) => at !== undefined && monthOf(at) === monthOf(now);
    const spent = isOfMonth(known?.at) ? (known?.used ?? 0) : 0;
    const usedInAll = isOfMonth(quota?.reportedAt) ? (quota?.used ?? 0) : 0;
    const cost = eventMarkets.length * deps.regions;
    const reserved = eventReserve(budget);
    // Beyond the budget nothing is asked, whatever is set aside.
    const allowed =
      budget === null || reserved === null ? null : Math.min(reserved, spent + Math.max(0, budget - usedInAll));
    const plan = planEventQuotes({ candidates, cost, reserved: allowed, used: spent }, now);
    const due = plan.due.slice(0, mostInATick);
    let used = spent;
    const pay = (credits: number): void => {
      used += credits;
    };
    let failure: unknown;
    await forEachConcurrently(concurrency, due, async ({ matchId }) => {
      const record = records.get(matchId);
      // What cannot be stored is not asked for.
      if (!record || failure) return;
      askedAt.set(matchId, deps.now());
      await refresh(deps, record, pay).catch((error: unknown) => {
        failure ??= error;
      });
    });
    const asked = new Set(due.map(({ matchId }) => matchId));
    const past = open.filter(({ match }) => !asked.has(match.id) && hasOldQuotes(match, deps.now()));
    await forEachConcurrently(1, past, ({ match }) => save(deps, match.id, currentEventQuotes(match, deps.now())));
    if (due.length === 0 && plan.skipped.length === 0 && known?.skipped.length === 0) return;
    await saveEventPlan(db, api.name, { at: now, used, reserved, asked: due.length, skipped: plan.skipped });
    if (due.length > 0)
      log.info(
        { matches: due.length, skipped: plan.skipped.length, credits: used - spent },
        'further markets refreshed',
      );
    if (failure) throw failure;
  };
}

/** Without its main markets a match has no other price. */
const isPriced = ({ match: { markets } }: MatchRecord): boolean => markets.h2h !== null && markets.totals !== null;

const hasOldQuotes = (match: MatchRecord['match'], now: Instant): boolean =>
  (match.eventQuotes?.quotes.length ?? 0) > currentEventQuotes(match, now).length;

/** Asks for a match. `pay`: called with the credits that it cost. */
async function refresh(
  { api, log, rules, ...deps }: RefreshEventQuotesDeps,
  record: MatchRecord,
  pay: (credits: number) => void,
): Promise<void> {
  const { match, providerEventId } = record;
  const { leagueKey } = match;
  const response = await api.eventOdds(leagueKey, providerEventId, eventMarkets);
  if (!response.ok) {
    log.warn({ matchId: match.id, problem: response.refusal.message }, 'further markets not refreshed');
    return;
  }
  const { body, quota } = response.value;
  pay(quota.last ?? 0);
  const read = readEventOdds(body, { ...rules, leagueKey, now: deps.now() });
  const isSame = read?.event.homeTeam === match.homeTeam && read.event.awayTeam === match.awayTeam;
  if (read && isSame) await save(deps, match.id, read.quotes);
}

const save = (
  { db, now }: Pick<RefreshEventQuotesDeps, 'db' | 'now'>,
  matchId: MatchId,
  quotes: readonly EventQuote[],
): Promise<void> => db.transaction().execute((trx) => saveEventQuotes(trx, matchId, quotes, now()));

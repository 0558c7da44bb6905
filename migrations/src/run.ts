import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { Pool } from 'pg';
import * as roles from './2026-11-20-01-roles.ts';
import * as accounts from './2026-11-20-02-accounts.ts';
import * as ledger from './2026-11-20-03-ledger.ts';
import * as matches from './2026-11-20-04-matches.ts';
import * as bets from './2026-11-20-05-bets.ts';
import * as fanOut from './2026-11-20-06-fan-out.ts';
import * as sessions from './2026-11-20-07-sessions.ts';
import * as proof from './2026-11-20-08-proof.ts';
import * as ledgerReading from './2026-11-20-09-ledger-reading.ts';
import * as payments from './2026-11-20-10-payments.ts';
import * as logIns from './2026-11-20-11-sessions.ts';
import * as support from './2026-11-20-12-support.ts';
import * as bonus from './2026-11-20-13-bonus.ts';
import * as limits from './2026-11-20-14-limits.ts';
import * as desk from './2026-11-20-15-desk.ts';
import * as feed from './2026-11-20-16-feed.ts';
import * as settlement from './2026-11-20-17-settlement.ts';
import * as acceptance from './2026-11-20-18-acceptance.ts';
import * as matchStory from './2026-11-20-19-match-story.ts';
import * as letters from './2026-11-20-21-letters.ts';
import * as flagsAndUpkeep from './2026-11-20-22-flags-and-upkeep.ts';
import * as voidWindows from './2026-11-20-23-void-windows.ts';
import * as givenBack from './2026-11-20-24-given-back.ts';
import * as closingBetting from './2026-11-20-26-closing-betting.ts';
import * as endedByOperator from './2026-11-20-27-ended-by-operator.ts';
import * as partlyTakenBack from './2026-11-20-27-partly-taken-back.ts';
import * as movedAlone from './2026-11-20-29-moved-alone.ts';
import * as checkoutExpiry from './2026-11-20-30-checkout-expiry.ts';
import * as becameCash from './2026-11-20-31-became-cash.ts';
import * as payoutPlans from './2026-11-22-31-payout-plans.ts';
import * as providerCalls from './2026-11-22-41-provider-calls.ts';
import * as bonusTerms from './2026-11-22-42-bonus-terms.ts';
import * as provedSessions from './2026-11-22-51-proved-sessions.ts';
import * as attempts from './2026-11-22-52-attempts.ts';
import * as recordedRoles from './2026-11-22-53-recorded-roles.ts';
import * as passkeys from './2026-11-22-55-passkeys.ts';
import * as soloDecisions from './2026-11-22-61-solo-decisions.ts';
import * as depositProposals from './2026-11-22-62-deposit-proposals.ts';
import * as playToDate from './2026-11-22-71-play-to-date.ts';
import * as openBook from './2026-11-22-72-open-book.ts';
import * as checkpointTree from './2026-11-22-81-checkpoint-tree.ts';
import * as openBetsOfUser from './2026-11-22-82-open-bets-of-user.ts';
import * as closingAndErasure from './2026-11-22-83-closing-and-erasure.ts';
import * as closedAndExcluded from './2026-11-22-84-closed-and-excluded.ts';
import * as personSignals from './2026-11-22-91-person-signals.ts';
import * as replacedSessions from './2026-11-22-95-replaced-sessions.ts';
import * as staffByOwner from './2026-11-22-96-staff-by-owner.ts';
import * as returnDecisions from './2026-11-22-97-return-decisions.ts';
import * as anyMarket from './2026-11-22-98-any-market.ts';
import * as transparencyLog from './2026-11-23-01-transparency-log.ts';
import * as savedFilters from './2026-11-23-15-saved-filters.ts';
import * as processRoles from './2026-11-23-20-roles.ts';
import * as logReplacesCheckpoints from './2026-11-23-30-log-replaces-checkpoints.ts';
import * as cases from './2026-11-23-40-cases.ts';
import * as selectionExposure from './2026-11-23-80-selection-exposure.ts';
import * as favourites from './2026-11-23-90-favourites.ts';
import * as exposureChanges from './2026-11-23-93-exposure-changes.ts';
import * as skippedPlay from './2026-11-23-93-skipped-play.ts';
import * as cashOut from './2026-11-23-95-cash-out.ts';
import * as systems from './2026-11-23-99-systems.ts';
import * as cashOutRules from './2026-11-24-10-cash-out-rules.ts';
import * as builders from './2026-11-24-11-builders.ts';
import * as bookedSlips from './2026-11-24-12-booked-slips.ts';
import * as closingCashOut from './2026-11-24-50-closing-cash-out.ts';
import * as sharedBets from './2026-11-24-51-shared-bets.ts';
import * as notifications from './2026-11-25-40-notifications.ts';
import * as pushSubscriptions from './2026-11-25-44-push-subscriptions.ts';
import * as matchReports from './2026-11-25-46-match-reports.ts';
import * as eventQuotes from './2026-11-25-49-event-quotes.ts';
import * as cashOutLimits from './2026-11-25-51-cash-out-limits.ts';
import * as timeStamps from './2026-11-25-52-time-stamps.ts';
import * as halfTimeScores from './2026-11-25-56-half-time-scores.ts';
import * as builderInputs from './2026-11-25-60-builder-inputs.ts';
import * as scoresSoFar from './2026-11-26-11-scores-so-far.ts';
import * as language from './2026-11-26-31-language.ts';
import * as adjustments from './2026-11-26-73-adjustments.ts';
import * as firstVersionAfter from './2026-11-26-74-first-version-after.ts';
import * as erasureByIdentity from './2026-11-27-01-erasure-by-identity.ts';
import * as erasureOfCases from './2026-11-27-02-erasure-of-cases.ts';
import * as possiblyAbandoned from './2026-11-27-31-possibly-abandoned.ts';
import * as failedEmails from './2026-11-27-51-failed-emails.ts';
import * as statementDays from './2026-11-27-52-statement-days.ts';
import * as wholeYears from './2026-11-27-61-whole-years.ts';
import * as refundsPaidElsewhere from './2026-11-27-72-refunds-paid-elsewhere.ts';
import * as reviewsOfVoidMatches from './2026-11-28-11-reviews-of-void-matches.ts';
import * as roundsOfProposals from './2026-11-28-81-rounds-of-proposals.ts';
import * as sessionOfPendingApp from './2026-11-28-82-session-of-pending-app.ts';
import * as numbersFromOne from './2026-11-28-85-numbers-from-one.ts';
import * as movedTooFar from './2026-11-28-91-moved-too-far.ts';
import * as playUntil from './2026-11-28-91-play-until.ts';
import * as hoursOfADay from './2026-11-28-92-hours-of-a-day.ts';
import * as roleSince from './2026-11-28-93-role-since.ts';
import { applyGrants } from './grants.ts';

/** Every migration in order. A name that has run anywhere never changes, and neither does its file. */
const migrations: Record<string, Migration> = {
  '2026-11-20-01-roles': roles,
  '2026-11-20-02-accounts': accounts,
  '2026-11-20-03-ledger': ledger,
  '2026-11-20-04-matches': matches,
  '2026-11-20-05-bets': bets,
  '2026-11-20-06-fan-out': fanOut,
  '2026-11-20-07-sessions': sessions,
  '2026-11-20-08-proof': proof,
  '2026-11-20-09-ledger-reading': ledgerReading,
  '2026-11-20-10-payments': payments,
  '2026-11-20-11-sessions': logIns,
  '2026-11-20-12-support': support,
  '2026-11-20-13-bonus': bonus,
  '2026-11-20-14-limits': limits,
  '2026-11-20-15-desk': desk,
  '2026-11-20-16-feed': feed,
  '2026-11-20-17-settlement': settlement,
  '2026-11-20-18-acceptance': acceptance,
  '2026-11-20-19-match-story': matchStory,
  '2026-11-20-21-letters': letters,
  '2026-11-20-22-flags-and-upkeep': flagsAndUpkeep,
  '2026-11-20-23-void-windows': voidWindows,
  '2026-11-20-24-given-back': givenBack,
  '2026-11-20-26-closing-betting': closingBetting,
  '2026-11-20-27-ended-by-operator': endedByOperator,
  '2026-11-20-27-partly-taken-back': partlyTakenBack,
  '2026-11-20-29-moved-alone': movedAlone,
  '2026-11-20-30-checkout-expiry': checkoutExpiry,
  '2026-11-20-31-became-cash': becameCash,
  '2026-11-22-31-payout-plans': payoutPlans,
  '2026-11-22-41-provider-calls': providerCalls,
  '2026-11-22-51-proved-sessions': provedSessions,
  '2026-11-22-52-attempts': attempts,
  '2026-11-22-53-recorded-roles': recordedRoles,
  '2026-11-22-55-passkeys': passkeys,
  '2026-11-22-61-solo-decisions': soloDecisions,
  '2026-11-22-62-deposit-proposals': depositProposals,
  '2026-11-22-42-bonus-terms': bonusTerms,
  '2026-11-22-71-play-to-date': playToDate,
  '2026-11-22-72-open-book': openBook,
  '2026-11-22-81-checkpoint-tree': checkpointTree,
  '2026-11-22-82-open-bets-of-user': openBetsOfUser,
  '2026-11-22-83-closing-and-erasure': closingAndErasure,
  '2026-11-22-84-closed-and-excluded': closedAndExcluded,
  '2026-11-22-91-person-signals': personSignals,
  '2026-11-22-95-replaced-sessions': replacedSessions,
  '2026-11-22-96-staff-by-owner': staffByOwner,
  '2026-11-22-97-return-decisions': returnDecisions,
  '2026-11-22-98-any-market': anyMarket,
  '2026-11-23-01-transparency-log': transparencyLog,
  '2026-11-23-15-saved-filters': savedFilters,
  '2026-11-23-20-roles': processRoles,
  '2026-11-23-30-log-replaces-checkpoints': logReplacesCheckpoints,
  '2026-11-23-40-cases': cases,
  '2026-11-23-80-selection-exposure': selectionExposure,
  '2026-11-23-90-favourites': favourites,
  '2026-11-23-93-exposure-changes': exposureChanges,
  '2026-11-23-93-skipped-play': skippedPlay,
  '2026-11-23-95-cash-out': cashOut,
  '2026-11-23-99-systems': systems,
  '2026-11-24-10-cash-out-rules': cashOutRules,
  '2026-11-24-11-builders': builders,
  '2026-11-24-12-booked-slips': bookedSlips,
  '2026-11-24-50-closing-cash-out': closingCashOut,
  '2026-11-24-51-shared-bets': sharedBets,
  '2026-11-25-40-notifications': notifications,
  '2026-11-25-44-push-subscriptions': pushSubscriptions,
  '2026-11-25-46-match-reports': matchReports,
  '2026-11-25-49-event-quotes': eventQuotes,
  '2026-11-25-51-cash-out-limits': cashOutLimits,
  '2026-11-25-52-time-stamps': timeStamps,
  '2026-11-25-56-half-time-scores': halfTimeScores,
  '2026-11-25-60-builder-inputs': builderInputs,
  '2026-11-26-11-scores-so-far': scoresSoFar,
  '2026-11-26-31-language': language,
  '2026-11-26-73-adjustments': adjustments,
  '2026-11-26-74-first-version-after': firstVersionAfter,
  '2026-11-27-01-erasure-by-identity': erasureByIdentity,
  '2026-11-27-02-erasure-of-cases': erasureOfCases,
  '2026-11-27-31-possibly-abandoned': possiblyAbandoned,
  '2026-11-27-51-failed-emails': failedEmails,
  '2026-11-27-52-statement-days': statementDays,
  '2026-11-27-61-whole-years': wholeYears,
  '2026-11-27-72-refunds-paid-elsewhere': refundsPaidElsewhere,
  '2026-11-28-11-reviews-of-void-matches': reviewsOfVoidMatches,
  '2026-11-28-81-rounds-of-proposals': roundsOfProposals,
  '2026-11-28-82-session-of-pending-app': sessionOfPendingApp,
  '2026-11-28-85-numbers-from-one': numbersFromOne,
  '2026-11-28-91-moved-too-far': movedTooFar,
  '2026-11-28-91-play-until': playUntil,
  '2026-11-28-92-hours-of-a-day': hoursOfADay,
  '2026-11-28-93-role-since': roleSince,
};

/**
 * Brings the database at `databaseUrl` (a role that may create tables and roles) up to date and names what it applied.
 * Safe to run again and by several processes at once; a failed migration leaves the database as it was and throws. So does one
 * that waits too long for a lock of another session.
 */
export async function migrate(
  databaseUrl: string,
  { lockTimeoutMs, pauseMs, attempts }: LockPatience = usualPatience,
): Promise<{ applied: readonly string[] }> {
  const pool = new Pool({ connectionString: databaseUrl, max: 2, lock_timeout: lockTimeoutMs });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    for (let attempt = 1; ; attempt += 1) {
      const { error, results } = await migrator.migrateToLatest();
      if (!error) {
        await applyGrants(db);
        return { applied: (results ?? []).map((result) => result.migrationName) };
      }
      if (!isLockTimeout(error)) throw error;
      if (attempt >= attempts) throw new Error(lockedText, { cause: error });
      await pause(pauseMs);
    }
  } finally {
    await db.destroy();
  }
}

/** Returns the names of the migrations that a database lacks. Changes nothing. */
export async function pendingMigrations(databaseUrl: string): Promise<readonly string[]> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: databaseUrl, max: 1 }) }),
  });
  try {
    const known = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).getMigrations();
    return known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
  } finally {
    await db.destroy();
  }
}

// A migration that waits for a lock blocks every session behind it, so it gives up soon and retries. The lock may also belong to
// another process that migrates at the same moment.
export type LockPatience = { readonly lockTimeoutMs: number; readonly pauseMs: number; readonly attempts: number };
const usualPatience: LockPatience = { lockTimeoutMs: 4_000, pauseMs: 1_000, attempts: 12 };
const lockedText =
  'Another session does not release a lock that a migration needs. Nothing was changed. ' +
  'End that session (select pid, query from pg_stat_activity) and run the migration again.';

const isLockTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03';

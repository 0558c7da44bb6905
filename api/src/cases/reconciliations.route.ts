import { createHash } from 'node:crypto';
import { reconciliationEndpoints, statementRefusalView } from '@touchline/core/contract';
import { hours, instant } from '@touchline/core/instant';
import { comparePayouts, coveredPeriod } from '@touchline/core/payments';
import { ok } from '@touchline/core/result';
import { recordAction } from '@touchline/store/audit';
import { countOpenCases } from '@touchline/store/cases';
import type { Db } from '@touchline/store/connect';
import {
  listReconciliations,
  readPayouts,
  readStatementDays,
  requestReconciliation,
  type StatementDays,
  saveStatement,
} from '@touchline/store/payments';
import { handleExport, onePage } from '../http/export-list.ts';
import { handle, handleRefusing, type Route } from '../http/handle.ts';

const runsShown = 20;
/** Several years of daily comparisons. */
const runsExported = 5_000;
const largestStatement = 10 * 1024 * 1024;
/** A payout may be on a statement that begins after it was approved. */
const earlierMs = hours(24 * 40);

/** A day that has not come yet is not covered, whatever the statement says. */
function periodOf({ from, to }: StatementDays) {
  const today = new Date().toISOString().slice(0, 10);
  const lastDay = to < today ? to : today;
  return { begin: instant(Date.parse(from)), end: instant(Date.parse(lastDay) + hours(24)), lastDay };
}

/** Comparisons of our payments with those of the provider and the bank. */
export const reconciliationRoutes = ({ db }: { readonly db: Db }): readonly Route[] => [
  handle(reconciliationEndpoints.list, async () => {
    const [runs, openDifferences] = await Promise.all([
      listReconciliations(db, runsShown),
      countOpenCases(db, 'reconciliation'),
    ]);
    return { runs, openDifferences };
  }),
  handleExport(db, reconciliationEndpoints.exportList, {
    name: 'reconciliations',
    read: () => onePage(() => listReconciliations(db, runsExported)),
    columns: {
      id: ({ id }) => id,
      kind: ({ kind }) => kind,
      state: ({ state }) => state,
      requested_at: ({ requestedAt }) => requestedAt,
      finished_at: ({ finishedAt }) => finishedAt,
      counts: ({ counts }) => counts,
      differences: ({ differences }) => differences,
      problem: ({ problem }) => problem,
    },
  }),
  handle(
    reconciliationEndpoints.request,
    async ({ session, reply }) => {
      reply.code(202);
      return requestReconciliation(db, session.userId);
    },
    { config: { rateLimit: { max: 10, timeWindow: '1 minute' } } },
  ),
  handleRefusing(
    reconciliationEndpoints.bank,
    statementRefusalView,
    async ({ body, session: { userId, role }, request, reply }) => {
      // Loaded on first use: its XML parser takes 2 MB.
      const { readStatement } = await import('@touchline/payments/bank-statement');
      const read = readStatement(body.statement);
      if (!read.ok) return read;
      const { id, from, to, debits } = read.value;
      const period = periodOf({ from, to });
      const covered = coveredPeriod(period, (await readStatementDays(db)).map(periodOf));
      const since = instant(period.begin - earlierMs);
      const compared = comparePayouts(debits, await readPayouts(db, { since, unpaidSince: covered.begin }), covered);
      const digest = createHash('sha256').update(body.statement).digest('hex');
      const counts = { debits: debits.length, matched: compared.matched.length };
      await db.transaction().execute((trx) =>
        recordAction(trx, {
          actor: { userId, role },
          action: 'statement-uploaded',
          subject: `statement:${digest.slice(0, 16)}`,
          reason: null,
          before: null,
          after: { id, from, to, ...counts },
          requestId: request.id,
        }),
      );
      reply.code(201);
      return ok(await saveStatement(db, { digest, days: { from, to }, requestedBy: userId, counts, compared }));
    },
    { bodyLimit: largestStatement, config: { rateLimit: { max: 10, timeWindow: '1 minute' } } },
  ),
];

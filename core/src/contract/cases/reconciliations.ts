import * as z from 'zod/mini';
import { t } from '../../language/index.ts';
import { staffAccess } from '../audit/endpoints.ts';
import { endpoints } from '../endpoint.ts';
import { exportOf } from '../list-export.ts';
import type { RefusalView } from '../refusal-view.ts';

/** A comparison of our payments with the provider's lists or with a bank statement. `incomplete`: it could not be done. */
export const reconciliationView = z.object({
  id: z.string(),
  kind: z.enum(['provider', 'bank']),
  state: z.enum(['waiting', 'running', 'done', 'incomplete']),
  requestedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** How many there were on each side. */
  counts: z.record(z.string(), z.int()),
  differences: z.nullable(z.int()),
  problem: z.nullable(z.string()),
});
export type ReconciliationView = z.infer<typeof reconciliationView>;
const reconciliationsView = z.object({ runs: z.array(reconciliationView), openDifferences: z.int() });

const tag = 'reconciliation';

export const reconciliationEndpoints = endpoints({
  list: {
    method: 'GET',
    path: '/reconciliations',
    access: staffAccess,
    tag,
    summary: 'The last comparisons with the provider and the bank, newest first; for admins and auditors',
    answer: reconciliationsView,
  },
  exportList: exportOf({
    path: '/reconciliations',
    access: staffAccess,
    tag,
    summary: 'Comparisons with the provider and the bank, newest first, as a file; for admins and auditors',
    filter: {},
  }),
  request: {
    method: 'POST',
    path: '/reconciliations',
    access: staffAccess,
    tag,
    summary:
      "Compare with the provider's lists, or return the comparison that is already under way; for admins and auditors",
    status: 202,
    answer: reconciliationView,
  },
  bank: {
    method: 'POST',
    path: '/reconciliations/bank',
    access: staffAccess,
    tag,
    summary: 'Compare payouts with a bank statement (ISO 20022 CAMT.053); for admins and auditors',
    status: 201,
    body: z.object({ statement: z.string().check(z.maxLength(10_000_000)) }),
    answer: reconciliationView,
    refusals: { 'statement-invalid': 422 },
  },
});

export type StatementRefusal = { readonly code: 'statement-invalid'; readonly problem: string };
export const statementRefusalView = ({ code, problem }: StatementRefusal): RefusalView => ({
  code,
  error: t('This file is not a valid bank statement: {problem}', { problem }),
});

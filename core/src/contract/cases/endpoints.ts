import * as z from 'zod/mini';
import { staffAccess } from '../audit/endpoints.ts';
import { endpoints } from '../endpoint.ts';
import { auditorAccess } from '../ledger/endpoints.ts';
import { exportOf } from '../list-export.ts';
import { caseChange, caseFile, casesFilter, casesPage, casesQuery, newCase } from './cases.ts';

const params = z.object({ id: z.coerce.number<number>().check(z.int(), z.gte(1)) });
const tag = 'cases';

export const caseEndpoints = endpoints({
  list: {
    method: 'GET',
    path: '/cases',
    access: staffAccess,
    tag,
    summary: 'Findings, differences and investigations, newest first; for admins and auditors',
    query: casesQuery,
    answer: casesPage,
  },
  exportList: exportOf({
    path: '/cases',
    access: staffAccess,
    tag,
    summary: 'Findings, differences and investigations, newest first, as a file; for admins and auditors',
    filter: casesFilter,
  }),
  open: {
    method: 'POST',
    path: '/cases',
    access: staffAccess,
    tag,
    summary: 'Open an investigation; for admins and auditors',
    status: 201,
    body: newCase,
    answer: caseFile,
  },
  read: {
    method: 'GET',
    path: '/cases/:id',
    access: staffAccess,
    tag,
    summary: 'A case with its entries; for admins and auditors',
    params,
    answer: caseFile,
    refusals: { 'case-unknown': 404 },
  },
  change: {
    method: 'POST',
    path: '/cases/:id/entries',
    access: staffAccess,
    tag,
    summary: 'Note, take, attach to, explain, resolve or reopen a case; for admins and auditors',
    params,
    body: caseChange,
    answer: caseFile,
    refusals: { 'case-unknown': 404, 'case-ended': 409, 'case-open': 409 },
  },
  export: {
    method: 'GET',
    path: '/cases/:id/archive',
    access: auditorAccess,
    tag,
    summary:
      'The case as one archive: its entries, the events that are attached with their proofs in the log, and how to check them; for auditors',
    params,
    file: { description: 'A ZIP archive', types: ['application/zip'] },
    refusals: { 'case-unknown': 404 },
  },
});

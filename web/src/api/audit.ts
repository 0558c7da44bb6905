import {
  type AccessLogPage,
  type AuditPage,
  type AuditQuery,
  accessLogPage,
  auditPage,
} from '@touchline/core/contract';
import { type Answer, request } from './client.ts';

/** GET /audit: what admins did, the newest first; for admins and auditors. */
export const fetchAudit = (query: AuditQuery): Answer<AuditPage> =>
  request(auditPage, { method: 'GET', path: withQuery('/audit', query) });

/** GET /ledger/access-log: which auditor looked at whose money, the newest first; for auditors. */
export const fetchAccessLog = (query: { readonly before?: number; readonly limit?: number }): Answer<AccessLogPage> =>
  request(accessLogPage, { method: 'GET', path: withQuery('/ledger/access-log', query) });

function withQuery(path: string, query: Readonly<Record<string, unknown>>): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, String(value));
  return asked.size === 0 ? path : `${path}?${asked}`;
}

import { type AuditPage, type AuditQuery, auditPage } from '@touchline/core/contract';
import { type Answer, call } from './client.ts';

/** GET /audit: what admins did, the newest first; for admins and auditors. */
export function fetchAudit(query: AuditQuery): Answer<AuditPage> {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, String(value));
  return call(auditPage, { method: 'GET', path: asked.size === 0 ? '/audit' : `/audit?${asked}` });
}

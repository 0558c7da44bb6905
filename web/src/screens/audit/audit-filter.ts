import { type AuditQuery, auditQuery } from '@touchline/core/contract';

const fields = ['actor', 'action', 'subject', 'from', 'to'] as const;
type Field = (typeof fields)[number];
/** Which actions are shown, as in the URL. */
export type AuditFilter = Readonly<Partial<Record<Field, string>>>;

/** Reads the filter in a URL. Invalid fields are left out, so that no link can break the page. */
export function filterFromSearch(search: string): AuditFilter {
  const query = new URLSearchParams(search);
  const found: Partial<Record<Field, string>> = {};
  for (const field of fields) {
    const text = query.get(field)?.trim();
    if (text && auditQuery.shape[field].safeParse(text).success) found[field] = text;
  }
  return found;
}

export function hrefOf(filter: AuditFilter): string {
  const query = new URLSearchParams(filter);
  return query.size === 0 ? '/audit' : `/audit?${query}`;
}

/** The filter with a change; an empty text removes a field. */
export function changedFilter(filter: AuditFilter, change: AuditFilter): AuditFilter {
  const next: Partial<Record<Field, string>> = {};
  for (const field of fields) {
    const text = change[field] ?? filter[field];
    if (text) next[field] = text;
  }
  return next;
}

export const queryOf = (filter: AuditFilter, before: number | undefined): AuditQuery => ({
  ...filter,
  limit: 50,
  ...(before !== undefined && { before }),
});

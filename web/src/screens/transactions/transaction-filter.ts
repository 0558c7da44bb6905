import { transactionQuery, transactionSorts } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import type { TransactionSearch } from '../../payments/fetch-transactions.ts';

/** The filter in the URL; by default everything, newest first. */
export type TransactionFilter = TransactionSearch;
type FilterField = keyof TransactionFilter;
export type TransactionSort = (typeof transactionSorts)[number];

const fields = [
  'status',
  'type',
  'method',
  'flag',
  'user',
  'minAmount',
  'maxAmount',
  'from',
  'to',
  'sort',
  'order',
  'page',
  'limit',
] as const satisfies readonly FilterField[];
/** Parameters that hide nothing. */
const arrangements: readonly FilterField[] = ['sort', 'order', 'page', 'limit'];

const titles: Record<TransactionSort, Message> = {
  createdAt: msg('Created'),
  updatedAt: msg('Updated'),
  amount: msg('Amount'),
  status: msg('Status'),
  type: msg('Type'),
  method: msg('Method'),
  user: msg('User'),
};
/** The orders for a select. */
export const sortOptions = (): readonly { readonly value: TransactionSort; readonly label: string }[] =>
  transactionSorts.map((value) => ({ value, label: t(titles[value]) }));

/** Reads the filter in a URL. Invalid values are ignored, so that no link can break the page. */
export function filterFromSearch(search: string): TransactionFilter {
  const query = new URLSearchParams(search);
  const found: Partial<Record<FilterField, string>> = {};
  for (const field of fields) {
    const text = query.get(field)?.trim();
    if (text && transactionQuery.shape[field].safeParse(text).success) found[field] = text;
  }
  return found;
}

export const hrefOf = (filter: TransactionFilter): string => {
  const search = new URLSearchParams(filter).toString();
  return search ? `/transactions?${search}` : '/transactions';
};

/** Returns the filter with changes; an empty text removes a field. Any change returns to the first page. */
export function changedFilter(filter: TransactionFilter, change: TransactionFilter): TransactionFilter {
  const next: Partial<Record<FilterField, string>> = {};
  for (const field of fields) {
    const text = change[field] ?? (field === 'page' ? undefined : filter[field]);
    if (text !== undefined && text !== '') next[field] = text;
  }
  return next;
}

/** Returns the number of active filters. */
export const countFilters = (filter: TransactionFilter): number =>
  fields.filter((field) => filter[field] !== undefined && !arrangements.includes(field)).length;

/** Returns whether the list is unfiltered with the newest on top. */
export const showsNewest = (filter: TransactionFilter): boolean =>
  countFilters(filter) === 0 && sortOf(filter) === 'createdAt' && orderOf(filter) === 'desc' && pageOf(filter) === 1;

export const pageOf = ({ page }: TransactionFilter): number => Number(page ?? 1);
export const limitOf = ({ limit }: TransactionFilter): number => Number(limit ?? 25);
export const lastPage = (filter: TransactionFilter, total: number): number =>
  Math.max(Math.ceil(total / limitOf(filter)), 1);
export const withPage = (filter: TransactionFilter, page: number): TransactionFilter =>
  changedFilter(filter, { page: page === 1 ? '' : String(page) });
export const orderOf = ({ order }: TransactionFilter): 'asc' | 'desc' => (order === 'asc' ? 'asc' : 'desc');
export const sortOf = ({ sort }: TransactionFilter): TransactionSort =>
  transactionSorts.find((each) => each === sort) ?? 'createdAt';

/** Sorts by a column, descending; by the same column again, ascending. */
export function sortedBy(filter: TransactionFilter, sort: TransactionSort): TransactionFilter {
  const turned = sortOf(filter) === sort && orderOf(filter) === 'desc' ? 'asc' : '';
  return changedFilter(filter, { sort: sort === 'createdAt' ? '' : sort, order: turned });
}

/** Adds or removes one of several selected values. */
export function toggled(list: string | undefined, value: string): string {
  const chosen = list ? list.split(',') : [];
  return (chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]).join(',');
}

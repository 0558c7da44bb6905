import { expect, test } from 'vitest';
import {
  changedFilter,
  countFilters,
  filterFromSearch,
  hrefOf,
  showsNewest,
  sortedBy,
  toggled,
} from './transaction-filter.ts';

test('an address names the filter, and what makes no sense in it is left out', () => {
  const search =
    'status=pending,failed&type=bribe&minAmount=ten&maxAmount=50&from=yesterday&page=0&limit=50&sort=amount&x=1';
  expect(filterFromSearch(search)).toEqual({ status: 'pending,failed', maxAmount: '50', limit: '50', sort: 'amount' });
});
test('a filter and its address are the same thing', () => {
  const filter = { status: 'pending', user: 'ada lovelace', from: '2026-11-20T00:00:00.000Z', order: 'asc', page: '3' };
  expect(filterFromSearch(hrefOf(filter).split('?')[1] ?? '')).toEqual(filter);
  expect(hrefOf({})).toBe('/transactions');
});
test('whatever changes, the list begins at its first page; turning pages changes nothing else', () => {
  expect(changedFilter({ status: 'pending', page: '4' }, { type: 'deposit' })).toEqual({
    status: 'pending',
    type: 'deposit',
  });
  expect(changedFilter({ status: 'pending', page: '4' }, { page: '5' })).toEqual({ status: 'pending', page: '5' });
  expect(changedFilter({ status: 'pending' }, { status: '' })).toEqual({});
});
test('a column sorts by the largest first, and pressed again by the smallest', () => {
  const once = sortedBy({}, 'amount');
  expect([once, sortedBy(once, 'amount'), sortedBy(sortedBy(once, 'amount'), 'amount')]).toEqual([
    { sort: 'amount' },
    { sort: 'amount', order: 'asc' },
    { sort: 'amount' },
  ]);
  expect(sortedBy({}, 'createdAt')).toEqual({ order: 'asc' });
});
test('statuses are chosen together and let go one by one', () => {
  expect([toggled(undefined, 'pending'), toggled('pending', 'failed'), toggled('pending,failed', 'pending')]).toEqual([
    'pending',
    'pending,failed',
    'failed',
  ]);
});
test('order and page are no filters; with them the newest may be out of sight', () => {
  expect([countFilters({ sort: 'amount', page: '2' }), countFilters({ status: 'pending', user: 'ada' })]).toEqual([
    0, 2,
  ]);
  expect([
    showsNewest({}),
    showsNewest({ limit: '50' }),
    showsNewest({ page: '2' }),
    showsNewest({ type: 'refund' }),
  ]).toEqual([true, true, false, false]);
});

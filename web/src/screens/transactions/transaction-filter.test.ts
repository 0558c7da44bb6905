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

test('reads the filter from a URL and ignores invalid values', () => {
  const search =
    'status=pending,failed&type=bribe&minAmount=ten&maxAmount=50&from=yesterday&page=0&limit=50&sort=amount&x=1';
  expect(filterFromSearch(search)).toEqual({ status: 'pending,failed', maxAmount: '50', limit: '50', sort: 'amount' });
});
test('a filter survives being written to and read from a URL', () => {
  const filter = { status: 'pending', user: 'ada lovelace', from: '2026-11-20T00:00:00.000Z', order: 'asc', page: '3' };
  expect(filterFromSearch(hrefOf(filter).split('?')[1] ?? '')).toEqual(filter);
  expect(hrefOf({})).toBe('/transactions');
});
test('any change returns to the first page; turning pages changes nothing else', () => {
  expect(changedFilter({ status: 'pending', page: '4' }, { type: 'deposit' })).toEqual({
    status: 'pending',
    type: 'deposit',
  });
  expect(changedFilter({ status: 'pending', page: '4' }, { page: '5' })).toEqual({ status: 'pending', page: '5' });
  expect(changedFilter({ status: 'pending' }, { status: '' })).toEqual({});
});
test('a column sorts descending first, then ascending', () => {
  const once = sortedBy({}, 'amount');
  expect([once, sortedBy(once, 'amount'), sortedBy(sortedBy(once, 'amount'), 'amount')]).toEqual([
    { sort: 'amount' },
    { sort: 'amount', order: 'asc' },
    { sort: 'amount' },
  ]);
  expect(sortedBy({}, 'createdAt')).toEqual({ order: 'asc' });
});
test('several statuses can be selected and deselected', () => {
  expect([toggled(undefined, 'pending'), toggled('pending', 'failed'), toggled('pending,failed', 'pending')]).toEqual([
    'pending',
    'pending,failed',
    'failed',
  ]);
});
test('order and page do not count as filters, but may hide the newest', () => {
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

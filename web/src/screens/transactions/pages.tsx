import { t } from '@touchline/core/language';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { changedFilter, lastPage, limitOf, pageOf, type TransactionFilter, withPage } from './transaction-filter.ts';

type Props = {
  readonly filter: TransactionFilter;
  readonly total: number;
  readonly onFilter: (filter: TransactionFilter) => void;
};

/** The shown range, with links to the previous and next page. */
export function Pages({ filter, total, onFilter }: Props) {
  const [page, limit] = [pageOf(filter), limitOf(filter)];
  const last = lastPage(filter, total);
  const turn = (to: number) => onFilter(withPage(filter, to));
  const first = Math.min((page - 1) * limit + 1, total);
  return (
    <nav aria-label={t('Pages')} className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-muted figures">
        {total === 0
          ? t('None')
          : t('{first}–{last} of {total}', { first, last: Math.min(page * limit, total), total })}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label={t('Rows per page')}
          value={String(limit)}
          options={sizeOptions(limit)}
          onPick={(size) => onFilter(changedFilter(filter, { limit: size === '25' ? '' : size }))}
        />
        <Button
          look="quiet"
          className="max-sm:px-3!"
          disabled={page <= 1}
          onClick={() => turn(Math.min(page - 1, last))}
        >
          <ChevronLeft aria-hidden="true" className="size-4 max-sm:hidden" />
          {t('Previous')}
        </Button>
        <Button look="quiet" className="max-sm:px-3!" disabled={page >= last} onClick={() => turn(page + 1)}>
          {t('Next')}
          <ChevronRight aria-hidden="true" className="size-4 max-sm:hidden" />
        </Button>
      </div>
    </nav>
  );
}

/** A URL may ask for any page size. */
const sizeOptions = (limit: number) =>
  [...new Set([10, 25, 50, 100, 200, limit])]
    .sort((a, b) => a - b)
    .map((size) => ({ value: String(size), label: t('{size, plural, one {# row} other {# rows}}', { size }) }));

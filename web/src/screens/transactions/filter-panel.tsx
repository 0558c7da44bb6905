import { t } from '@touchline/core/language';
import {
  depositAlarms,
  depositMethods,
  excludedFlag,
  refundAlarm,
  transactionStatuses,
  transactionTypes,
  withdrawalFlags,
  withdrawalMethods,
} from '@touchline/core/payments';
import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { AmountFilter, LabelledSelect, MomentField, TypedField } from '../../ledger/filter-fields.tsx';
import { flagText, methodTitle, statusText, typeText } from '../../payments/transaction-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { isWide } from '../../ui/use-wide.ts';
import {
  changedFilter,
  countFilters,
  orderOf,
  sortOf,
  sortOptions,
  type TransactionFilter,
  toggled,
} from './transaction-filter.ts';

type Props = {
  readonly filter: TransactionFilter;
  /** A key for the fields. */
  readonly cleared: number;
  readonly onFilter: (filter: TransactionFilter) => void;
  readonly onClear: () => void;
};

/** The filter and order of transactions. Choices apply at once, typed text on blur or Enter. */
export function FilterPanel({ filter, cleared, onFilter, onClear }: Props) {
  const [isOpen, setIsOpen] = useState(isWide() && countFilters(filter) > 0);
  const panel = useId();
  const count = countFilters(filter);
  const set = (change: TransactionFilter) => onFilter(changedFilter(filter, change));
  return (
    <Card aria-label={t('Filters & Sorting')} className="p-1!">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button
          look="bare"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          className="px-3!"
          onClick={() => setIsOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          {t('Filters & Sorting')}
          {count > 0 && ` (${count})`}
          <ChevronDown aria-hidden="true" className={classes('size-4 transition-transform', isOpen && 'rotate-180')} />
        </Button>
        {count > 0 && (
          <Button look="bare" onClick={onClear}>
            {t('Clear filters')}
          </Button>
        )}
      </div>
      {isOpen && (
        <div key={cleared} id={panel} className="grid grid-cols-[minmax(0,1fr)] gap-4 p-3">
          <div className="flex flex-wrap gap-x-6 gap-y-3">
            <Chips
              legend={t('Status')}
              values={transactionStatuses}
              titleOf={(status) => statusText(status)}
              chosen={filter.status}
              onChoose={(status) => set({ status })}
            />
            <Chips
              legend={t('Type')}
              values={transactionTypes}
              titleOf={(type) => typeText(type)}
              chosen={filter.type}
              onChoose={(type) => set({ type })}
            />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 lg:grid-cols-4">
            <LabelledSelect
              label={t('Method')}
              value={filter.method ?? ''}
              options={methodOptions()}
              onPick={(method) => set({ method })}
            />
            <LabelledSelect
              label={t('Flag')}
              value={filter.flag ?? ''}
              options={flagOptions()}
              onPick={(flag) => set({ flag })}
            />
            {/* Wide enough for "from" and "to" side by side. */}
            <div className="sm:col-span-2">
              <TypedField
                label={t('User or transaction ID')}
                placeholder={t('Name, email or ID')}
                maxLength={200}
                applied={filter.user ?? ''}
                onApply={(user) => set({ user: user.trim() })}
              />
            </div>
            <AmountFilter
              label={t('Amount from')}
              applied={filter.minAmount ?? ''}
              onApply={(minAmount) => set({ minAmount })}
            />
            <AmountFilter
              label={t('Amount to')}
              applied={filter.maxAmount ?? ''}
              onApply={(maxAmount) => set({ maxAmount })}
            />
            <MomentField label={t('Created from')} applied={filter.from} onApply={(from = '') => set({ from })} />
            <MomentField label={t('Created before')} applied={filter.to} onApply={(to = '') => set({ to })} />
            <LabelledSelect
              label={t('Sort by')}
              value={sortOf(filter)}
              options={sortOptions()}
              onPick={(sort) => set({ sort: sort === 'createdAt' ? '' : sort })}
            />
            <LabelledSelect
              label={t('Order')}
              value={orderOf(filter)}
              options={orderOptions()}
              onPick={(order) => set({ order: order === 'desc' ? '' : order })}
            />
          </div>
        </div>
      )}
    </Card>
  );
}

const methodOptions = () => [
  { value: '', label: t('All methods') },
  ...[...new Set([...depositMethods, ...withdrawalMethods])].map((method) => ({
    value: method,
    label: methodTitle(method),
  })),
];
const flagOptions = () => [
  { value: '', label: t('With and without') },
  { value: [...depositAlarms, refundAlarm].join(','), label: t('Needs a decision') },
  ...[...depositAlarms, refundAlarm, excludedFlag, ...withdrawalFlags].map((flag) => ({
    value: flag,
    label: flagText(flag),
  })),
];
const orderOptions = () => [
  { value: 'desc', label: t('Highest, newest first') },
  { value: 'asc', label: t('Lowest, oldest first') },
];

type ChipsProps<Value extends string> = {
  readonly legend: string;
  readonly values: readonly Value[];
  readonly titleOf: (value: Value) => string;
  readonly chosen: string | undefined;
  readonly onChoose: (list: string) => void;
};

/** A multiple choice. */
function Chips<Value extends string>({ legend, values, titleOf, chosen, onChoose }: ChipsProps<Value>) {
  const isChosen = (value: Value) => chosen?.split(',').includes(value) ?? false;
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-strong text-muted">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {values.map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={isChosen(value)}
            onClick={() => onChoose(toggled(chosen, value))}
            className="min-h-11 rounded-round border border-edge px-4 hover:bg-raised aria-pressed:border-pitch aria-pressed:bg-pitch-soft aria-pressed:font-strong"
          >
            {titleOf(value)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

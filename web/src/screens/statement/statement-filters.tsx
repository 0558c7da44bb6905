import { t } from '@touchline/core/language';
import { type EventFilter, leavesOut } from '../../ledger/event-filter.ts';
import { eventTypes } from '../../ledger/event-labels.ts';
import { LabelledSelect, MomentField } from '../../ledger/filter-fields.tsx';
import { Button } from '../../ui/button.tsx';

type Props = { readonly filter: EventFilter; readonly onFilter: (filter: EventFilter) => void };

/** The event type and period, in the bettor's time zone. */
export function StatementFilters({ filter, onFilter }: Props) {
  const { type, from, to, time } = filter;
  const withMoment = (name: 'from' | 'to', moment: string | undefined): EventFilter => {
    const { [name]: _before, ...rest } = filter;
    return moment === undefined ? rest : { ...rest, [name]: moment };
  };
  return (
    <section aria-label={t('Filters')} className="grid items-end gap-3 sm:grid-cols-3 lg:flex">
      <LabelledSelect
        label={t('Event')}
        className="lg:w-56"
        value={type ?? ''}
        options={[{ value: '', label: t('All events') }, ...eventTypes()]}
        onPick={(picked) => {
          const { type: _before, ...rest } = filter;
          onFilter(picked === '' ? rest : { ...rest, type: picked });
        }}
      />
      <MomentField
        label={t('From')}
        className="lg:w-56"
        applied={from}
        onApply={(moment) => onFilter(withMoment('from', moment))}
      />
      <MomentField
        label={t('To')}
        className="lg:w-56"
        applied={to}
        onApply={(moment) => onFilter(withMoment('to', moment))}
      />
      {(leavesOut(filter) || time) && (
        <Button look="bare" onClick={() => onFilter({})}>
          {t('Show everything')}
        </Button>
      )}
    </section>
  );
}

import { type EventFilter, leavesOut } from '../../ledger/event-filter.ts';
import { eventTypes } from '../../ledger/event-words.ts';
import { LabelledSelect } from '../../ledger/labelled-select.tsx';
import { localFieldFrom, momentFromLocalField } from '../../ledger/moments.ts';
import { TypedField } from '../../ledger/typed-field.tsx';
import { Button } from '../../ui/button.tsx';

type Props = { readonly filter: EventFilter; readonly onFilter: (filter: EventFilter) => void };

/** What kind of event, and from when to when in the bettor's own time zone. */
export function StatementFilters({ filter, onFilter }: Props) {
  const { type, from, to, time } = filter;
  const withMoment = (name: 'from' | 'to', text: string): EventFilter => {
    const { [name]: _before, ...rest } = filter;
    const moment = momentFromLocalField(text);
    return moment === undefined ? rest : { ...rest, [name]: moment };
  };
  return (
    <section aria-label="Filters" className="grid items-end gap-3 sm:grid-cols-3 lg:flex">
      <LabelledSelect
        label="Event"
        className="lg:w-56"
        value={type ?? ''}
        options={[{ value: '', label: 'All events' }, ...eventTypes]}
        onPick={(picked) => {
          const { type: _before, ...rest } = filter;
          onFilter(picked === '' ? rest : { ...rest, type: picked });
        }}
      />
      <TypedField
        label="From"
        type="datetime-local"
        className="lg:w-56"
        kept={from ? localFieldFrom(from).slice(0, 16) : ''}
        onKeep={(text) => onFilter(withMoment('from', text))}
      />
      <TypedField
        label="To"
        type="datetime-local"
        className="lg:w-56"
        kept={to ? localFieldFrom(to).slice(0, 16) : ''}
        onKeep={(text) => onFilter(withMoment('to', text))}
      />
      {(leavesOut(filter) || time) && (
        <Button look="bare" onClick={() => onFilter({})}>
          Show everything
        </Button>
      )}
    </section>
  );
}

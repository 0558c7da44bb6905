import { eventExportFormats, ledgerEndpoints } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { Link as LinkIcon } from 'lucide-react';
import { call } from '../../api/call.ts';
import { useLoad } from '../../api/load-machine.ts';
import { type EventFilter, leavesOut, searchFromFilter } from '../../ledger/event-filter.ts';
import { accountTitle } from '../../ledger/event-labels.ts';
import { ExportList } from '../../ledger/export-list.tsx';
import { copyText } from '../../ledger/hash-text.tsx';
import { Button } from '../../ui/button.tsx';
import { dollarsText } from '../../ui/money.tsx';
import { SavedFilters } from './saved-filters.tsx';

type Props = { readonly filter: EventFilter; readonly onChoose: (search: string) => void };

/** What can be done with the filtered events: total, export, save and share. */
export function EventTools({ filter, onChoose }: Props) {
  const search = searchFromFilter(filter);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 empty:hidden">
      <SavedFilters search={search} onChoose={onChoose} />
      {leavesOut(filter) && (
        <Button look="bare" onClick={() => void copyText(`${window.location.origin}/ledger?${search}`, t('the link'))}>
          <LinkIcon aria-hidden="true" className="size-4" />
          {t('Copy link')}
        </Button>
      )}
      <ExportList endpoint={ledgerEndpoints.exportEvents} query={filter} name="events" formats={eventExportFormats}>
        {t('Export events')}
      </ExportList>
      {leavesOut(filter) && <Total key={search} filter={filter} />}
    </div>
  );
}

/** How many events the filter finds, and what their entries on its accounts sum to. */
function Total({ filter }: { readonly filter: EventFilter }) {
  const [{ context }] = useLoad(
    () => call(ledgerEndpoints.eventTotal, { query: filter }),
    t('The total could not be computed.'),
  );
  const { value, error } = context;
  return (
    <p role="status" className="text-small text-muted figures sm:ml-auto">
      {value && totalText(value, filter.account)}
      {!value && (error ?? t('Adding up...'))}
    </p>
  );
}

type TotalValue = { readonly events: number; readonly amount: number | null; readonly isComplete: boolean };

function totalText({ events, amount, isComplete }: TotalValue, accounts: string | undefined): string {
  const count = t('{events, plural, one {# event} other {# events}}', { events });
  const found = isComplete ? count : t('The newest {count}; export them to count the rest', { count });
  if (amount === null || accounts === undefined) return found;
  return `${found} · ${accounts.split(',').map(accountTitle).join(', ')}: ${dollarsText(amount)}`;
}

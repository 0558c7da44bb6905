import type { LedgerEventView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { eventTitle, eventTone } from '../../ledger/event-labels.ts';
import { HashText } from '../../ledger/hash-text.tsx';
import { EventEntries } from '../../ledger/legs-table.tsx';
import { exactUtcText } from '../../ledger/moments.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';

/** The bet's ledger events: the entries of each, and its hash. */
export const BetEvents = ({ events }: { readonly events: readonly LedgerEventView[] }) => (
  <Card aria-labelledby="ledger-entries" className="grid gap-3">
    <h2 id="ledger-entries" className="font-strong">
      {t('Ledger entries')}
    </h2>
    <ol className="grid gap-5 lg:grid-cols-[repeat(auto-fit,minmax(24rem,1fr))] lg:gap-x-8">
      {events.map((event) => (
        <li key={event.seq} className="grid min-w-0 content-start gap-2 border-t border-line pt-3">
          <p className="flex flex-wrap items-center justify-between gap-2">
            <Badge tone={eventTone(event.type)}>{eventTitle(event.type)}</Badge>
            <span className="text-small text-muted figures">#{event.seq}</span>
          </p>
          <div className="min-w-0 overflow-x-auto">
            <EventEntries event={event} />
          </div>
          <p className="flex flex-wrap items-center justify-between gap-x-4 text-small text-muted">
            <time dateTime={event.recordedAt} className="figures">
              {exactUtcText(event.recordedAt)}
            </time>
            <span className="inline-flex items-center gap-1">
              {t('Hash')} <HashText value={event.hash} what={t('the hash')} />
            </span>
          </p>
        </li>
      ))}
    </ol>
  </Card>
);

import type { PlayerView } from '@touchline/core/contract';
import { ListFilter, X } from 'lucide-react';
import { useState } from 'react';
import { type EventFilter, filterFromSearch, leavesOut, searchFromFilter } from '../../ledger/event-filter.ts';
import { eventTypes } from '../../ledger/event-labels.ts';
import { LabelledSelect, TypedField, timeOptions } from '../../ledger/filter-fields.tsx';
import { FindPlayer } from '../../ledger/find-player.tsx';
import { shortHash } from '../../ledger/hash-text.tsx';
import { momentFromUtcField, utcFieldFrom } from '../../ledger/moments.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { isWide } from '../../ui/use-wide.ts';

type Props = { readonly filter: EventFilter; readonly onFilter: (filter: EventFilter) => void };

/** The event filter. Choices apply at once, typed text on blur or Enter. */
export function EventFilters({ filter, onFilter }: Props) {
  const [isOpen, setIsOpen] = useState(isWide);
  const [player, setPlayer] = useState<PlayerView>();
  const set = (change: Record<string, string | undefined>) => {
    const search = new URLSearchParams(searchFromFilter(filter));
    for (const [name, value] of Object.entries(change)) {
      if (value) search.set(name, value);
      else search.delete(name);
    }
    onFilter(filterFromSearch(search.toString()));
  };
  const pickPlayer = (found: PlayerView | undefined) => {
    setPlayer(found);
    set({ wallet: found?.walletId });
  };
  const count = searchFromFilter(filter).split('&').filter(Boolean).length;
  return (
    <Card aria-label="Filters" className="mb-4 grid gap-3 p-3!">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button look="bare" aria-expanded={isOpen} className="px-2!" onClick={() => setIsOpen(!isOpen)}>
          <ListFilter aria-hidden="true" className="size-4" />
          Filters{count > 0 && ` (${count})`}
        </Button>
        {(leavesOut(filter) || filter.time) && (
          <Button look="bare" onClick={() => onFilter({})}>
            Clear filters
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
          <LabelledSelect
            label="Event"
            value={filter.type ?? ''}
            options={[{ value: '', label: 'All events' }, ...eventTypes]}
            onPick={(type) => set({ type })}
          />
          {filter.wallet ? (
            <PickedPlayer
              name={player?.walletId === filter.wallet ? player.name : `Wallet ${shortHash(filter.wallet)}`}
              onLetGo={() => pickPlayer(undefined)}
            />
          ) : (
            <FindPlayer label="Player" onPick={pickPlayer} />
          )}
          <TypedField
            label="Cause or bet id"
            placeholder="match:… or a bet's id"
            maxLength={200}
            applied={filter.cause ?? ''}
            onApply={(cause) => set({ cause: cause.trim() })}
          />
          <div className="grid grid-cols-2 gap-2">
            <TypedField
              label="Amount from"
              prefix="$"
              inputMode="decimal"
              applied={filter.minAmount?.toString() ?? ''}
              onApply={(minAmount) => set({ minAmount })}
            />
            <TypedField
              label="Amount to"
              prefix="$"
              inputMode="decimal"
              applied={filter.maxAmount?.toString() ?? ''}
              onApply={(maxAmount) => set({ maxAmount })}
            />
          </div>
          {/* Wide enough for "from" and "to" side by side. */}
          <div className="sm:max-xl:col-span-2">
            <LabelledSelect
              label="Time"
              value={filter.time ?? 'recorded'}
              options={timeOptions}
              onPick={(time) => set({ time: time === 'effective' ? time : undefined })}
            />
          </div>
          <TypedField
            label="From (UTC)"
            type="datetime-local"
            step={1}
            applied={filter.from ? utcFieldFrom(filter.from) : ''}
            onApply={(from) => set({ from: momentFromUtcField(from) })}
          />
          <TypedField
            label="To (UTC)"
            type="datetime-local"
            step={1}
            applied={filter.to ? utcFieldFrom(filter.to) : ''}
            onApply={(to) => set({ to: momentFromUtcField(to) })}
          />
        </div>
      )}
    </Card>
  );
}

const PickedPlayer = ({ name, onLetGo }: { readonly name: string; readonly onLetGo: () => void }) => (
  <div>
    <p className="mb-1.5 text-small font-strong text-muted">Player</p>
    <p className="flex min-h-11 items-center justify-between rounded-small border border-edge bg-pitch-soft pl-3">
      <span className="truncate font-strong">{name}</span>
      <IconButton
        label="All players"
        icon={<X aria-hidden="true" className="size-4" />}
        onClick={onLetGo}
        className="-my-px"
      />
    </p>
  </div>
);

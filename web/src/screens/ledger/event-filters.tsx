import type { LeagueView, PlayerView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { marketKeys } from '@touchline/core/markets';
import { several, withoutBet } from '@touchline/core/reports';
import { allAccounts } from '@touchline/core/wallet';
import { ListFilter, X } from 'lucide-react';
import { useState } from 'react';
import { type EventFilter, filterFromSearch, leavesOut, searchFromFilter } from '../../ledger/event-filter.ts';
import { accountTitle, eventTitle, eventTypes, leagueTitle, marketTitleOf } from '../../ledger/event-labels.ts';
import { AmountFilter, LabelledSelect, TypedField, timeOptions } from '../../ledger/filter-fields.tsx';
import { FindPlayer } from '../../ledger/find-player.tsx';
import { momentFromUtcField, utcFieldFrom } from '../../ledger/moments.ts';
import { usePlayerName } from '../../ledger/player-names.tsx';
import { useLeagues } from '../../shell/available-leagues.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { isWide } from '../../ui/use-wide.ts';

type Props = {
  readonly filter: EventFilter;
  /** A key for the fields. */
  readonly cleared: number;
  readonly onFilter: (filter: EventFilter) => void;
  readonly onClear: () => void;
};

/** The event filter. Choices apply at once, typed text on blur or Enter. */
export function EventFilters({ filter, cleared, onFilter, onClear }: Props) {
  const [isOpen, setIsOpen] = useState(isWide);
  const [player, setPlayer] = useState<PlayerView>();
  const leagues = useLeagues() ?? [];
  const set = (change: FilterChange) => {
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
    <Card aria-label={t('Filters')} className="mb-4 grid gap-3 p-3!">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button look="bare" aria-expanded={isOpen} className="px-2!" onClick={() => setIsOpen(!isOpen)}>
          <ListFilter aria-hidden="true" className="size-4" />
          {t('Filters')}
          {count > 0 && ` (${count})`}
        </Button>
        {(leavesOut(filter) || filter.time) && (
          <Button look="bare" onClick={onClear}>
            {t('Clear filters')}
          </Button>
        )}
      </div>
      {isOpen && (
        <div key={cleared} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
          <ChoiceField
            label={t('Event')}
            all={t('All events')}
            value={filter.type}
            values={eventTypes().map(({ value }) => value)}
            titleOf={eventTitle}
            onPick={(type) => set({ type })}
          />
          <PlayerField walletId={filter.wallet} picked={player} onPick={pickPlayer} />
          <LedgerFields filter={filter} leagues={leagues} set={set} />
          <AmountFields filter={filter} set={set} />
          <TimeFields filter={filter} set={set} />
        </div>
      )}
    </Card>
  );
}

type FilterChange = Readonly<Record<string, string | undefined>>;
type FieldsProps = { readonly filter: EventFilter; readonly set: (change: FilterChange) => void };

/** What the events are booked under. */
function LedgerFields({ filter, leagues, set }: FieldsProps & { readonly leagues: readonly LeagueView[] }) {
  return (
    <>
      <ChoiceField
        label={t('Account')}
        all={t('All accounts')}
        value={filter.account}
        values={allAccounts}
        titleOf={accountTitle}
        onPick={(account) => set({ account })}
      />
      <ChoiceField
        label={t('League')}
        all={t('All leagues')}
        value={filter.league}
        values={[...leagues.map(({ key }) => key), several, withoutBet]}
        titleOf={(key) => leagueTitle(key, leagues)}
        onPick={(league) => set({ league })}
      />
      <ChoiceField
        label={t('Market')}
        all={t('All markets')}
        value={filter.market}
        values={[...marketKeys, several, withoutBet]}
        titleOf={marketTitleOf}
        onPick={(market) => set({ market })}
      />
      <TypedField
        label={t('Cause, bet or event')}
        placeholder={t("match:…, a bet's id, event:12")}
        maxLength={200}
        applied={filter.cause ?? ''}
        onApply={(cause) => set({ cause: cause.trim() })}
      />
    </>
  );
}

type ChoiceProps = {
  readonly label: string;
  /** The label when nothing is chosen. */
  readonly all: string;
  /** The URL may have values that the list does not offer; they are added while they apply. */
  readonly value: string | undefined;
  readonly values: readonly string[];
  readonly titleOf: (value: string) => string;
  readonly onPick: (value: string) => void;
};

function ChoiceField({ label, all, value, values, titleOf, onPick }: ChoiceProps) {
  const options = [{ value: '', label: all }, ...values.map((each) => ({ value: each, label: titleOf(each) }))];
  if (value && !values.includes(value)) options.push({ value, label: value.split(',').map(titleOf).join(', ') });
  return <LabelledSelect label={label} value={value ?? ''} options={options} onPick={onPick} />;
}

const AmountFields = ({ filter, set }: FieldsProps) => (
  <div className="grid grid-cols-2 gap-2">
    <AmountFilter
      label={t('Amount from')}
      applied={filter.minAmount?.toString() ?? ''}
      onApply={(minAmount) => set({ minAmount })}
    />
    <AmountFilter
      label={t('Amount to')}
      applied={filter.maxAmount?.toString() ?? ''}
      onApply={(maxAmount) => set({ maxAmount })}
    />
  </div>
);

const TimeFields = ({ filter, set }: FieldsProps) => (
  <>
    {/* Wide enough for "from" and "to" side by side. */}
    <div className="sm:max-xl:col-span-2">
      <LabelledSelect
        label={t('Time')}
        value={filter.time ?? 'recorded'}
        options={timeOptions()}
        onPick={(time) => set({ time: time === 'effective' ? time : undefined })}
      />
    </div>
    <TypedField
      label={t('From (UTC)')}
      type="datetime-local"
      step={1}
      applied={filter.from ? utcFieldFrom(filter.from) : ''}
      onApply={(from) => set({ from: momentFromUtcField(from) })}
    />
    <TypedField
      label={t('To (UTC)')}
      type="datetime-local"
      step={1}
      applied={filter.to ? utcFieldFrom(filter.to) : ''}
      onApply={(to) => set({ to: momentFromUtcField(to) })}
    />
  </>
);

type PlayerProps = {
  readonly walletId: string | undefined;
  /** Unknown if the wallet comes from the URL; then the name is fetched. */
  readonly picked: PlayerView | undefined;
  readonly onPick: (player: PlayerView | undefined) => void;
};

function PlayerField({ walletId, picked, onPick }: PlayerProps) {
  if (!walletId) return <FindPlayer label={t('Player')} onPick={onPick} />;
  const name = picked?.walletId === walletId ? picked.name : undefined;
  return (
    <div>
      <p className="mb-1.5 text-small font-strong text-muted">{t('Player')}</p>
      <p className="flex min-h-11 items-center justify-between rounded-small border border-edge bg-pitch-soft pl-3">
        <span className="truncate font-strong">{name ?? <PlayerName walletId={walletId} />}</span>
        <IconButton
          label={t('All players')}
          icon={<X aria-hidden="true" className="size-4" />}
          onClick={() => onPick(undefined)}
          className="-my-px"
        />
      </p>
    </div>
  );
}

const PlayerName = ({ walletId }: { readonly walletId: string }) => usePlayerName(walletId);

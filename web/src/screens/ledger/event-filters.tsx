import type { PlayerView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { marketKeys } from '@touchline/core/markets';
import { several, withoutBet } from '@touchline/core/reports';
import { allAccounts } from '@touchline/core/wallet';
import { ListFilter, X } from 'lucide-react';
import { useState } from 'react';
import { type EventFilter, filterFromSearch, leavesOut, searchFromFilter } from '../../ledger/event-filter.ts';
import { accountTitle, eventTitle, eventTypes } from '../../ledger/event-labels.ts';
import { LabelledSelect, TypedField, timeOptions } from '../../ledger/filter-fields.tsx';
import { FindPlayer } from '../../ledger/find-player.tsx';
import { leagueTitle, marketTitleOf } from '../../ledger/group-titles.ts';
import { momentFromUtcField, utcFieldFrom } from '../../ledger/moments.ts';
import { usePlayerName } from '../../ledger/player-names.tsx';
import { useLeagues } from '../../shell/available-leagues.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { isWide } from '../../ui/use-wide.ts';

type Props = { readonly filter: EventFilter; readonly onFilter: (filter: EventFilter) => void };

type Option = { readonly value: string; readonly label: string };
const optionsOf = (values: readonly string[], titleOf: (value: string) => string): readonly Option[] =>
  values.map((value) => ({ value, label: titleOf(value) }));

/** The options, with the current value among them: an address may have one, or several, that the list does not offer. */
function withCurrent(
  options: readonly Option[],
  value: string | undefined,
  titleOf: (value: string) => string,
): readonly Option[] {
  if (!value || options.some((option) => option.value === value)) return options;
  return [...options, { value, label: value.split(',').map(titleOf).join(', ') }];
}

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
  const leagues = useLeagues() ?? [];
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
          <Button look="bare" onClick={() => onFilter({})}>
            {t('Clear filters')}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
          <LabelledSelect
            label={t('Event')}
            value={filter.type ?? ''}
            options={withCurrent([{ value: '', label: t('All events') }, ...eventTypes()], filter.type, eventTitle)}
            onPick={(type) => set({ type })}
          />
          {filter.wallet ? (
            <PickedPlayer
              walletId={filter.wallet}
              name={player?.walletId === filter.wallet ? player.name : undefined}
              onClear={() => pickPlayer(undefined)}
            />
          ) : (
            <FindPlayer label={t('Player')} onPick={pickPlayer} />
          )}
          <LabelledSelect
            label={t('Account')}
            value={filter.account ?? ''}
            options={withCurrent(
              [{ value: '', label: t('All accounts') }, ...optionsOf(allAccounts, accountTitle)],
              filter.account,
              accountTitle,
            )}
            onPick={(account) => set({ account })}
          />
          <LabelledSelect
            label={t('League')}
            value={filter.league ?? ''}
            options={withCurrent(
              [
                { value: '', label: t('All leagues') },
                ...optionsOf([...leagues.map(({ key }) => key), several, withoutBet], (key) =>
                  leagueTitle(key, leagues),
                ),
              ],
              filter.league,
              (key) => leagueTitle(key, leagues),
            )}
            onPick={(league) => set({ league })}
          />
          <LabelledSelect
            label={t('Market')}
            value={filter.market ?? ''}
            options={withCurrent(
              [
                { value: '', label: t('All markets') },
                ...optionsOf([...marketKeys, several, withoutBet], marketTitleOf),
              ],
              filter.market,
              marketTitleOf,
            )}
            onPick={(market) => set({ market })}
          />
          <TypedField
            label={t('Cause, bet or event')}
            placeholder={t("match:…, a bet's id, event:12")}
            maxLength={200}
            applied={filter.cause ?? ''}
            onApply={(cause) => set({ cause: cause.trim() })}
          />
          <div className="grid grid-cols-2 gap-2">
            <TypedField
              label={t('Amount from')}
              prefix="$"
              inputMode="decimal"
              applied={filter.minAmount?.toString() ?? ''}
              onApply={(minAmount) => set({ minAmount })}
            />
            <TypedField
              label={t('Amount to')}
              prefix="$"
              inputMode="decimal"
              applied={filter.maxAmount?.toString() ?? ''}
              onApply={(maxAmount) => set({ maxAmount })}
            />
          </div>
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
        </div>
      )}
    </Card>
  );
}

type PickedProps = {
  readonly walletId: string;
  /** `undefined`: the wallet comes from the address, so the name is read. */
  readonly name: string | undefined;
  readonly onClear: () => void;
};

const PickedPlayer = ({ walletId, name, onClear }: PickedProps) => (
  <div>
    <p className="mb-1.5 text-small font-strong text-muted">{t('Player')}</p>
    <p className="flex min-h-11 items-center justify-between rounded-small border border-edge bg-pitch-soft pl-3">
      <span className="truncate font-strong">{name ?? <PlayerName walletId={walletId} />}</span>
      <IconButton
        label={t('All players')}
        icon={<X aria-hidden="true" className="size-4" />}
        onClick={onClear}
        className="-my-px"
      />
    </p>
  </div>
);

const PlayerName = ({ walletId }: { readonly walletId: string }) => usePlayerName(walletId);

import { ledgerEndpoints, type PlayerView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { Search } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import { call, orThrow } from '../api/call.ts';
import type { Answer } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Field } from '../ui/field.tsx';
import { ListOption, walkByKey } from '../ui/list-box.tsx';
import { Money } from '../ui/money.tsx';
import { findPlayerMachine, leastLength } from './find-player-machine.ts';

type Props = {
  readonly label: string;
  /** By default the ledger's search, which is for auditors. */
  readonly find?: (search: string) => Answer<PlayerView[]>;
  readonly onPick: (player: PlayerView) => void;
  readonly className?: string;
};

/** A search field for players; arrow keys and Enter choose one. */
export function FindPlayer({ label, find = findInLedger, onPick, className }: Props) {
  const [machine] = useState(() =>
    findPlayerMachine.provide({ actors: { findPlayers: fromPromise(({ input }) => orThrow(find(input))) } }),
  );
  const [snapshot, send] = useMachine(machine);
  const { text, players, selected, message } = snapshot.context;
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const isFound = snapshot.matches('found');
  const isFailed = snapshot.matches('failed');
  const pick = (player: PlayerView | undefined) => {
    if (!player) return;
    send({ type: 'closed' });
    onPick(player);
  };
  const closeOutside = (event: FocusEvent) => {
    if (!box.current?.contains(event.relatedTarget)) send({ type: 'closed' });
  };
  const onKeyDown = (event: KeyboardEvent) =>
    walkByKey(event, {
      onMove: (by) => send({ type: 'moved', by }),
      onPick: () => pick(isFound ? players[selected] : undefined),
      onClose: () => send({ type: 'closed' }),
    });
  return (
    <div ref={box} className={classes('relative', className)}>
      <Field
        label={label}
        role="combobox"
        autoComplete="off"
        placeholder={t('Name, email or id')}
        aria-expanded={isFound}
        aria-controls={listId}
        aria-activedescendant={isFound && players[selected] ? `${listId}-${selected}` : undefined}
        value={text}
        onChange={(event) => send({ type: 'typed', text: event.target.value })}
        onKeyDown={onKeyDown}
        onBlur={closeOutside}
        trailing={<Search aria-hidden="true" className="mr-3 size-4 shrink-0 text-muted" />}
      />
      {!snapshot.matches('idle') && (
        <div className="absolute inset-x-0 top-full z-10 mt-1 animate-appear sm:min-w-72 rounded-card border border-edge bg-surface p-2 shadow-panel">
          <div id={listId} role="listbox" aria-label={t('Players')} className="max-h-80 overflow-y-auto">
            {isFound &&
              players.map((player, index) => (
                <ListOption
                  key={player.walletId}
                  id={`${listId}-${index}`}
                  isHere={index === selected}
                  onPick={() => pick(player)}
                >
                  <Player player={player} />
                </ListOption>
              ))}
          </div>
          <p role="status" className={classes(isFound && players.length > 0 ? 'sr-only' : 'px-2 py-1 text-muted')}>
            {isFound &&
              (players.length === 0
                ? t('No players found.')
                : t('{count, plural, one {# player} other {# players}}', { count: players.length }))}
            {isFailed && message}
            {!isFound && !isFailed && t('Searching…')}
          </p>
          {isFailed && (
            <Button look="quiet" onBlur={closeOutside} onClick={() => send({ type: 'retry' })}>
              {t('Try Again')}
            </Button>
          )}
        </div>
      )}
      <p className="sr-only">{t('Type at least {least} characters.', { least: leastLength })}</p>
    </div>
  );
}

const findInLedger = (search: string) => call(ledgerEndpoints.findPlayers, { query: { search } });

const Player = ({ player }: { readonly player: PlayerView }) => (
  <>
    <span className="min-w-0 flex-1 leading-tight">
      <span className="block truncate font-strong">{player.name}</span>
      <span className="block truncate text-small text-muted">{player.email}</span>
    </span>
    <span className="text-right leading-tight">
      <Money amount={player.balances.cash} className="block" />
      <span className="block text-small text-muted figures">
        {t('{events, plural, one {# event} other {# events}}', { events: player.version })}
      </span>
    </span>
  </>
);

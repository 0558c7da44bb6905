import type { MatchRow } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { CircleUserRound, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useLiveActor } from '../live/index.ts';
import type { Offer } from '../matches/offers.ts';
import { useSession } from '../session/index.ts';
import { useHasSlip, useSlip } from '../slip/index.ts';
import { classes } from '../ui/classes.ts';
import { LeagueBadge } from '../ui/crest.tsx';
import { ListOption, walkByKey } from '../ui/list-box.tsx';
import { destinationsFor } from './destinations.ts';
import { findResults, type SearchResult } from './find-results.ts';
import { FoundMatch, winnerOffers } from './found-match.tsx';
import { moreFor, slipDestination } from './more-destinations.ts';
import type { PaletteActor, PaletteContext } from './palette-machine.ts';
import { useStaffResults } from './use-staff-results.ts';

/** The open palette: finds matches, leagues and screens as you type. Arrow keys and Enter select; right and left, a match's price. */
export function OpenPalette({ actor, text, selected, isPicked }: { readonly actor: PaletteActor } & PaletteContext) {
  const { enter, pick } = useSlip();
  const canTake = useHasSlip();
  const [, navigate] = useLocation();
  const listId = useId();
  const { results, isSearching } = useResults(text);
  // A price is selected in one match only: moving on or typing selects matches again.
  const [priceAt, setPriceAt] = useState({ of: '', offer: -1 });
  const here = results[selected];
  const offers = canTake && here?.kind === 'match' ? winnerOffers(here.row) : [];
  const offerAt = priceAt.of === `${text} ${selected}` && offers[priceAt.offer] ? priceAt.offer : undefined;
  const selectedId = offerAt === undefined ? `${listId}-${selected}` : `${listId}-${selected}-${offerAt}`;

  const close = () => actor.send({ type: 'closed' });
  const go = (to: SearchResult | undefined) => {
    if (!to) return;
    close();
    if (to.kind === 'slip') enter();
    // The target screen moves the focus to what was searched for.
    else navigate(to.href, { state: 'sought' });
  };
  // Enter was pressed while this code was loading.
  const pickEarlier = useEffectEvent(() => isPicked && go(here));
  useEffect(() => void pickEarlier(), []);
  const take = (row: MatchRow, offer: Offer | undefined) => {
    if (!offer) return;
    close();
    pick(row, offer);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, value } = event.currentTarget;
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    // Inside the text, the arrows move the cursor.
    if (by !== 0 && offers.length > 0 && selectionStart === value.length && (by === 1 || offerAt !== undefined)) {
      event.preventDefault();
      setPriceAt({ of: `${text} ${selected}`, offer: Math.min((offerAt ?? -1) + by, offers.length - 1) });
      return;
    }
    // The input is the only tab stop; leaving it would put the focus behind the dialog.
    if (event.key === 'Tab') event.preventDefault();
    walkByKey(event, {
      onMove: (by) => actor.send({ type: 'moved', by, count: results.length }),
      onPick: () => (offerAt !== undefined && here?.kind === 'match' ? take(here.row, offers[offerAt]) : go(here)),
      onClose: close,
    });
  };

  return (
    <div className="fixed inset-0 z-50 grid justify-items-center p-3 pt-[10dvh]">
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('Close search')}
        className="fixed inset-0 bg-veil"
        onClick={close}
      />
      <div
        role="dialog"
        aria-modal="true"
        aria-label={t('Search')}
        className="relative flex max-h-[70dvh] w-full max-w-xl animate-appear flex-col self-start overflow-hidden rounded-card border border-edge bg-surface shadow-panel"
      >
        <SearchField
          text={text}
          listId={listId}
          selectedId={here && selectedId}
          onText={(typed) => actor.send({ type: 'typed', text: typed })}
          onKeyDown={onKeyDown}
        />
        <div id={listId} role="listbox" aria-label={t('Results')} className="overflow-y-auto p-2">
          {results.map((found, index) => (
            <Result
              key={found.href}
              result={found}
              id={`${listId}-${index}`}
              isHere={index === selected}
              offerAt={index === selected ? offerAt : undefined}
              onOpen={() => go(found)}
              onTake={take}
            />
          ))}
        </div>
        <p role="status" className={classes(results.length === 0 ? 'px-4 pb-5 text-center text-muted' : 'sr-only')}>
          {results.length === 0
            ? isSearching
              ? t('Searching…')
              : t('No results. Try a team or a league.')
            : t('{count, plural, one {# result} other {# results}}', { count: results.length })}
        </p>
      </div>
    </div>
  );
}

function useResults(text: string): { readonly results: readonly SearchResult[]; readonly isSearching: boolean } {
  const live = useLiveActor();
  const { user } = useSession();
  const { staffResults, isSearching } = useStaffResults(user?.role, text);
  // Searches the rows of this moment, so that results do not move under the arrow keys.
  const [matches, others] = findResults(text, live.getSnapshot().context.rows.values(), [
    ...destinationsFor(user),
    ...slipDestination(user),
    ...moreFor(user),
  ]);
  return { results: [...matches, ...staffResults, ...others], isSearching };
}

type SearchFieldProps = {
  readonly text: string;
  readonly listId: string;
  readonly selectedId: string | undefined;
  readonly onText: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
};

function SearchField({ text, listId, selectedId, onText, onKeyDown }: SearchFieldProps) {
  const input = useRestoringFocus();
  return (
    <div className="flex items-center gap-3 rounded-t-card border-b border-line px-4 -outline-offset-2 outline-pitch focus-within:outline-2">
      <Search aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <input
        ref={input}
        role="combobox"
        aria-label={t('Search for Games...')}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={selectedId}
        autoComplete="off"
        placeholder={t('Search for Games...')}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        className="min-h-14 min-w-0 flex-1 bg-transparent text-figure outline-none placeholder:text-muted"
      />
      <kbd className="rounded-small border border-line px-1.5 text-small text-muted">{t('Esc')}</kbd>
    </div>
  );
}

type ResultProps = {
  readonly result: SearchResult;
  readonly id: string;
  readonly isHere: boolean;
  readonly offerAt: number | undefined;
  readonly onOpen: () => void;
  readonly onTake: (row: MatchRow, offer: Offer) => void;
};

function Result({ result, id, isHere, offerAt, onOpen, onTake }: ResultProps) {
  if (result.kind === 'match') {
    const { row } = result;
    return <FoundMatch {...{ row, id, isHere, offerAt, onOpen }} onTake={(offer) => onTake(row, offer)} />;
  }
  return (
    <ListOption id={id} isHere={isHere} onPick={onOpen}>
      <Emblem result={result} />
      <span className="flex min-w-0 flex-1 flex-col py-1 sm:flex-row sm:items-center sm:gap-3">
        <span className="min-w-0 flex-1 truncate max-sm:whitespace-normal">{result.title}</span>
        <span className="shrink-0 text-small text-muted">{result.note}</span>
      </span>
    </ListOption>
  );
}

function Emblem({ result }: { readonly result: SearchResult }) {
  if (result.kind === 'league') return <LeagueBadge leagueKey={result.key} />;
  if (result.kind === 'player') return <CircleUserRound aria-hidden="true" className="size-6 p-0.5 text-muted" />;
  return <Search aria-hidden="true" className="size-6 p-0.5 text-muted" />;
}

/** Takes the focus while mounted, before it is seen, so that no key is lost, and restores it afterwards. */
function useRestoringFocus() {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    input.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return input;
}

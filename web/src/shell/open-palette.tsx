import { useSelector } from '@xstate/react';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useLocation } from 'wouter';
import { useLiveActor } from '../live/index.ts';
import { useSession } from '../session/index.ts';
import { useSlip } from '../slip/index.ts';
import { classes } from '../ui/classes.ts';
import { Crest } from '../ui/crest.tsx';
import { LeagueBadge } from '../ui/league-badge.tsx';
import { ListOption, walkByKey } from '../ui/list-box.tsx';
import { destinationsFor, moreFor, slipDestination } from './destinations.ts';
import { findPlaces, type Place } from './find-places.ts';
import type { PaletteActor } from './use-palette.ts';

/** The open palette: finds teams, leagues and screens as you type; arrow keys and Enter select. */
export function OpenPalette({ actor }: { readonly actor: PaletteActor }) {
  const { text, place } = useSelector(actor, (snapshot) => snapshot.context);
  const live = useLiveActor();
  const { user } = useSession();
  const { enter } = useSlip();
  const [, navigate] = useLocation();
  const listId = useId();
  const input = useRestoringFocus();
  // Searches the rows of this moment, so that results do not move under the arrow keys.
  const places = findPlaces(text, live.getSnapshot().context.rows.values(), [
    ...destinationsFor(user),
    ...slipDestination(user),
    ...moreFor(user),
  ]);

  const close = () => actor.send({ type: 'closed' });
  const go = (to: Place | undefined) => {
    if (!to) return;
    close();
    if (to.kind === 'slip') enter();
    // The target screen moves the focus to what was searched for.
    else navigate(to.href, { state: 'sought' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The input is the only tab stop; leaving it would put the focus behind the dialog.
    if (event.key === 'Tab') event.preventDefault();
    walkByKey(event, {
      onMove: (by) => actor.send({ type: 'moved', by, count: places.length }),
      onPick: () => go(places[place]),
      onClose: close,
    });
  };

  return (
    <div className="fixed inset-0 z-50 grid justify-items-center p-3 pt-[10dvh]">
      <button type="button" tabIndex={-1} aria-label="Close search" className="fixed inset-0 bg-veil" onClick={close} />
      <div
        role="dialog"
        aria-modal="true"
        aria-label="Search"
        className="relative flex max-h-[70dvh] w-full max-w-xl animate-appear flex-col self-start overflow-hidden rounded-card border border-edge bg-surface shadow-panel"
      >
        <div className="flex items-center gap-3 rounded-t-card border-b border-line px-4 -outline-offset-2 outline-pitch focus-within:outline-2">
          <Search aria-hidden="true" className="size-5 shrink-0 text-muted" />
          <input
            ref={input}
            role="combobox"
            aria-label="Search for Games..."
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={places[place] ? `${listId}-${place}` : undefined}
            autoComplete="off"
            placeholder="Search for Games..."
            value={text}
            onChange={(event) => actor.send({ type: 'typed', text: event.target.value })}
            onKeyDown={onKeyDown}
            className="min-h-14 min-w-0 flex-1 bg-transparent text-figure outline-none placeholder:text-muted"
          />
          <kbd className="rounded-small border border-line px-1.5 text-small text-muted">Esc</kbd>
        </div>
        <div id={listId} role="listbox" aria-label="Results" className="overflow-y-auto p-2">
          {places.map((found, index) => (
            <ListOption key={found.href} id={`${listId}-${index}`} isHere={index === place} onPick={() => go(found)}>
              <Emblem place={found} />
              <span className="flex min-w-0 flex-1 flex-col py-1 sm:flex-row sm:items-center sm:gap-3">
                <span className="min-w-0 flex-1 truncate max-sm:whitespace-normal">{found.title}</span>
                <span className="shrink-0 text-small text-muted">{found.note}</span>
              </span>
            </ListOption>
          ))}
        </div>
        <p role="status" className={classes(places.length === 0 ? 'px-4 pb-5 text-center text-muted' : 'sr-only')}>
          {places.length === 0 ? 'No results. Try a team or a league.' : `${places.length} results`}
        </p>
      </div>
    </div>
  );
}

function Emblem({ place }: { readonly place: Place }) {
  if (place.kind === 'league') return <LeagueBadge leagueKey={place.key} />;
  if (place.kind === 'match')
    return <Crest name={place.row.match.homeTeam} logo={place.row.homeTeamLogo} className="h-7 w-6" />;
  return <Search aria-hidden="true" className="size-6 p-0.5 text-muted" />;
}

/** Takes the focus while mounted and restores it afterwards. */
function useRestoringFocus() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    input.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return input;
}

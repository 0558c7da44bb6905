import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { classes } from './classes.ts';

type Walk = { readonly onMove: (by: 1 | -1) => void; readonly onPick: () => void; readonly onClose: () => void };

/** Handles keys in the field of a list box: arrows move the selection, Enter picks, Escape closes. */
export function walkByKey(event: KeyboardEvent, { onMove, onPick, onClose }: Walk): void {
  if (event.key === 'ArrowDown') onMove(1);
  else if (event.key === 'ArrowUp') onMove(-1);
  else if (event.key === 'Enter') onPick();
  else if (event.key === 'Escape') onClose();
  else return;
  event.preventDefault();
}

type OptionProps = {
  readonly id: string;
  /** Whether the option is selected. */
  readonly isHere: boolean;
  readonly onPick: () => void;
  readonly children: ReactNode;
};

/** An option of a list box. The focus stays in the field; the selected option is scrolled into view. */
export function ListOption({ id, isHere, onPick, children }: OptionProps) {
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isHere) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isHere]);
  return (
    <button
      ref={row}
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isHere}
      onClick={onPick}
      className={classes(
        'flex min-h-12 w-full items-center gap-3 rounded-small px-3 text-left hover:bg-raised',
        isHere && 'bg-pitch-soft',
      )}
    >
      {children}
    </button>
  );
}

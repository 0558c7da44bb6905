import { useLayoutEffect, useRef } from 'react';
import { classes } from './classes.ts';

type Props = {
  /** The number to watch. The first value does not flash. */
  readonly value: number | undefined;
  /** Whether to show ▲ or ▼ during the flash. */
  readonly mark?: 'arrow' | 'none';
  readonly className?: string | undefined;
};

/** Disables flashes inside an element: each costs style work in every frame, visible or not. */
export const unlit = 'data-unlit';

/**
 * Flashes behind its parent's content for a second when a number changes: green for a rise, red for a fall. The parent must be
 * relative and isolate. It stays mounted and bypasses React, because adding and removing an element would lay out the whole page.
 */
export function Flash({ value, mark = 'none', className }: Props) {
  const light = useRef<HTMLSpanElement>(null);
  const before = useRef(value);
  useLayoutEffect(() => {
    const from = before.current;
    before.current = value;
    if (!light.current || from === undefined || value === undefined || from === value) return;
    if (light.current.closest(`[${unlit}]`)) return;
    lightUp(light.current, value > from ? 'rise' : 'fall', mark);
  }, [value, mark]);
  return (
    <span
      ref={light}
      aria-hidden="true"
      onAnimationEnd={({ currentTarget }) => {
        currentTarget.textContent = '';
      }}
      className={classes('price-light absolute inset-0 -z-10 rounded-small border opacity-0', className)}
    />
  );
}

const arrows = { rise: '▲', fall: '▼' } as const;

function lightUp(light: HTMLElement, move: 'rise' | 'fall', mark: Props['mark']): void {
  const { dataset } = light;
  dataset['move'] = move;
  // Two names for the same animation: switching the name restarts it.
  dataset['beat'] = dataset['beat'] === 'odd' ? 'even' : 'odd';
  if (mark === 'arrow') light.textContent = arrows[move];
}

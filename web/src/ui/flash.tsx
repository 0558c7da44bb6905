import { useLayoutEffect, useRef } from 'react';
import { classes } from './classes.ts';

type Props = {
  /** What it watches; the first value and one that comes after none are no move. */
  readonly value: number | undefined;
  /** Whether ▲ or ▼ stands in the corner meanwhile. */
  readonly mark?: 'arrow' | 'none';
  readonly className?: string | undefined;
};

/** Nothing inside an element with this attribute lights up: each light costs style in every frame, seen or not. */
export const unlit = 'data-unlit';

/**
 * Lights up what it lies behind for one second whenever a number moved: green for a rise, red for a fall. Its parent is relative
 * and isolate. It is always there and touched past React: an element that comes and goes lays out the whole page each time.
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
  // Two names for one animation: another name begins it anew.
  dataset['beat'] = dataset['beat'] === 'odd' ? 'even' : 'odd';
  if (mark === 'arrow') light.textContent = arrows[move];
}

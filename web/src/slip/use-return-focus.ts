import { type FocusEvent, useRef } from 'react';

/** Returns the focus to the element that had it before the slip, or to the button that opens the slip. */
export function useReturnFocus() {
  const origin = useRef<HTMLElement>(null);
  return {
    onFocus: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
        origin.current = relatedTarget;
    },
    returnFocus: () => {
      const button = document.querySelector<HTMLElement>('[aria-controls="bet-slip"]');
      (origin.current?.isConnected ? origin.current : button)?.focus();
    },
  };
}

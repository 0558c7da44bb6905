import { type FocusEvent, useRef } from 'react';

/** For the slip: whoever leaves it by keyboard is back where they came from, or else at the button that opens it. */
export function useWayBack() {
  const origin = useRef<HTMLElement>(null);
  return {
    onFocus: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
        origin.current = relatedTarget;
    },
    goBack: () => {
      const button = document.querySelector<HTMLElement>('[aria-controls="bet-slip"]');
      (origin.current?.isConnected ? origin.current : button)?.focus();
    },
  };
}

import type { SlipCode } from './slip-context.ts';
import { pinKey, slipKey } from './slip-keys.ts';

let loaded: SlipCode | undefined;
let onItsWay: Promise<SlipCode> | undefined;

/** The code of the slip once it is there. */
export const loadedSlip = (): SlipCode | undefined => loaded;

/** Fetches the code of the slip, once. Browsers do not ask again for code that did not come: only a reload helps. */
export function loadSlip(): Promise<SlipCode> {
  onItsWay ??= fetchCode().then(
    (code) => {
      loaded = code;
      return code;
    },
    (failure: unknown) => {
      onItsWay = undefined;
      throw failure;
    },
  );
  return onItsWay;
}

async function fetchCode(): Promise<SlipCode> {
  const { slipEntryOf, OddsSetting, SlipKeeper, SlipPanel } = await import('./slip-code.ts');
  return { slipEntryOf, OddsSetting, SlipKeeper, SlipPanel };
}

/** Whether the slip was left with something on it, or pinned: then it is wanted as soon as the page opens. */
export function isSlipKept(): boolean {
  const kept = localStorage.getItem(slipKey);
  return isSlipPinned() || (kept !== null && kept !== emptySlip);
}

export const isSlipPinned = (): boolean => localStorage.getItem(pinKey) === 'pinned';

const emptySlip = JSON.stringify({ entries: [], attempt: null });

import type { SlipCode } from './slip-context.ts';
import { attemptKey, pinKey, slipKey } from './slip-keys.ts';

let loaded: SlipCode | undefined;
let loading: Promise<SlipCode> | undefined;

/** The code of the slip once it is loaded. */
export const loadedSlip = (): SlipCode | undefined => loaded;

/** Loads the code of the slip once. A browser never requests a failed module again: only a reload helps. */
export function loadSlip(): Promise<SlipCode> {
  loading ??= fetchCode().then(
    (code) => {
      loaded = code;
      return code;
    },
    (failure: unknown) => {
      loading = undefined;
      throw failure;
    },
  );
  return loading;
}

async function fetchCode(): Promise<SlipCode> {
  const { selectionText, slipEntryOf, slipOfBet, OddsSetting, SlipHost, SlipPanel } = await import('./slip-code.ts');
  return { selectionText, slipEntryOf, slipOfBet, OddsSetting, SlipHost, SlipPanel };
}

/** Whether the stored slip has content or is pinned: then it is needed as soon as the page opens. */
export function isSlipStored(): boolean {
  return isSlipPinned() || [slipKey, attemptKey].some((key) => localStorage.getItem(key) !== null);
}

export const isSlipPinned = (): boolean => localStorage.getItem(pinKey) === 'pinned';

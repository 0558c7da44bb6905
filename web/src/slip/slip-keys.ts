/** The slip's keys in local storage. */
export const slipKey = 'slip';
/** Of a bet whose outcome is unknown. */
export const attemptKey = 'slipAttempt';
export const pinKey = 'slipPinned';

/** The history state of a page that is opened for its slip: a narrow screen shows the sheet instead of collapsing it. */
export const withOpenSlip = { slip: 'open' } as const;

export const isForSlip = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && Reflect.get(state, 'slip') === withOpenSlip.slip;

/** The slip's keys in local storage. */
export const slipKey = 'slip';
export const pinKey = 'slipPinned';

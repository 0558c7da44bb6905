/** Where the slip is kept in local storage. */
export const slipKey = 'slip';
export const pinKey = 'slipPinned';

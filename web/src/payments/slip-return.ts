/** The slip that a bettor left to deposit or register: the page it was on, and its stake as typed. */
export type SlipReturn = { readonly path: string; readonly stakeText: string };

const key = 'touchline:slip-return';

/** Remembers the slip in this tab, which leaves for the payment page. A browser that stores nothing leads to the wallet. */
export function keepSlipReturn(slip: SlipReturn): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(slip));
  } catch {
    // The wallet opens instead.
  }
}

/** Returns the slip to go back to. */
export function readSlipReturn(): SlipReturn | undefined {
  try {
    const { path, stakeText } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<SlipReturn>;
    return typeof path === 'string' && typeof stakeText === 'string' ? { path, stakeText } : undefined;
  } catch {
    return undefined;
  }
}

export function forgetSlipReturn(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** The slip that a bettor left to deposit or register: the page it was on, and its stake as typed. */
export type SlipReturn = { readonly path: string; readonly stakeText: string };

/** `transactionId`: the deposit that was made for the slip. Other deposits do not lead back to it. */
type Kept = SlipReturn & { readonly transactionId?: string };

const key = 'touchline:slip-return';

/** Remembers the slip in this tab, which leaves for the payment page. A browser that stores nothing leads to the wallet. */
export const keepSlipReturn = (slip: SlipReturn): void => store(slip);

/** Remembers that a deposit was made for the slip. */
export function tieSlipReturn(transactionId: string): void {
  const kept = read();
  if (kept) store({ ...kept, transactionId });
}

/** Returns the slip to go back to after a deposit. */
export function readSlipReturn(deposit: string): SlipReturn | undefined {
  const kept = read();
  return kept?.transactionId === deposit ? { path: kept.path, stakeText: kept.stakeText } : undefined;
}

export function forgetSlipReturn(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

function store(kept: Kept): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // The wallet opens instead.
  }
}

function read(): Kept | undefined {
  try {
    const { path, stakeText, transactionId } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Kept>;
    if (typeof path !== 'string' || typeof stakeText !== 'string') return undefined;
    return { path, stakeText, ...(typeof transactionId === 'string' && { transactionId }) };
  } catch {
    return undefined;
  }
}

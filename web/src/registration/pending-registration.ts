import type { Cents } from '@touchline/core/money';
import type { SlipReturn } from '../payments/slip-return.ts';

/** An account that was opened in this browser and whose address is not verified yet, with the slip to return to. */
export type PendingRegistration = {
  readonly email: string;
  /** The slip that led to the registration. `stake`: of all its tickets together; the release before did not store it. */
  readonly slip?: (SlipReturn & { readonly stake?: Cents }) | undefined;
};

const key = 'touchline:pending-registration';

/** Remembers it for all tabs of this browser: the link of the email opens in another one. */
export const storePendingRegistration = (pending: PendingRegistration): void =>
  localStorage.setItem(key, JSON.stringify(pending));

export const forgetPendingRegistration = (): void => localStorage.removeItem(key);

export const readPendingRegistration = (): PendingRegistration | undefined =>
  pendingRegistrationIn(localStorage.getItem(key) ?? '{}');

export function pendingRegistrationIn(stored: string): PendingRegistration | undefined {
  try {
    const { email, slip } = JSON.parse(stored) as Partial<PendingRegistration>;
    return typeof email === 'string' ? { email, slip } : undefined;
  } catch {
    return undefined;
  }
}

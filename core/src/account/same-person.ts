import { normalEmail } from './credentials.ts';

/**
 * Signals that two accounts belong to one person. `email`: the mailbox; `device`: a browser that both log in from; `payment`: the
 * card, PayPal account or bank account that pays.
 */
export const signalKinds = ['email', 'device', 'payment'] as const;
export type SignalKind = (typeof signalKinds)[number];
export type PersonSignal = { readonly kind: SignalKind; readonly value: string };

/** Households share devices, so a shared device does not cost the bonus; it only flags and holds accounts. */
export const bonusSignals = ['email', 'payment'] as const satisfies readonly SignalKind[];

/** The mailbox that an address delivers to: without a plus tag, and without the dots that its provider ignores. */
export function mailboxOf(email: string): string {
  const address = normalEmail(email);
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const name = address.slice(0, at).replace(/(?<=.)\+.*$/u, '');
  return isGmail(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

const isGmail = (domain: string): boolean => domain === 'gmail.com' || domain === 'googlemail.com';

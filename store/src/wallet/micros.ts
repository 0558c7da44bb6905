import type { Instant } from '@touchline/core/instant';

/** Microseconds since 1970 of UTC text with six decimals, as the ledger's canonical form has it. */
export function microsOf(text: string): number {
  if (text !== lastText) {
    lastText = text;
    lastMicros = Date.parse(`${text.slice(0, 23)}Z`) * 1000 + Number(text.slice(23, 26));
  }
  return lastMicros;
}
/** Nearly all events of a group are of one moment, and each asks several times. */
let [lastText, lastMicros] = ['', Number.NaN];

/** The text again. */
export function microsText(micros: number): string {
  const millis = Math.floor(micros / 1000);
  const rest = String(micros - millis * 1000).padStart(3, '0');
  return new Date(millis).toISOString().replace('Z', `${rest}Z`);
}

export const instantText = (at: Instant): string => microsText(at * 1000);

export type TextLength = { readonly least: number; readonly most: number };
/** Length of an admin's reason, without surrounding blanks. */
export const reasonLength = { least: 3, most: 300 } as const satisfies TextLength;
/** Length of a reason for an action on a match or on betting, which moves the money of many. */
export const marketReasonLength = { least: 5, most: 500 } as const satisfies TextLength;

/** Whether a text is a valid reason; used by browser and server. */
export function isReason(text: string, { least, most }: TextLength = reasonLength): boolean {
  const { length } = text.trim();
  return length >= least && length <= most;
}

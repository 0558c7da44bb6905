export type TextLength = { readonly least: number; readonly most: number };
/** How long the reason of an admin is, blanks around it not counted. */
export const reasonLength = { least: 3, most: 300 } as const satisfies TextLength;
/** How long the reason is for what is done to a match or to betting, which moves the money of many. */
export const marketReasonLength = { least: 5, most: 500 } as const satisfies TextLength;

/** Whether words say why: blanks say nothing. Browser and server judge alike. */
export function isReason(words: string, { least, most }: TextLength = reasonLength): boolean {
  const { length } = words.trim();
  return length >= least && length <= most;
}

export type TextLength = { readonly least: number; readonly most: number };
/** How long the reason of an admin is, blanks around it not counted. */
export const reasonLength = { least: 3, most: 300 } as const satisfies TextLength;

/** Whether words say why: blanks say nothing. Browser and server judge alike. */
export function isReason(words: string, { least, most }: TextLength = reasonLength): boolean {
  const { length } = words.trim();
  return length >= least && length <= most;
}

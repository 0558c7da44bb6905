/** "Mönchengladbach" is wider than the place of a club's name on a phone. */
export const hasLongWord = (name: string): boolean => /\S{13}/.test(name);

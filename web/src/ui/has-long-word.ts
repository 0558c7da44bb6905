/** Returns whether a name has a word too wide for a phone, such as "Mönchengladbach". */
export const hasLongWord = (name: string): boolean => /\S{13}/.test(name);

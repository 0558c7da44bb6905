/** Stands at the reasons of this desk. */
export const readByBettor = 'The bettor reads it.';

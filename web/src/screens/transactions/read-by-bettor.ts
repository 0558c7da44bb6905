/** The note below a reason. */
export const readByBettor = 'The bettor reads it.';

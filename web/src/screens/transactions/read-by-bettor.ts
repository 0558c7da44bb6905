/** The note below a reason field. */
export const readByBettor = 'The bettor sees it.';

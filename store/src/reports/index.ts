export { countDayTotals } from './day-totals.ts';
export { type CashOutTotals, cashOutResult, readCashOuts } from './read-cash-outs.ts';
export { readPeriod } from './read-period.ts';

export { countDayTotals } from './day-totals.ts';
export { type CashOutTotals, cashOutResult, readCashOuts } from './read-cash-outs.ts';
export { type Period, readPeriod } from './read-period.ts';

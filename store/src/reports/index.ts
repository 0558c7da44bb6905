export { countDayTotals } from './day-totals.ts';
export { type Period, readPeriod } from './read-period.ts';

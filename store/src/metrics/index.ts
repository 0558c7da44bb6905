export { mayReadMetrics } from './may-read-metrics.ts';
export { type LedgerMeter, measureLedger } from './measure-ledger.ts';
export {
  measureDrops,
  measurePools,
  measureProcess,
  measureProviderCalls,
  measureReads,
  measureTransactions,
  metersOf,
} from './measure-process.ts';
export { createVitals, measureVitals } from './measure-vitals.ts';
export { type OpenWork, readOpenWork, type Waiting } from './read-open-work.ts';

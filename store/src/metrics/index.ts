export { mayReadMetrics } from './may-read-metrics.ts';
export { type LedgerMeter, measureLedger } from './measure-ledger.ts';
export { measurePools } from './measure-pools.ts';
export { measureProcess } from './measure-process.ts';
export { measureProviderCalls } from './measure-provider-calls.ts';
export { measureTransactions } from './measure-transactions.ts';
export { createVitals, measureVitals } from './measure-vitals.ts';
export { metersOf } from './meters-of.ts';

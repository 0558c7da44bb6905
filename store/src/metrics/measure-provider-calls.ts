import type { Registry } from 'prom-client';
import { metersOf } from './meters-of.ts';

/** Counts this process's calls of the payment provider, including those prevented by the breaker or the budget. */
export function measureProviderCalls(registry: Registry): (call: string, outcome: string) => void {
  const calls = metersOf(registry).counter(
    'touchline_payment_provider_calls_total',
    'Calls of the payment provider by outcome; not-asked: its circuit breaker is open or the calls of the minute are used up',
    ['call', 'outcome'],
  );
  return (call, outcome) => calls.inc({ call, outcome });
}

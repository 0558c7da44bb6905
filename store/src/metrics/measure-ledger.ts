import type { WalletEvent } from '@touchline/core/wallet';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { EndedGroup } from '../wallet/index.ts';

export type LedgerMeter = {
  /** For `onGroup` of the wallet writer. */
  readonly group: (group: EndedGroup) => void;
  /** Events that were committed without the writer's groups: those of settlement. */
  readonly events: (types: readonly WalletEvent['type'][]) => void;
};

/** What this process writes into the ledger, and how the wallet writer keeps up. */
export function measureLedger(registry: Registry): LedgerMeter {
  const registers = [registry];
  const written = new Counter({
    name: 'touchline_ledger_events_total',
    help: 'Events that this process committed to the ledger',
    labelNames: ['type'],
    registers,
  });
  const commands = new Counter({
    name: 'touchline_wallet_commands_total',
    help: 'Money commands by what became of them: done, repeated, failed, or the code of the refusal',
    labelNames: ['command', 'outcome'],
    registers,
  });
  const sizes = new Histogram({
    name: 'touchline_wallet_group_commands',
    help: 'Commands that were committed together',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000],
    registers,
  });
  const waits = new Histogram({
    name: 'touchline_wallet_wait_seconds',
    help: 'How long a command waited until its group began',
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const durations = new Histogram({
    name: 'touchline_wallet_group_duration_seconds',
    help: 'How long a group took from its begin to its commit',
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const events = (types: readonly WalletEvent['type'][]): void => {
    for (const type of types) written.inc({ type });
  };
  return {
    events,
    group: (group) => {
      sizes.observe(group.commands.length);
      durations.observe(group.tookMs / 1_000);
      for (const { type, outcome, waitedMs } of group.commands) {
        commands.inc({ command: type, outcome });
        waits.observe(waitedMs / 1_000);
      }
      events(group.events);
    },
  };
}

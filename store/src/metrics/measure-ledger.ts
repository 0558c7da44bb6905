import type { WalletEvent } from '@touchline/core/wallet';
import type { Registry } from 'prom-client';
import type { EndedGroup } from '../wallet/index.ts';
import { metersOf } from './measure-process.ts';

export type LedgerMeter = {
  /** For the wallet writer's `onGroup`. */
  readonly group: (group: EndedGroup) => void;
  /** Events committed outside the writer's groups: those of settlement. */
  readonly events: (types: readonly WalletEvent['type'][]) => void;
};

type CommandType = EndedGroup['commands'][number]['type'];
const commandTypes = Object.keys({
  'place-bet': true,
  'judge-bet': true,
  'cash-out': true,
  'credit-deposit': true,
  'reverse-deposit': true,
  'request-withdrawal': true,
  'decide-withdrawal': true,
  'expire-bonus': true,
  'make-adjustment': true,
} satisfies Record<CommandType, true>);

const waitSeconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Measures what this process writes to the ledger, and how the wallet writer keeps up. */
export function measureLedger(registry: Registry): LedgerMeter {
  const meters = metersOf(registry);
  const written = meters.counter('touchline_ledger_events_total', 'Events that this process committed to the ledger', [
    'type',
  ]);
  const commands = meters.counter(
    'touchline_wallet_commands_total',
    'Money commands by outcome: done, repeated, failed, or the code of the refusal',
    ['command', 'outcome'],
  );
  // A counter must exist before the first failure for its increase to be seen.
  for (const command of commandTypes) commands.inc({ command, outcome: 'failed' }, 0);
  const sizes = meters.histogram(
    'touchline_wallet_group_commands',
    'Commands that were committed together',
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000],
  );
  const waits = meters.histogram(
    'touchline_wallet_wait_seconds',
    'How long a request of one or more commands waited until its group began',
    waitSeconds,
  );
  const durations = meters.histogram(
    'touchline_wallet_group_duration_seconds',
    'How long a group took from its begin to its commit',
    waitSeconds,
  );
  const events = (types: readonly WalletEvent['type'][]): void => {
    for (const [type, same] of Map.groupBy(types, (type) => type)) written.inc({ type }, same.length);
  };
  return {
    events,
    group: (group) => {
      sizes.observe(group.commands.length);
      durations.observe(group.tookMs / 1_000);
      for (const [command, ofType] of Map.groupBy(group.commands, ({ type }) => type)) {
        for (const [outcome, same] of Map.groupBy(ofType, (of) => of.outcome)) {
          commands.inc({ command, outcome }, same.length);
        }
      }
      for (const ms of group.waitedMs) waits.observe(ms / 1_000);
      events(group.events);
    },
  };
}

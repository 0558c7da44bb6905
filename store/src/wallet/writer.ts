import { setTimeout } from 'node:timers/promises';
import type { Store } from '../connect.ts';
import type { MoneyCommand, Outcomes } from './command.ts';
import { commitGroup, type Outcome } from './commit-group.ts';

export type WalletWriter = {
  /**
   * Does one money command durably, once: when this resolves it is committed, or refused and nothing happened.
   * The same command again answers the same. Rejects when the outcome is not known (the database went away): ask again.
   */
  readonly submit: <C extends MoneyCommand>(command: C) => Promise<Outcomes[C['type']]>;
  /** Commits what waits and takes nothing more. */
  readonly close: () => Promise<void>;
};

export type WriterOptions = {
  /** The most commands in one transaction. */
  readonly maxGroup?: number;
  /** How often a group is tried again after an error that may pass, such as a lost connection; each wait doubles from 20 ms. */
  readonly retries?: number;
  readonly onError?: (error: unknown) => void;
};

type Waiting = {
  readonly command: MoneyCommand;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * The one way money moves. While one group of commands commits, the next gathers; a group is one transaction, so many
 * commands share one flush to disk and none waits for a timer.
 */
export function createWalletWriter(store: Pick<Store, 'pipelines'>, options: WriterOptions = {}): WalletWriter {
  const maxGroup = options.maxGroup ?? 1_000;
  const retries = options.retries ?? 5;
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;
  let isClosed = false;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = waiting.slice(0, maxGroup);
      waiting = waiting.slice(maxGroup);
      await settle(group);
    }
    running = undefined;
  };

  const settle = async (group: readonly Waiting[]): Promise<void> => {
    try {
      const outcomes = await commitPatiently(group.map((one) => one.command));
      group.forEach((one, at) => {
        const outcome = outcomes[at];
        if (outcome) one.resolve(outcome);
      });
    } catch (error) {
      // One bad command must not cost the others their answer.
      if (group.length > 1 && !mayPass(error)) for (const one of group) await settle([one]);
      else for (const one of group) one.reject(error);
    }
  };

  // Every command is keyed, so one whose commit got lost on the way back is found in the ledger and not done twice.
  const commitPatiently = async (commands: readonly MoneyCommand[]): Promise<readonly Outcome[]> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await commitGroup(store.pipelines, commands);
      } catch (error) {
        options.onError?.(error);
        if (attempt >= retries || !mayPass(error)) throw error;
        await setTimeout(20 * 2 ** attempt);
      }
    }
  };

  return {
    submit: <C extends MoneyCommand>(command: C) =>
      new Promise<Outcomes[C['type']]>((resolve, reject) => {
        if (isClosed) {
          reject(new Error('the wallet writer is closed'));
          return;
        }
        // `commitGroup` answers each command by its own kind; the queue cannot carry that type.
        waiting.push({ command, resolve: resolve as (outcome: Outcome) => void, reject });
        running ??= Promise.resolve().then(run);
      }),
    close: async () => {
      isClosed = true;
      await running;
    },
  };
}

/** Lost connections, a server that restarts, and lost races pass; everything else is a bug and is told at once. */
export function mayPass(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isWire = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(code) || /terminated|Connection/.test(String(error));
  return isWire || /^(08|57P|40001|40P01|53)/.test(code);
}

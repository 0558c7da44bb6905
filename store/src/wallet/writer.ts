import { setTimeout } from 'node:timers/promises';
import type { WalletEvent } from '@touchline/core/wallet';
import type { Store } from '../connect.ts';
import { isLockTimeout, isTransient } from '../failures.ts';
import type { MoneyCommand, Outcomes } from './command.ts';
import { commitGroup, type Outcome } from './commit-group.ts';
import { fullCombinations } from './full-combinations.ts';

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
  /** Told of every group that ended, also of one whose outcome is not known; for measuring. */
  readonly onGroup?: (group: EndedGroup) => void;
};

/** What became of commands that went together. */
export type EndedGroup = {
  readonly commands: readonly {
    readonly type: MoneyCommand['type'];
    /** `repeated`: it was done before; `failed`: it is not known whether it was done; else the code of its refusal. */
    readonly outcome: string;
    /** From when it was asked for until its group began. */
    readonly waitedMs: number;
  }[];
  /** What the ledger got by them. */
  readonly events: readonly WalletEvent['type'][];
  readonly tookMs: number;
};

type Waiting = {
  readonly command: MoneyCommand;
  readonly since: number;
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
  const full = fullCombinations();
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;
  let isClosed = false;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = waiting.slice(0, maxGroup);
      waiting = waiting.slice(maxGroup);
      // A bug outside of the transaction must not leave the writer standing: nothing would be written again, and nothing say why.
      await settle(group).catch((error: unknown) => {
        options.onError?.(error);
        for (const { reject } of group) reject(error);
      });
    }
    running = undefined;
  };

  /** Answers each command of the group; resolves with the error when all of them failed by it. */
  const settle = async (group: readonly Waiting[]): Promise<unknown> => {
    const begun = performance.now();
    const tell = (outcomes: readonly (Outcome | undefined)[], events: EndedGroup['events']): void =>
      options.onGroup?.({
        commands: group.map(({ command, since }, at) => ({
          type: command.type,
          outcome: outcomeWord(outcomes[at]),
          waitedMs: begun - since,
        })),
        events,
        tookMs: performance.now() - begun,
      });
    try {
      const { outcomes, events } = await commitPatiently(group.map((one) => one.command));
      tell(outcomes, events);
      group.forEach((one, at) => {
        const outcome = outcomes[at];
        if (outcome) one.resolve(outcome);
      });
      return undefined;
    } catch (error) {
      // One bad command, or one locked wallet, must not cost the others their answer.
      if (group.length > 1 && !isTransient(error)) return settleOneByOne(group);
      tell([], []);
      for (const one of group) one.reject(error);
      return error;
    }
  };

  /** Waits for a lock once per wallet and a few times in all, so that a lock that nobody releases delays the others little. */
  const settleOneByOne = async (group: readonly Waiting[]): Promise<undefined> => {
    const locked = new Map<MoneyCommand['walletId'], unknown>();
    for (const one of group) {
      const { walletId } = one.command;
      const known = locked.size >= mostLockTimeouts ? [...locked.values()].at(-1) : locked.get(walletId);
      if (known !== undefined) one.reject(known);
      else {
        const error = await settle([one]);
        if (isLockTimeout(error)) locked.set(walletId, error);
      }
    }
    return undefined;
  };

  // Every command is keyed, so one whose commit got lost on the way back is found in the ledger and not done twice.
  const commitPatiently = async (commands: readonly MoneyCommand[]): ReturnType<typeof commitGroup> => {
    const begun = performance.now();
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await commitGroup(store.pipelines, commands, full);
      } catch (error) {
        options.onError?.(error);
        if (attempt >= retries || performance.now() - begun > retryWithinMs || !isTransient(error)) throw error;
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
        waiting.push({ command, since: performance.now(), resolve: resolve as (outcome: Outcome) => void, reject });
        running ??= Promise.resolve().then(run);
      }),
    close: async () => {
      isClosed = true;
      await running;
    },
  };
}

/** A database that takes long to fail is not asked again: whoever waits gets an answer, and may ask again. */
const retryWithinMs = 5_000;
const mostLockTimeouts = 3;

function outcomeWord(outcome: Outcome | undefined): string {
  if (!outcome) return 'failed';
  if (!outcome.ok) return outcome.refusal.code;
  const { value } = outcome;
  const isRepeat = typeof value === 'object' && value !== null && 'repeated' in value && value.repeated === true;
  return isRepeat ? 'repeated' : 'done';
}

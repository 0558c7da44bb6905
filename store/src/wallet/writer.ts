import { setTimeout } from 'node:timers/promises';
import type { WalletEvent } from '@touchline/core/wallet';
import type { Store } from '../connect.ts';
import { isLockTimeout, isTransient, WaitedTooLong } from '../failures.ts';
import type { MoneyCommand, Outcomes, PlaceBet, PlacedTogether } from './command.ts';
import { commitGroup, type Outcome, type Request } from './commit-group.ts';
import { fullCombinations } from './group-exposure.ts';

export type WalletWriter = {
  /**
   * Carries out a money command durably, once: when this resolves it is committed, or refused and nothing happened. A retry gets
   * the same answer. Rejects if the outcome is unknown because the database failed: retry.
   */
  readonly submit: <C extends MoneyCommand>(command: C) => Promise<Outcomes[C['type']]>;
  /** Places all bets of one wallet, in one transaction, or none: answers each in its place. At least one bet. */
  readonly placeTogether: (bets: readonly PlaceBet[]) => Promise<readonly PlacedTogether[]>;
  /** Commits waiting commands and accepts no more. */
  readonly close: () => Promise<void>;
};

export type WriterOptions = {
  /** The most commands in one transaction. */
  readonly maxGroup?: number;
  /** How often a group is retried after a transient error; each wait doubles from 20 ms. */
  readonly retries?: number;
  /**
   * The longest a command may wait before its transaction begins, or begins again; no limit by default. Callers that give up later
   * than this cannot retry while the first attempt still waits.
   */
  readonly waitAtMostMs?: number;
  /** In milliseconds; by default those of the process. */
  readonly clock?: () => number;
  readonly onError?: (error: unknown) => void;
  /** Called for every group that ended, even with an unknown outcome; for metrics. */
  readonly onGroup?: (group: EndedGroup) => void;
};

/** The outcome of commands committed together. */
export type EndedGroup = {
  readonly commands: readonly {
    readonly type: MoneyCommand['type'];
    /** `repeated`: carried out before; `failed`: unknown; otherwise `done` or the refusal's code. */
    readonly outcome: string;
  }[];
  /** How long each request of one or more commands waited for the start of its group. */
  readonly waitedMs: readonly number[];
  /** The types of the events written. */
  readonly events: readonly WalletEvent['type'][];
  readonly tookMs: number;
};

type Waiting = {
  readonly commands: Request;
  readonly since: number;
  readonly resolve: (outcomes: readonly Outcome[]) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Creates the only way to move money. While one group of commands commits, the next one gathers; a group is one transaction, so
 * commands share a flush to disk and none waits for a timer.
 */
export function createWalletWriter(store: Pick<Store, 'pipelines'>, options: WriterOptions = {}): WalletWriter {
  const { maxGroup = 1_000, clock = uptime } = options;
  const settle = groupSettler(store, options, clock);
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;
  let isClosed = false;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const size = sizeOfNext(waiting, maxGroup);
      const group = waiting.slice(0, size);
      waiting = waiting.slice(size);
      // A bug outside the transaction must not stop the writer silently.
      await settle(group).catch((error: unknown) => {
        options.onError?.(error);
        for (const { reject } of group) reject(error);
      });
    }
    running = undefined;
  };

  const enqueue = (commands: Request) =>
    new Promise<readonly Outcome[]>((resolve, reject) => {
      if (isClosed) {
        reject(new Error('the wallet writer is closed'));
        return;
      }
      waiting.push({ commands, since: clock(), resolve, reject });
      running ??= Promise.resolve().then(run);
    });

  return {
    // `commitGroup` answers each command by its own kind; the queue cannot carry that type.
    submit: async <C extends MoneyCommand>(command: C) => (await enqueue([command]))[0] as Outcomes[C['type']],
    placeTogether: async (bets) => (await enqueue(bets)) as readonly PlacedTogether[],
    close: async () => {
      isClosed = true;
      await running;
    },
  };
}

/** Returns what commits a group and answers its requests. */
function groupSettler(
  store: Pick<Store, 'pipelines'>,
  options: WriterOptions,
  clock: () => number,
): (group: readonly Waiting[]) => Promise<unknown> {
  const { waitAtMostMs = Number.POSITIVE_INFINITY } = options;
  const full = fullCombinations();

  /** Answers the commands of a group. Resolves with the error if all of them failed with it. */
  const settle = async (group: readonly Waiting[]): Promise<unknown> => {
    const begun = clock();
    const late = group.filter(({ since }) => begun - since > waitAtMostMs);
    if (late.length > 0) {
      fail(late, begun, new WaitedTooLong());
      const others = group.filter((request) => !late.includes(request));
      return others.length > 0 ? settle(others) : undefined;
    }
    try {
      const requests = group.map(({ commands }) => commands);
      const startBy = Math.min(...group.map(({ since }) => since)) + waitAtMostMs;
      const retryUntil = Math.min(startBy, begun + retryWithinMs);
      const { outcomes, events, alone } = await commitPatiently(
        () => commitGroup(store.pipelines, requests, full, () => clock() > startBy),
        { ...options, clock, retryUntil },
      );
      if (alone.size > 0) return settleApart(group, alone);
      options.onGroup?.(endedGroup(group, { begun, ended: clock() }, outcomes, events));
      group.forEach(({ resolve }, at) => {
        const answers = outcomes[at];
        if (answers) resolve(answers);
      });
      return undefined;
    } catch (error) {
      // One bad command or locked wallet must not fail the others.
      if (group.length > 1 && !isTransient(error)) return settleOneByOne(group);
      fail(group, begun, error);
      return error;
    }
  };

  const fail = (group: readonly Waiting[], begun: number, error: unknown): void => {
    options.onGroup?.(endedGroup(group, { begun, ended: clock() }, [], []));
    for (const { reject } of group) reject(error);
  };

  /** A refusal in part would have to undo the decisions after it: these requests are groups of their own, after all others. */
  const settleApart = async (group: readonly Waiting[], alone: ReadonlySet<number>): Promise<undefined> => {
    const others = group.filter((_, at) => !alone.has(at));
    if (others.length > 0) await settle(others);
    for (const at of alone) {
      const single = group[at];
      if (single) await settle([single]);
    }
  };

  /** Waits for a lock once per wallet and a few times in total, so that a lock that is never released hardly delays the others. */
  const settleOneByOne = async (group: readonly Waiting[]): Promise<undefined> => {
    const locked = new Map<MoneyCommand['walletId'], unknown>();
    for (const single of group) {
      const walletId = single.commands[0]?.walletId;
      const known = locked.size >= mostLockTimeouts ? [...locked.values()].at(-1) : walletId && locked.get(walletId);
      if (known !== undefined) single.reject(known);
      else {
        const error = await settle([single]);
        if (walletId && isLockTimeout(error)) locked.set(walletId, error);
      }
    }
    return undefined;
  };

  return settle;
}

/** Returns how many of the waiting requests have together at most this many commands; at least one. */
function sizeOfNext(waiting: readonly Waiting[], maxGroup: number): number {
  let sum = 0;
  const next = waiting.findIndex(({ commands }) => {
    sum += commands.length;
    return sum > maxGroup;
  });
  return next === -1 ? waiting.length : Math.max(next, 1);
}

/** Retries transient errors. Commands are keyed, so one whose commit was not confirmed is found in the ledger and not repeated. */
async function commitPatiently(
  commit: () => ReturnType<typeof commitGroup>,
  {
    retries = 5,
    onError,
    clock,
    retryUntil,
  }: WriterOptions & { readonly clock: () => number; readonly retryUntil: number },
): ReturnType<typeof commitGroup> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await commit();
    } catch (error) {
      onError?.(error);
      const pauseMs = 20 * 2 ** attempt;
      if (attempt >= retries || clock() + pauseMs > retryUntil || !isTransient(error)) throw error;
      await setTimeout(pauseMs);
    }
  }
}

const uptime = (): number => performance.now();

/** A database that fails slowly is not retried; the caller gets an answer and may retry. */
const retryWithinMs = 5_000;
const mostLockTimeouts = 3;

const endedGroup = (
  group: readonly Waiting[],
  { begun, ended }: { readonly begun: number; readonly ended: number },
  outcomes: readonly (readonly Outcome[])[],
  events: EndedGroup['events'],
): EndedGroup => ({
  commands: group.flatMap(({ commands }, request) =>
    commands.map(({ type }, at) => ({ type, outcome: outcomeLabel(outcomes[request]?.[at]) })),
  ),
  waitedMs: group.map(({ since }) => begun - since),
  events,
  tookMs: ended - begun,
});

function outcomeLabel(outcome: Outcome | undefined): string {
  if (!outcome) return 'failed';
  if (!outcome.ok) return outcome.refusal.code;
  const { value } = outcome;
  const isRepeat = typeof value === 'object' && value !== null && 'repeated' in value && value.repeated === true;
  return isRepeat ? 'repeated' : 'done';
}

/** Where an error was when nothing handled it: thrown, or the reason of a rejected promise. */
export type UncaughtOrigin = 'exception' | 'rejection';

export type UncaughtErrorsOptions = {
  readonly onError: (error: unknown, origin: UncaughtOrigin) => void;
  /** Ends the process in order: it can no longer be relied on. */
  readonly end: () => void;
};

/**
 * The last resort for errors that no handler contained. They are reported, and the process goes on: what it would lose by ending is
 * every open request and socket, and what a guest caused once can be caused again after each start. An error of the runtime itself
 * still ends it (`decisions/0031`).
 */
export function containUncaughtErrors({ onError, end }: UncaughtErrorsOptions): void {
  process.on('uncaughtException', (error: unknown, origin) => {
    onError(error, origin === 'unhandledRejection' ? 'rejection' : 'exception');
    if (isOfTheRuntime(error)) end();
  });
}

const runtimeCodes: readonly unknown[] = ['ERR_INTERNAL_ASSERTION', 'ERR_MEMORY_ALLOCATION_FAILED'];

/** Node contradicts itself, or has no memory to give: whatever runs next fails as well. */
const isOfTheRuntime = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && runtimeCodes.includes(error.code)) || /^Array buffer allocation failed/.test(error.message));

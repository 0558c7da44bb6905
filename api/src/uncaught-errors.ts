/** How an unhandled error arose: thrown, or as the reason of a rejected promise. */
export type UncaughtOrigin = 'exception' | 'rejection';

export type UncaughtErrorsOptions = {
  readonly onError: (error: unknown, origin: UncaughtOrigin) => void;
  /** Shuts the process down: it is no longer reliable. */
  readonly end: () => void;
};

/**
 * The last resort for unhandled errors. They are reported, and the process continues: ending it would drop every open request and
 * socket, and a guest who caused the error could cause it again after each start. An error of the runtime itself still ends it
 * (`decisions/0031`).
 */
export function containUncaughtErrors({ onError, end }: UncaughtErrorsOptions): void {
  process.on('uncaughtException', (error: unknown, origin) => {
    onError(error, origin === 'unhandledRejection' ? 'rejection' : 'exception');
    if (isOfTheRuntime(error)) end();
  });
}

const runtimeCodes: readonly unknown[] = ['ERR_INTERNAL_ASSERTION', 'ERR_MEMORY_ALLOCATION_FAILED'];

/** A broken invariant of Node, or no memory: whatever runs next fails as well. */
const isOfTheRuntime = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && runtimeCodes.includes(error.code)) || /^Array buffer allocation failed/.test(error.message));

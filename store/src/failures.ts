/**
 * Whether a retry may succeed: lost connections, a server that restarts or accepts no writes, serialization failures and deadlocks.
 * Anything else is a bug.
 */
export function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  const isWire =
    /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/.test(code) ||
    /terminated|Connection|not queryable|timeout expired|timeout exceeded when trying to connect/.test(String(error));
  return isWire || /^(08|57P|40001|40P01|53|25006)/.test(code);
}

/** A command that waited past its deadline and was not started. */
export class WaitedTooLong extends Error {
  constructor() {
    super('the command waited too long for its turn');
  }
}

/** Whether another session held a lock longer than the timeout. Nothing was written. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/** Whether the database cannot do the work now, for a reason outside the work itself. */
export const isUnavailable = (error: unknown): boolean =>
  isTransient(error) || isLockTimeout(error) || error instanceof WaitedTooLong || codeOf(error) === statementTimeout;

/** A stored number beyond the safe integers, which no writer stores. */
export class UnreadableNumber extends RangeError {
  constructor(text: string) {
    super(`bigint ${text} is beyond the safe whole numbers`);
  }
}

/** Whether a stored number, or the sum of stored numbers, is beyond what any writer stores. */
export const isBeyondSafeNumbers = (error: unknown): boolean =>
  error instanceof UnreadableNumber || codeOf(error) === '22003';

/** Whether the error is about stored data in a form that no writer uses, and not about the database. */
export function isUnreadable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== '') return code.startsWith('22');
  const isOfData = error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError;
  return isOfData || /^Error: \[DecimalError\]/.test(String(error));
}

const statementTimeout = '57014';

/** A refusal by PostgreSQL because an earlier statement of the transaction failed. */
export const isRefusedAfterFailure = (error: unknown): boolean => codeOf(error) === '25P02';

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** True for lost connections, a server that restarts and lost races: the same again may succeed. Everything else is a bug. */
export function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  const isWire =
    /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/.test(code) ||
    /terminated|Connection|not queryable|timeout exceeded when trying to connect/.test(String(error));
  return isWire || /^(08|57P|40001|40P01|53)/.test(code);
}

/** True when another session kept a lock for longer than this one was allowed to wait. Nothing was written. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/** True when the database cannot do the work now, for whatever reason that is not in the work itself. */
export const isUnavailable = (error: unknown): boolean =>
  isTransient(error) || isLockTimeout(error) || codeOf(error) === statementTimeout;

const statementTimeout = '57014';

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

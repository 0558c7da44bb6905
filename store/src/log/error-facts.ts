/** The fields of an error that may be logged. */
export type ErrorFacts = {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly [particular: string]: unknown;
};

/**
 * Returns the fields that say what went wrong but not with which data: a database's `detail` contains the refused row, and an HTTP
 * client's error the request with its headers. Fields that are not listed are omitted.
 */
export function errorFacts(error: unknown): ErrorFacts {
  return factsOf(error, 0);
}

const listed = ['code', 'statusCode', 'severity', 'schema', 'table', 'column', 'constraint', 'syscall', 'responseCode'];
const deepest = 4;
const mostErrors = 10;

function factsOf(error: unknown, depth: number): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, message: typeof error === 'string' ? error : 'no error' };
  const particulars = listed.flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [];
  });
  const isDeep = depth >= deepest;
  const errors = error instanceof AggregateError && !isDeep ? error.errors.slice(0, mostErrors) : [];
  return {
    type: error.name,
    message: error.message,
    ...(error.stack !== undefined && { stack: error.stack }),
    ...Object.fromEntries(particulars),
    ...(error.cause instanceof Error && !isDeep && { cause: factsOf(error.cause, depth + 1) }),
    ...(errors.length > 0 && { errors: errors.map((one) => factsOf(one, depth + 1)) }),
  };
}

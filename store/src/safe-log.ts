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

/** Shorter values are no secrets, and hiding every `k` would make the log unreadable. */
const shortestSecret = 6;
const mark = '[hidden]';

/**
 * Returns a function that removes secrets from a log line: the known ones of this process in every encoding, and anything that looks
 * like one, such as a token, a bank account or a card.
 */
export function hideSecrets(known: readonly string[]): (line: string) => string {
  const spellings = [...new Set(known.filter((secret) => secret.length >= shortestSecret).flatMap(spellingsOf))];
  return (line) => {
    let text = line;
    for (const secret of spellings) text = text.replaceAll(secret, mark);
    for (const [form, instead] of forms) text = text.replace(form, instead);
    return text.replace(cardNumber, (digits) => (isCard(digits) ? mark : digits));
  };
}

const spellingsOf = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
];

const names = 'password|passwd|secret|token|api_?key|iban|card_?number|cvc|totp|authorization|cookie';
const forms: readonly (readonly [RegExp, string])[] = [
  // A signed token.
  [/eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, mark],
  [/\b(Bearer|Basic) [\w.~+/=-]{6,}/gi, `$1 ${mark}`],
  // In an address: a query, or a name with its password.
  [new RegExp(`([?&;](?:[\\w-]*(?:${names})|code|key|state)=)[^&\\s"'\\\\]+`, 'gi'), `$1${mark}`],
  [/(:\/\/[^:/@\s"]*:)[^@/\s"]+@/g, `$1${mark}@`],
  // A field of an object in JSON, also in one that is text itself.
  [new RegExp(`((?:\\\\*")[\\w-]*(?:${names})[\\w-]*\\\\*":\\s*\\\\*")(?:[^"\\\\]|\\\\(?!"))+`, 'gi'), `$1${mark}`],
  // The secret of a second factor.
  [/otpauth:\/\/[^\s"]+/g, mark],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g, mark],
];

const cardNumber = /\b\d(?:[ -]?\d){13,18}\b/g;

/** Checks the Luhn digit, so that other long numbers stay readable. */
function isCard(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].reverse().map(Number);
  const sum = digits.reduce((total, digit, at) => {
    const counted = at % 2 === 1 ? digit * 2 : digit;
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}

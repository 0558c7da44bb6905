/** What an event's hash covers, in the ledger's own column names. */
export type EventRecord = {
  readonly seq: number;
  readonly wallet_id: string;
  readonly version: number;
  readonly type: string;
  /** Cents. */
  readonly amount: number;
  readonly payload: Json;
  readonly key: string;
  /** SHA-256 of the request that the key stood for, 64 hex digits. */
  readonly request: string;
  readonly actor: string;
  readonly cause: string;
  /** UTC with six decimals: 2026-11-20T14:00:00.123456Z. */
  readonly effective_at: string;
  readonly recorded_at: string;
};

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * The bytes that are hashed (as UTF-8): one JSON object without white space, members in the order of their names'
 * UTF-16 code units, whole numbers only, strings escaped as JSON.stringify does: the subset of RFC 8785 that a ledger needs.
 * Throws a RangeError for a number that is not a safe whole number.
 */
export function canonicalEvent(record: EventRecord): string {
  const { actor, amount, cause, effective_at, key, payload, recorded_at, request, seq, type, version, wallet_id } =
    record;
  return canonicalJson({
    actor,
    amount,
    cause,
    effective_at,
    key,
    payload,
    recorded_at,
    request,
    seq,
    type,
    version,
    wallet_id,
  });
}

/** JSON in the one form that has one spelling only; see `canonicalEvent`. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new RangeError(`the ledger holds whole numbers only, not ${value}`);
  }
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] ?? null)}`);
  return `{${members.join(',')}}`;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** What an event's hash covers, under the ledger's column names. */
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
 * Returns the text that is hashed (as UTF-8): one JSON object without white space, members sorted by the UTF-16 code units of their
 * names, integers only, strings escaped as by JSON.stringify. This is the subset of RFC 8785 that the ledger needs.
 * Throws a RangeError for a number that is not a safe integer, and for an undefined member.
 */
export function canonicalEvent(record: EventRecord): string {
  // In sorted order, so that JSON.stringify writes it at once: this runs for every event that is written.
  return canonicalJson({
    actor: record.actor,
    amount: record.amount,
    cause: record.cause,
    effective_at: record.effective_at,
    key: record.key,
    payload: record.payload,
    recorded_at: record.recorded_at,
    request: record.request,
    seq: record.seq,
    type: record.type,
    version: record.version,
    wallet_id: record.wallet_id,
  });
}

/** Returns JSON in canonical form; see `canonicalEvent`. */
export function canonicalJson(value: Json): string {
  return isCanonical(value) ? JSON.stringify(value) : inForm(value);
}

/** Whether JSON.stringify already writes the canonical form, which it does in half the time for most values. */
function isCanonical(value: Json | undefined): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (typeof value !== 'object') return value !== undefined;
  if (value === null) return true;
  if (isList(value)) return value.every(isCanonical);
  let before = '';
  // Faster than a list of the names; JSON inherits none.
  for (const name in value) {
    if (name < before || !isCanonical(value[name])) return false;
    before = name;
  }
  return true;
}

function inForm(value: Json): string {
  if (typeof value === 'number') return canonicalWhole(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(inForm).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${inForm(present(value[name], name))}`).join(',')}}`;
}

/** JSON omits undefined members, so the stored event would differ from the hashed one. */
function present(member: Json | undefined, name: string): Json {
  if (member === undefined)
    throw new RangeError(`the ledger stores no undefined values, but ${JSON.stringify(name)} is one`);
  return member;
}

/**
 * Throws a RangeError for a member whose name JSON writes with an escape. V8 in Node 24 misreads some of those (`{"10\"": null}` as
 * a member `10\\`), so what is read would not be what was hashed. Called before an event is appended, not when one is read.
 */
export function requirePlainNames(value: Json): void {
  if (typeof value !== 'object' || value === null) return;
  for (const name in value) {
    if (!needsNoEscape.test(name))
      throw new RangeError(`the ledger holds plain names only, not ${JSON.stringify(name)}`);
    requirePlainNames((value as Readonly<Record<string, Json>>)[name] ?? null);
  }
}

const needsNoEscape = /^[ !#-[\]-~]*$/;

function canonicalWhole(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`the ledger holds whole numbers only, not ${value}`);
  return Object.is(value, -0) ? '0' : String(value);
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

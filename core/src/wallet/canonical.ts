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
 * Throws a RangeError for a number that is not a safe whole number, and for a member that is undefined.
 */
export function canonicalEvent(record: EventRecord): string {
  const { payload, seq, amount, version } = record;
  // Spelled out in sorted order: this runs for every event that is written or verified.
  return (
    `{"actor":${canonicalText(record.actor)},"amount":${canonicalWhole(amount)},"cause":${canonicalText(record.cause)},` +
    `"effective_at":${canonicalText(record.effective_at)},"key":${canonicalText(record.key)},"payload":${canonicalJson(payload)},` +
    `"recorded_at":${canonicalText(record.recorded_at)},"request":${canonicalText(record.request)},"seq":${canonicalWhole(seq)},` +
    `"type":${canonicalText(record.type)},"version":${canonicalWhole(version)},"wallet_id":${canonicalText(record.wallet_id)}}`
  );
}

/** JSON in the one form that has one spelling only; see `canonicalEvent`. */
export function canonicalJson(value: Json): string {
  return isInForm(value) ? JSON.stringify(value) : inForm(value);
}

/** Whether JSON.stringify writes the canonical form of it, as of most that is hashed here: it does so in half the time. */
function isInForm(value: Json | undefined): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (typeof value !== 'object') return value !== undefined;
  if (value === null) return true;
  if (isList(value)) return value.every(isInForm);
  let before = '';
  for (const name of Object.keys(value)) {
    if (name < before || !isInForm(value[name])) return false;
    before = name;
  }
  return true;
}

function inForm(value: Json): string {
  if (typeof value === 'number') return canonicalWhole(value);
  if (typeof value === 'string') return canonicalText(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (isList(value)) return `[${value.map(inForm).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${canonicalText(name)}:${inForm(present(value[name], name))}`).join(',')}}`;
}

/** JSON leaves out a member without a value: the stored event would no longer be the one that was hashed. */
function present(member: Json | undefined, name: string): Json {
  if (member === undefined) throw new RangeError(`the ledger holds values only, and ${JSON.stringify(name)} has none`);
  return member;
}

/** What JSON.stringify makes of a string; almost all in a ledger need no escape, and this is asked ten times an event. */
export const canonicalText = (value: string): string =>
  needsNoEscape.test(value) ? `"${value}"` : JSON.stringify(value);
const needsNoEscape = /^[ !#-[\]-~]*$/;

export function canonicalWhole(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`the ledger holds whole numbers only, not ${value}`);
  return Object.is(value, -0) ? '0' : String(value);
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

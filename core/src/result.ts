/** What a rule returns: the value, or a refusal with its reason. An exception is a bug or a failed connection, never a refusal. */
export type Result<Value, Refusal> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

export const ok = <Value>(value: Value) => ({ ok: true, value }) as const;
export const refused = <const Refusal>(refusal: Refusal) => ({ ok: false, refusal }) as const;

/** What a rule answers: the value, or a refusal that says why not. An exception is a bug or a broken wire, never a refusal. */
export type Result<Value, Refusal> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

export const ok = <Value>(value: Value) => ({ ok: true, value }) as const;
export const refused = <const Refusal>(refusal: Refusal) => ({ ok: false, refusal }) as const;

import type { CompiledMessage } from 'icu-minify/format';

/** Returns the key of an English message in compiled catalogues: a short hash, so that they do not repeat the English texts. */
export function textKey(message: CompiledMessage): string {
  let hash = 0x811c9dc5;
  for (const unit of JSON.stringify(message)) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

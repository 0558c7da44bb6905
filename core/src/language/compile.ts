import compileMessage from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';

const compiled = new Map<string, CompiledMessage>();

/** Compiles an ICU message once. The build of the screens compiles messages itself, and replaces this file. */
export function compile(message: string): CompiledMessage {
  let result = compiled.get(message);
  if (result === undefined) {
    result = compileMessage(message);
    compiled.set(message, result);
  }
  return result;
}

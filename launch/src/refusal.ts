/** The start cannot continue until a person acts: the message says what is wrong and what to do, nothing else is printed. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

/** Reads the system's error code (`ENOSPC`, `EACCES`, …) from anything that was thrown. */
export function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** One line of `npm run doctor`. A problem says what to do. */
export type Finding = { readonly about: string } & (
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly text: string; readonly advice: string }
);

export const fine = (about: string, text: string): Finding => ({ about, ok: true, text });
export const problem = (about: string, text: string, advice: string): Finding => ({ about, ok: false, text, advice });

/** Runs a check that may fail as a whole. */
export async function checked(
  about: string,
  advice: string,
  check: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [problem(about, reasonOf(error), advice)];
  }
}

/** The message of an error, and of what caused it: `fetch` hides it there. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.message || ('code' in error ? String(error.code) : error.name);
  return error.cause instanceof Error && error.cause.message !== '' ? `${own}: ${error.cause.message}` : own;
}

/** Durations in ms. */
export const toastMs = { usual: 3_000, registration: 5_000 } as const;

/** Toasts load after the first paint; one that is shown earlier waits for them. */
export const loadToasts = () => import('./toasts.tsx');

/** Without a duration a success stays 2 s and an error 4 s. */
export const toastSuccess = (text: string, durationMs?: number, id = text): void =>
  show('success', text, durationMs, id);
export const toastError = (text: string, durationMs?: number): void => show('error', text, durationMs, text);

/** A repeated id, by default the text, renews its toast, so that repeated presses do not stack copies. */
function show(kind: 'success' | 'error', text: string, durationMs: number | undefined, id: string): void {
  loadToasts().then(
    ({ toast }) => toast[kind](text, { id, ...(durationMs !== undefined && { duration: durationMs }) }),
    () => showPlainly?.({ text, durationMs: durationMs ?? (kind === 'success' ? 2_000 : 4_000) }),
  );
}

export type PlainToast = { readonly text: string; readonly durationMs: number };
let showPlainly: ((toast: PlainToast) => void) | undefined;

/** `shown` gets the toasts whose code could not be loaded: browsers never refetch a module that failed. */
export function onPlainToast(shown: (toast: PlainToast) => void): () => void {
  showPlainly = shown;
  return () => {
    showPlainly = undefined;
  };
}

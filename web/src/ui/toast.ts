import { toast } from 'react-hot-toast';

/** Durations in ms. */
export const toastMs = { usual: 3_000, registration: 5_000 } as const;

/** Without a duration a success stays 2 s and an error 4 s. */
export const toastSuccess = (text: string, durationMs?: number, id = text): string =>
  toast.success(text, { ...lasting(text, durationMs), id });
export const toastError = (text: string, durationMs?: number): string => toast.error(text, lasting(text, durationMs));

/** A repeated id, by default the text, renews its toast, so that repeated presses do not stack copies. */
const lasting = (text: string, durationMs: number | undefined) => ({
  id: text,
  ...(durationMs !== undefined && { duration: durationMs }),
});

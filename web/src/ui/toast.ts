import { toast } from 'react-hot-toast';

/** Durations of the spec (§9) in ms: 3 s for most, 5 s for a registration. */
export const toastMs = { usual: 3_000, registration: 5_000 } as const;

/** Without a duration a success stays 2 s and an error 4 s. */
export const toastSuccess = (text: string, durationMs?: number): string =>
  toast.success(text, lasting(text, durationMs));
export const toastError = (text: string, durationMs?: number): string => toast.error(text, lasting(text, durationMs));

/** The same words again renew the toast that is there, so that an impatient finger does not stack twenty of them. */
const lasting = (text: string, durationMs: number | undefined) => ({
  id: text,
  ...(durationMs !== undefined && { duration: durationMs }),
});

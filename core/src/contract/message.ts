import * as z from 'zod/mini';

/** A success that only says what was done. */
export const messageAnswer = z.object({ message: z.string() });
export type MessageAnswer = z.infer<typeof messageAnswer>;

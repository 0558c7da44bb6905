import { z } from 'zod';

/** Every answer that is not a success: a code for machines, a sentence for people, and the data to show. */
export const refusalView = z.object({
  code: z.string(),
  error: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type RefusalView = z.infer<typeof refusalView>;

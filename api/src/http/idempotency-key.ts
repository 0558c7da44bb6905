import { z } from 'zod';

/** The headers of a request that may be sent twice and is to be done once. */
export const withIdempotencyKey = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'Idempotency-Key takes 1 to 200 visible characters')
    .optional(),
});

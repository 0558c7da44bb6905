import * as z from 'zod/mini';
import type { PasskeyId, SessionId } from '../ids.ts';

/** Path parameters that are ids; anything but a UUID is refused with 400. */
export const sessionId = z.pipe(
  z.uuid(),
  z.transform((id) => id as SessionId),
);
export const passkeyId = z.pipe(
  z.uuid(),
  z.transform((id) => id as PasskeyId),
);

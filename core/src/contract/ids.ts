import * as z from 'zod/mini';
import type { BetId, MatchId, PasskeyId, SessionId, TransactionId, UserId, WalletId } from '../ids.ts';

// Ids in paths and queries; anything but a UUID is refused with 400.
const idOf = <Id extends string>() =>
  z.pipe(
    z.uuid(),
    z.transform((id) => id as Id),
  );
export const betId = idOf<BetId>();
export const passkeyId = idOf<PasskeyId>();
export const sessionId = idOf<SessionId>();
export const userId = idOf<UserId>();
export const matchId = z.pipe(
  z.uuid(),
  z.transform((id) => id.toLowerCase() as MatchId),
);
/** Of either case, as people paste them. */
export const transactionId = z.pipe(
  z.uuid(),
  z.transform((id) => id.toLowerCase() as TransactionId),
);
export const walletId = z.pipe(
  z.uuid(),
  z.transform((id) => id.toLowerCase() as WalletId),
);

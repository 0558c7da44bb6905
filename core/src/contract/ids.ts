import * as z from 'zod/mini';
import type { BetId, MatchId, PasskeyId, SessionId, TransactionId, UserId, WalletId } from '../ids.ts';

// Ids in paths and queries, in either case, as people paste them; anything but a UUID is refused with 400.
const idOf = <Id extends string>() =>
  z.pipe(
    z.uuid(),
    z.transform((id) => id.toLowerCase() as Id),
  );
export const betId = idOf<BetId>();
export const matchId = idOf<MatchId>();
export const passkeyId = idOf<PasskeyId>();
export const sessionId = idOf<SessionId>();
export const transactionId = idOf<TransactionId>();
export const userId = idOf<UserId>();
export const walletId = idOf<WalletId>();

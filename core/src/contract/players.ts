import { z } from 'zod';
import { roles } from '../account/index.ts';
import { auditedAction } from './audit.ts';
import { betView } from './betting/bets.ts';
import { bonusView } from './bonus.ts';
import { limitsView } from './limits/limits.ts';
import { adminTransactionView } from './payments.ts';
import { playerExclusionView } from './player-exclusion.ts';
import { reasonText } from './reason-text.ts';
import { walletView } from './wallet.ts';

/** GET /players/{id}, for admins and auditors: all that operators see of one player. Every call is written to the access log. */
export const playerSheet = z.object({
  user: z.object({
    id: z.string(),
    walletId: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    isVerified: z.boolean(),
    createdAt: z.string(),
    /** On how many devices they are logged in. */
    openSessions: z.number().int(),
  }),
  exclusion: playerExclusionView.shape.exclusion,
  own: playerExclusionView.shape.own,
  shared: playerExclusionView.shape.shared,
  /** Those that are set, or are about to be. */
  limits: limitsView.shape.limits,
  wallet: walletView,
  bonus: bonusView.shape.bonus,
  /** The newest of each. */
  transactions: z.array(adminTransactionView),
  bets: z.array(betView),
  /** What admins did about this player: about the account, and about their deposits and withdrawals. */
  actions: z.array(auditedAction),
});
export type PlayerSheet = z.infer<typeof playerSheet>;

/** POST /players/{id}/sign-out (admin): ends every session of a player. */
export const signOutPlayerRequest = z.object({ reason: reasonText });
export type SignOutPlayerRequest = z.infer<typeof signOutPlayerRequest>;
/** How many sessions were open. */
export const signOutPlayerAnswer = z.object({ ended: z.number().int() });
export type SignOutPlayerAnswer = z.infer<typeof signOutPlayerAnswer>;

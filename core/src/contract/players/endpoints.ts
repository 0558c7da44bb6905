import * as z from 'zod/mini';
import { roles } from '../../account/index.ts';
import { schemaText } from '../../language/index.ts';
import { auditedAction, staffAccess } from '../audit/endpoints.ts';
import { betView } from '../betting/bets.ts';
import { type Access, endpoints } from '../endpoint.ts';
import { userId } from '../ids.ts';
import { playerView } from '../ledger/ledger.ts';
import { limitsView } from '../limits/limits.ts';
import { bonusView } from '../payments/payments.ts';
import { adminTransactionView } from '../payments/transactions.ts';
import { reasonText } from '../reason-text.ts';
import { walletView } from '../wallet.ts';
import { excludePlayerRequest, playerExclusionView } from './exclusion.ts';

/** What staff see of one player. */
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
    openSessions: z.int(),
  }),
  exclusion: playerExclusionView.shape.exclusion,
  own: playerExclusionView.shape.own,
  shared: playerExclusionView.shape.shared,
  /** Only limits that are set, or will be. */
  limits: limitsView.shape.limits,
  wallet: walletView,
  bonus: bonusView.shape.bonus,
  /** Completed payments since registration, in dollars. `net`: deposits less refunds and withdrawals. */
  lifetime: z.object({ deposited: z.number(), refunded: z.number(), withdrawn: z.number(), net: z.number() }),
  /** The flags of all deposits and withdrawals: how many have each, and how many of those are not final. */
  flags: z.array(z.object({ flag: z.string(), count: z.int(), open: z.int() })),
  /** The newest of each. */
  transactions: z.array(adminTransactionView),
  bets: z.array(betView),
  /** What admins did to the account and to its deposits and withdrawals. */
  actions: z.array(auditedAction),
});
export type PlayerSheet = z.infer<typeof playerSheet>;

const reason = z.object({ reason: reasonText });
const admins: Access = { roles: ['admin'], refusal: schemaText('Only admins can do this.') };
const tag = 'admin';
const params = z.object({ id: userId });
const exclusionRefusals = {
  'player-unknown': 404,
  'own-account': 403,
  'exclusion-same-admin': 403,
  'exclusion-none': 409,
  'exclusion-not-longer': 409,
} as const;

export const playerEndpoints = endpoints({
  find: {
    method: 'GET',
    path: '/players',
    access: staffAccess,
    tag,
    summary: 'Players whose name, email or id matches, at most 50; for admins and auditors, recorded in the access log',
    query: z.object({ search: z._default(z.string().check(z.maxLength(100)), '') }),
    answer: z.array(playerView),
  },
  read: {
    method: 'GET',
    path: '/players/:id',
    access: staffAccess,
    tag,
    summary: 'What staff see of one player; for admins and auditors, recorded in the access log',
    params,
    answer: playerSheet,
    refusals: { 'player-unknown': 404 },
  },
  exclusion: {
    method: 'GET',
    path: '/players/:id/exclusion',
    access: admins,
    tag,
    summary: 'What keeps a bettor from betting and depositing',
    params,
    answer: playerExclusionView,
    refusals: { 'player-unknown': 404 },
  },
  exclude: {
    method: 'POST',
    path: '/players/:id/exclusion',
    access: admins,
    tag,
    summary: 'Exclude a bettor from betting and depositing, starting now; withdrawals and open bets continue',
    params,
    body: excludePlayerRequest,
    answer: playerExclusionView,
    refusals: exclusionRefusals,
  },
  liftExclusion: {
    method: 'POST',
    path: '/players/:id/exclusion/lift',
    access: admins,
    tag,
    summary: "End an operator's exclusion early; only another admin than the one who excluded the player",
    params,
    body: reason,
    answer: playerExclusionView,
    refusals: exclusionRefusals,
  },
  signOut: {
    method: 'POST',
    path: '/players/:id/sign-out',
    access: admins,
    tag,
    summary: 'Sign a player out everywhere: sessions end and sockets close; the audit log has the reason',
    params,
    body: reason,
    /** How many sessions were open. */
    answer: z.object({ ended: z.int() }),
    refusals: { 'player-unknown': 404, 'own-account': 403 },
  },
});

import { z } from 'zod';
import { roles } from '../account/index.ts';

/** GET /audit, for admins and auditors: what people of the house did, the newest first. */
export const auditQuery = z.object({
  actor: z.uuid().optional(),
  action: z.string().max(80).optional(),
  /** `withdrawal:<id>`, or a kind with its colon for all of that kind: `withdrawal:`. */
  subject: z.string().max(120).optional(),
  /** Inclusive. */
  from: z.iso.datetime({ offset: true }).optional(),
  /** Exclusive. */
  to: z.iso.datetime({ offset: true }).optional(),
  /** The `next` of the page before. */
  before: z.coerce.number().int().optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type AuditQuery = z.input<typeof auditQuery>;

export const auditedAction = z.object({
  id: z.int(),
  /** UTC with six decimals. */
  at: z.string(),
  actor: z.object({
    userId: z.string(),
    /** `operator`: a command on the machine. */
    role: z.enum([...roles, 'operator', 'system']),
    name: z.string(),
    email: z.string(),
  }),
  action: z.string(),
  subject: z.string(),
  reason: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  requestId: z.string(),
});
export type AuditedAction = z.infer<typeof auditedAction>;
export const auditPage = z.object({ actions: z.array(auditedAction), next: z.int().nullable() });
export type AuditPage = z.infer<typeof auditPage>;

/** A look at a player's money or account: of auditors at any of it, of admins at the whole of one player. */
export const accessLook = z.object({
  id: z.int(),
  at: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  action: z.enum(['events', 'export', 'player', 'players', 'proof', 'wallet']),
  /** Whose money was looked at, when it was one player's. */
  walletId: z.string().nullable(),
  request: z.string(),
});
export type AccessLook = z.infer<typeof accessLook>;
/** GET /ledger/access-log, for auditors: the newest first. */
export const accessLogPage = z.object({ looks: z.array(accessLook), next: z.int().nullable() });
export type AccessLogPage = z.infer<typeof accessLogPage>;

import * as z from 'zod/mini';
import { roles } from '../../account/index.ts';
import { schemaText } from '../../language/index.ts';
import { type Access, endpoints } from '../endpoint.ts';
import { userId, walletId } from '../ids.ts';
import { auditorAccess } from '../ledger/endpoints.ts';
import { exportOf } from '../list-export.ts';

const before = z.optional(z.coerce.number<number>().check(z.int()));
const limit = z._default(z.coerce.number<number>().check(z.int(), z.gte(1), z.lte(500)), 100);

const auditFilter = {
  actor: z.optional(userId),
  action: z.optional(z.string().check(z.maxLength(80))),
  /** `withdrawal:<id>`, or a kind with its colon for all of that kind: `withdrawal:`. */
  subject: z.optional(z.string().check(z.maxLength(120))),
  /** Inclusive. */
  from: z.optional(z.iso.datetime({ offset: true })),
  /** Exclusive. */
  to: z.optional(z.iso.datetime({ offset: true })),
};
/** `before`: the `next` of the previous page. */
export const auditQuery = z.object({ ...auditFilter, before, limit });
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
  /** The match that it was about. */
  match: z.nullish(z.object({ homeTeam: z.string(), awayTeam: z.string(), commenceTime: z.string() })),
  reason: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  requestId: z.string(),
});
export type AuditedAction = z.infer<typeof auditedAction>;
const auditPage = z.object({ actions: z.array(auditedAction), next: z.nullable(z.int()) });

/** A staff member's access to players' data. */
const recordedAccess = z.object({
  id: z.int(),
  /** UTC with six decimals. */
  at: z.string(),
  userId: z.string(),
  /** Empty, like the email, if the account no longer exists. */
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  action: z.enum(['events', 'export', 'name', 'player', 'players', 'proof', 'wallet']),
  /** The player's wallet; `null` when several players' data were read. */
  walletId: z.nullable(z.string()),
  /** As it was sent. */
  request: z.string(),
});
export type RecordedAccess = z.infer<typeof recordedAccess>;
const accessLogPage = z.object({ looks: z.array(recordedAccess), next: z.nullable(z.int()) });

export const staffAccess: Access = {
  roles: ['admin', 'auditor'],
  refusal: schemaText('Only admins and auditors can read this.'),
};

export const auditEndpoints = endpoints({
  actions: {
    method: 'GET',
    path: '/audit',
    access: staffAccess,
    tag: 'audit',
    summary: 'What admins did, with the reason and the state before and after, newest first; for admins and auditors',
    query: auditQuery,
    answer: auditPage,
  },
  accessLog: {
    method: 'GET',
    path: '/ledger/access-log',
    access: auditorAccess,
    tag: 'ledger',
    summary: "Which auditors and admins viewed which players' data, newest first; for auditors",
    query: z.object({ before, wallet: z.optional(walletId), limit }),
    answer: accessLogPage,
  },
  exportActions: exportOf({
    path: '/audit',
    access: staffAccess,
    tag: 'audit',
    summary: 'What admins did, newest first, as a file; for admins and auditors',
    filter: auditFilter,
  }),
  exportAccessLog: exportOf({
    path: '/ledger/access-log',
    access: auditorAccess,
    tag: 'ledger',
    summary: "Which auditors and admins viewed which players' data, newest first, as a file; for auditors",
    filter: { wallet: z.optional(walletId) },
  }),
});

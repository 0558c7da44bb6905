import * as z from 'zod/mini';
import { type Access, endpoints } from '../endpoint.ts';
import { walletId } from '../ids.ts';
import {
  exportFormats,
  ledgerEventsPage,
  ledgerEventsQuery,
  ledgerTime,
  moment,
  playerView,
  timelineQuery,
  trialBalanceView,
  verificationsView,
  verificationView,
  walletTimeline,
} from './ledger.ts';

const readers: Access = { roles: ['auditor', 'bettor'], refusal: 'Only auditors and players can read this.' };
export const auditorAccess: Access = { roles: ['auditor'], refusal: 'Only auditors can read the whole ledger.' };
const tag = 'ledger';

export const ledgerEndpoints = endpoints({
  events: {
    method: 'GET',
    path: '/ledger/events',
    access: readers,
    tag,
    summary: 'Events with their entries, newest first; with `after`, oldest first. Bettors see their own wallet',
    query: ledgerEventsQuery,
    answer: ledgerEventsPage,
    refusals: { 'request-invalid': 400 },
  },
  findPlayers: {
    method: 'GET',
    path: '/ledger/wallets',
    access: auditorAccess,
    tag,
    summary: 'Players whose name, email or id matches, at most 50; for auditors',
    query: z.object({ search: z._default(z.string().check(z.maxLength(200)), '') }),
    answer: z.array(playerView),
  },
  timeline: {
    method: 'GET',
    path: '/ledger/wallets/:id',
    access: readers,
    tag,
    summary:
      'The history of a wallet, newest step first; `at` and `time` choose the moment of the balances. Bettors see their own wallet',
    params: z.object({ id: walletId }),
    query: timelineQuery,
    answer: walletTimeline,
    refusals: { 'wallet-unknown': 404 },
  },
  proof: {
    method: 'GET',
    path: '/ledger/proof/:walletId',
    access: readers,
    tag,
    summary:
      'The events of a wallet and the path to the newest signed checkpoint, for the stand-alone verifier. Bettors see their own wallet',
    params: z.object({ walletId }),
    file: { description: 'A proof', types: ['application/json'] },
    refusals: { 'wallet-unknown': 404, 'too-many-proofs': 429, 'proof-not-ready': 503 },
  },
  trialBalance: {
    method: 'GET',
    path: '/ledger/trial-balance',
    access: auditorAccess,
    tag,
    summary: 'The balance of every account, now or at a moment of either time; for auditors',
    query: z.object({ at: z.optional(moment), time: z._default(ledgerTime, 'recorded') }),
    answer: trialBalanceView,
  },
  export: {
    method: 'GET',
    path: '/ledger/export',
    access: auditorAccess,
    tag,
    summary: 'The whole ledger as of one moment, for the stand-alone verifier; a stream of any size. For auditors',
    query: z.object({ format: z._default(z.enum(exportFormats), 'ndjson') }),
    file: {
      description: 'One JSON object or one row per line',
      types: ['application/x-ndjson', 'text/csv'],
    },
    refusals: { 'too-many-exports': 429 },
  },
  verifications: {
    method: 'GET',
    path: '/ledger/verifications',
    access: auditorAccess,
    tag,
    summary: 'The last verifications, newest first, and the newest checkpoint; for auditors',
    answer: verificationsView,
  },
  verification: {
    method: 'GET',
    path: '/ledger/verifications/:id',
    access: auditorAccess,
    tag,
    summary: 'One verification and its progress; for auditors',
    params: z.object({ id: z.uuid() }),
    answer: verificationView,
    refusals: { 'verification-unknown': 404 },
  },
  verify: {
    method: 'POST',
    path: '/ledger/verifications',
    access: auditorAccess,
    tag,
    summary: 'Verify the whole ledger, or return the verification that is already queued or running; for auditors',
    status: 202,
    answer: verificationView,
  },
  publicKey: {
    method: 'GET',
    path: '/ledger/public-key',
    access: 'everyone',
    tag,
    summary: "The operator's public key, which every checkpoint is signed with; public",
    file: { description: 'Ed25519, PEM', types: ['application/x-pem-file'] },
    refusals: { 'public-key-unknown': 404 },
  },
});

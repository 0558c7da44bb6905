import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import {
  consistencyView,
  liabilitySealView,
  logCheckpointsPage,
  receiptView,
  transparencyView,
} from './transparency.ts';

const tag = 'transparency';
const size = z.coerce.number<number>().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER));

/** Below `/log`, checkpoints and tiles are where C2SP tlog-tiles expects them. */
export const transparencyEndpoints = endpoints({
  overview: {
    method: 'GET',
    path: '/log',
    access: 'everyone',
    tag,
    summary: 'The newest checkpoint and seal, the witnesses and the last verifications; public',
    answer: transparencyView,
  },
  checkpoint: {
    method: 'GET',
    path: '/log/checkpoint',
    access: 'everyone',
    tag,
    summary: 'The newest checkpoint with its cosignatures, as a signed note; public',
    file: { description: 'A signed note', types: ['text/plain'] },
    refusals: { 'log-empty': 404 },
  },
  tile: {
    method: 'GET',
    path: '/log/tile/*',
    access: 'everyone',
    tag,
    summary: 'A tile of hashes, or a bundle of entries, as in C2SP tlog-tiles; public',
    file: { description: 'Hashes, or entries behind their lengths', types: ['application/octet-stream'] },
    refusals: { 'tile-unknown': 404 },
  },
  checkpoints: {
    method: 'GET',
    path: '/log/checkpoints',
    access: 'everyone',
    tag,
    summary: 'Checkpoints, newest first; `before` is a size; public',
    query: z.object({ before: z.optional(size), limit: z._default(size.check(z.gte(1), z.lte(100)), 20) }),
    answer: logCheckpointsPage,
  },
  consistency: {
    method: 'GET',
    path: '/log/consistency',
    access: 'everyone',
    tag,
    summary: 'The proof that the log of `to` entries extends the one of `from`; public',
    query: z.object({ from: size, to: size }),
    answer: consistencyView,
    refusals: { 'size-unknown': 404 },
  },
  seal: {
    method: 'GET',
    path: '/log/seals/:number',
    access: 'everyone',
    tag,
    summary: 'A seal of what is owed to all players together; public',
    params: z.object({ number: size.check(z.gte(1), z.lte(2_147_483_647)) }),
    answer: liabilitySealView,
    refusals: { 'seal-unknown': 404 },
  },
  timeStamp: {
    method: 'GET',
    path: '/log/timestamps/:size',
    access: 'everyone',
    tag,
    summary: 'What a time-stamping authority (RFC 3161) answered about the checkpoint of this size; public',
    params: z.object({ size: size.check(z.gte(1)) }),
    file: { description: 'A TimeStampResp, DER', types: ['application/timestamp-reply'] },
    refusals: { 'not-stamped': 404 },
  },
  receipt: {
    method: 'GET',
    path: '/log/receipt',
    access: 'member',
    tag,
    summary: 'The proof that your wallet is in the newest seal, and the seal in the witnessed log',
    answer: receiptView,
    refusals: { 'not-sealed': 404, 'signer-away': 503 },
  },
});

import * as z from 'zod/mini';
import { msg, t } from '../../language/index.ts';
import type { RefusalView } from '../refusal-view.ts';

/** A signed checkpoint of the log. `note`: with the cosignatures, as C2SP writes it; `signedAt`: milliseconds since 1970. */
export const logCheckpointView = z.object({
  size: z.int(),
  note: z.string(),
  signedAt: z.number(),
  /** The names of the witnesses that cosigned it. */
  cosignedBy: z.array(z.string()),
});
export type LogCheckpointView = z.infer<typeof logCheckpointView>;

/** A seal of what is owed, in dollars. `text`: as it is hashed into the log; `index`: its entry, `null` until it is logged. */
export const liabilitySealView = z.object({
  number: z.int(),
  text: z.string(),
  index: z.nullable(z.int()),
  takenAt: z.string(),
  wallets: z.int(),
  liabilities: z.number(),
  receivables: z.number(),
  cash: z.number(),
  held: z.number(),
  bonus: z.number(),
  staked: z.number(),
});
export type LiabilitySealView = z.infer<typeof liabilitySealView>;

/** A witness of the log. `key` as C2SP writes it; times in milliseconds since 1970. */
export const witnessView = z.object({
  name: z.string(),
  key: z.string(),
  size: z.int(),
  cosignedAt: z.nullable(z.number()),
  /** Since when it has not cosigned, and why. */
  awaySince: z.nullable(z.number()),
  problem: z.nullable(z.string()),
});

/** Time stamps of checkpoints by an authority (RFC 3161); times in milliseconds since 1970. */
export const timeStampingView = z.object({
  newest: z.nullable(z.object({ size: z.int(), authority: z.string(), stampedAt: z.number() })),
  /** Since when the authority has not stamped a checkpoint, and why. */
  awaySince: z.nullable(z.number()),
  problem: z.nullable(z.string()),
});

/** What anyone may know about the log. `origin` and `key` are `null` if this operator signs no log. */
export const transparencyView = z.object({
  origin: z.nullable(z.string()),
  key: z.nullable(z.string()),
  checkpoint: z.nullable(logCheckpointView),
  /** The newest checkpoints, newest first; `witnesses`: how many cosigned. */
  recent: z.array(z.object({ size: z.int(), signedAt: z.number(), witnesses: z.int() })),
  seal: z.nullable(liabilitySealView),
  witnesses: z.array(witnessView),
  /** `null` if this operator asks no time-stamping authority. */
  timeStamping: z.nullable(timeStampingView),
  /** Since when nothing is signed because the database differs from what was logged. */
  stoppedSince: z.nullable(z.number()),
  /** The last completed verifications, newest first. */
  verifications: z.array(
    z.object({ finishedAt: z.string(), isPassed: z.boolean(), events: z.int(), findings: z.int() }),
  ),
});
export type TransparencyView = z.infer<typeof transparencyView>;

export const logCheckpointsPage = z.object({ checkpoints: z.array(logCheckpointView), next: z.nullable(z.int()) });

/** The hashes that prove that the tree of `to` entries extends the one of `from`, in base64. */
export const consistencyView = z.object({ from: z.int(), to: z.int(), proof: z.array(z.string()) });

/**
 * Proves what one wallet is owed: its leaf in a seal, the seal's entry in the log, and a cosigned checkpoint of the log. Hashes in
 * base64, except `head`; amounts in whole cents. `docs/transparency.md` describes the format.
 */
export const receiptView = z.object({
  format: z.literal('touchline-receipt'),
  version: z.literal(1),
  /** The keys that this operator claims; a verifier should have its own. */
  keys: z.object({ log: z.string(), witnesses: z.array(z.string()) }),
  note: z.string(),
  seal: z.string(),
  index: z.int(),
  path: z.array(z.string()),
  wallet: z.object({
    id: z.string(),
    version: z.int(),
    head: z.string(),
    cash: z.int(),
    held: z.int(),
    bonus: z.int(),
    staked: z.int(),
  }),
  salt: z.string(),
  position: z.int(),
  size: z.int(),
  sums: z.array(z.object({ hash: z.string(), sum: z.int() })),
});
export type ReceiptView = z.infer<typeof receiptView>;

const sentences = {
  'log-empty': msg('The log has no checkpoint yet.'),
  'tile-unknown': msg('Tile not found.'),
  'size-unknown': msg('The log has no tree of that size.'),
  'seal-unknown': msg('Seal not found.'),
  'not-stamped': msg('The checkpoint of that size has no time stamp.'),
  'not-sealed': msg('Your wallet is not sealed yet. Please try again in a few minutes.'),
  'signer-away': msg('Proofs cannot be made at the moment. Please try again in a few minutes.'),
} as const;
export type TransparencyRefusal = { readonly code: keyof typeof sentences };

export const transparencyRefusalView = ({ code }: TransparencyRefusal): RefusalView => ({
  code,
  error: t(sentences[code]),
});

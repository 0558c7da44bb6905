import { type ReceiptView, transparencyEndpoints } from '@touchline/core/contract';
import { CallFailed, call, orThrow } from '../api/call.ts';
import type { ProofFailed, ProofStep, SeenHead, VerifiedReceipt } from './verify-receipt.ts';

/** What a check found: the receipt, and what is proved or which step failed. */
export type BalanceProof = {
  readonly receipt: ReceiptView;
  readonly verified: VerifiedReceipt | undefined;
  readonly failed: ProofStep | undefined;
  /** The head of the log that an earlier check in this browser saw. */
  readonly seen: SeenHead | undefined;
};

/** Fetches the wallet's proof and verifies it. Throws `CallFailed` when no proof could be fetched. */
export async function checkBalance(): Promise<BalanceProof> {
  const [receipt, { verifyReceipt }] = await Promise.all([
    orThrow(call(transparencyEndpoints.receipt)),
    import('./verify-receipt.ts'),
  ]);
  const seen = readSeen();
  try {
    const verified = await verifyReceipt(receipt, seen, await growthSince(seen, receipt));
    if (seen?.origin !== verified.head.origin) keepSeen({ ...verified.head, at: Date.now() });
    else if (seen.size < verified.head.size) keepSeen({ ...verified.head, at: seen.at });
    return { receipt, verified, failed: undefined, seen };
  } catch (error) {
    if (isProofFailed(error)) return { receipt, verified: undefined, failed: error.step, seen };
    throw error;
  }
}

// Its class is loaded with the check.
const isProofFailed = (error: unknown): error is ProofFailed => error instanceof Error && error.name === 'ProofFailed';

/** The proof between the head that was seen and the one in the receipt; empty if the log no longer has either. */
async function growthSince(seen: SeenHead | undefined, { note }: ReceiptView): Promise<readonly string[]> {
  const [origin, sizeText] = note.split('\n');
  const size = Number(sizeText);
  if (!seen || seen.origin !== origin || seen.size === size) return [];
  const query = { from: Math.min(seen.size, size), to: Math.max(seen.size, size) };
  const answer = await call(transparencyEndpoints.consistency, { query });
  if (answer.ok) return answer.value.proof;
  if (answer.refusal.kind === 'refused' && answer.refusal.view.code === 'size-unknown') return [];
  throw new CallFailed(answer.refusal);
}

const seenKey = 'touchline:log-head';

function readSeen(): SeenHead | undefined {
  try {
    const { origin, size, root, at } = JSON.parse(localStorage.getItem(seenKey) ?? '{}') as Partial<SeenHead>;
    if (typeof origin !== 'string' || typeof root !== 'string' || typeof at !== 'number') return undefined;
    return Number.isSafeInteger(size) && size ? { origin, size, root, at } : undefined;
  } catch {
    return undefined;
  }
}

/** A browser that stores nothing checks everything but the log's growth. */
function keepSeen(head: SeenHead): void {
  try {
    localStorage.setItem(seenKey, JSON.stringify(head));
  } catch {
    // Nothing is lost but the next comparison.
  }
}

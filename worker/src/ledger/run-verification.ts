import type { VerificationView } from '@touchline/core/contract';
import { type Instant, seconds } from '@touchline/core/instant';
import type { Store } from '@touchline/store/connect';
import {
  breakVerification,
  finishVerification,
  saveVerificationProgress,
  startVerification,
  type VerifyProgress,
  type VerifyReport,
  verifyMoney,
} from '@touchline/store/ledger';
import { z } from 'zod';
import type { Log } from '../log.ts';

export type RunVerificationDeps = {
  readonly store: Pick<Store, 'db' | 'pool'>;
  /** What every checkpoint must be signed with (SPKI, DER); without it any key is taken. */
  readonly publicKey: Buffer | undefined;
  /** Tells auditors how far it is; call it after the commit. */
  readonly announce: (run: VerificationView) => void;
  readonly log: Log;
  readonly now: () => Instant;
  readonly aliveEveryMs?: number;
};

const job = z.object({ kind: z.literal('verify'), verificationId: z.uuid() });
const tellEveryMs = seconds(1);
/** Well within what is taken for silence. */
const aliveEveryMs = seconds(20);

/**
 * Verifies the ledger for an auditor or the house and keeps the report. A run that another worker left half way is begun again; one that is
 * over is left alone. What keeps it from being done ends the run as broken, with the reason.
 */
export async function runVerification(deps: RunVerificationDeps, payload: unknown): Promise<void> {
  const { store, announce, log } = deps;
  const { verificationId: id } = job.parse(payload);
  const started = await startVerification(store.db, id);
  if (!started) return;
  announce(started);
  const progress = tellProgress(deps, id);
  try {
    const { publicKey } = deps;
    const options = { onProgress: progress.seen, ...(publicKey && { publicKey }) };
    const report = await verifyMoney(store.pool, options);
    await progress.told();
    const ended = await finishVerification(store.db, id, report);
    tellOutcome(log, id, report);
    if (ended) announce(ended);
  } catch (error) {
    log.error({ error, verification: id }, 'the ledger could not be verified');
    await progress.told();
    const ended = await breakVerification(store.db, id, error instanceof Error ? error.message : String(error));
    if (ended) announce(ended);
  }
}

/**
 * Writes and says about once a second how far a run is; what comes while one is being written is passed over. Bets and payments say
 * nothing of how far they are, so from time to time it is said again: silence would be taken for death.
 */
function tellProgress({ store, announce, log, now, ...deps }: RunVerificationDeps, id: string) {
  let toldAt = now();
  let last: VerifyProgress = { done: 0, total: 0 };
  let telling: Promise<void> | undefined;
  const tell = async (): Promise<void> => {
    const run = await saveVerificationProgress(store.db, id, last);
    if (run) announce(run);
  };
  const tellNow = (): void => {
    if (telling) return;
    toldAt = now();
    telling = tell()
      .catch((error: unknown) => log.warn({ error, verification: id }, 'the progress of a verification is not told'))
      .finally(() => {
        telling = undefined;
      });
  };
  const living = setInterval(tellNow, deps.aliveEveryMs ?? aliveEveryMs);
  return {
    seen: (progress: VerifyProgress): void => {
      last = progress;
      if (now() - toldAt >= tellEveryMs) tellNow();
    },
    /** Resolves when nothing of it can come after what is said next. */
    told: async (): Promise<void> => {
      clearInterval(living);
      await telling;
    },
  };
}

function tellOutcome(log: Log, id: string, { passed, findings, ...counts }: VerifyReport): void {
  if (passed) log.info({ verification: id, ...counts }, 'the ledger adds up');
  else log.error({ verification: id, ...counts, findings }, 'THE LEDGER DOES NOT ADD UP: somebody has to look now');
}

import type { VerificationView } from '@touchline/core/contract';
import { type Instant, seconds } from '@touchline/core/instant';
import type { Store } from '@touchline/store/connect';
import {
  breakVerification,
  finishVerification,
  saveVerificationProgress,
  startVerification,
  type VerifyOptions,
  type VerifyProgress,
  type VerifyReport,
  verifyMoney,
} from '@touchline/store/ledger';
import type { Reads } from '@touchline/store/standby-reads';
import { z } from 'zod';
import type { Log } from '../log.ts';

export type RunVerificationDeps = {
  readonly store: Pick<Store, 'db' | 'pool'>;
  /** Where the ledger is read; `store` by default. */
  readonly reads?: Reads;
  /** The key that must have signed every checkpoint (SPKI, DER); `undefined` accepts any key. */
  readonly publicKey: Buffer | undefined;
  /** Publishes the state of the run to auditors, after the commit. */
  readonly announce: (run: VerificationView) => void;
  readonly log: Log;
  readonly now: () => Instant;
  readonly heartbeatMs?: number;
};

const job = z.object({ kind: z.literal('verify'), verificationId: z.uuid() });
const reportEveryMs = seconds(1);
/** Well below the time after which a run counts as stalled. */
const defaultHeartbeatMs = seconds(20);

/**
 * Verifies the ledger and stores the report. Starts a run again that a dead worker left unfinished; ignores one that has ended. An
 * error ends the run as broken, with the reason.
 */
export async function runVerification(deps: RunVerificationDeps, payload: unknown): Promise<void> {
  const { store, publicKey, announce, log } = deps;
  const { verificationId: id } = job.parse(payload);
  const started = await startVerification(store.db, id);
  if (!started) return;
  announce(started);
  const progress = reportProgress(deps, id);
  try {
    const options = { onProgress: progress.update, ...(publicKey && { publicKey }) };
    const report = await verifyOnce(deps, options);
    await progress.stop();
    const ended = await finishVerification(store.db, id, report);
    logOutcome(log, id, report);
    if (ended) announce(ended);
  } catch (error) {
    log.error({ error, verification: id }, 'ledger could not be verified');
    await progress.stop();
    const ended = await breakVerification(store.db, id, error instanceof Error ? error.message : String(error));
    if (ended) announce(ended);
  }
}

/** A standby ends long transactions that keep it from replaying; then the primary is verified. */
async function verifyOnce({ store, reads, log }: RunVerificationDeps, options: VerifyOptions): Promise<VerifyReport> {
  const server = (await reads?.server()) ?? store;
  try {
    return await verifyMoney(server.pool, options);
  } catch (error) {
    if (server === store) throw error;
    log.warn({ error }, 'the standby could not be verified; the primary is verified instead');
    return verifyMoney(store.pool, options);
  }
}

/**
 * Saves and publishes a run's progress about once a second, skipping updates while one is being saved. The checks of bets and
 * payments report no progress, so a heartbeat repeats the last one: a silent run would count as stalled.
 */
function reportProgress({ store, announce, log, now, ...deps }: RunVerificationDeps, id: string) {
  let reportedAt = now();
  let last: VerifyProgress = { done: 0, total: 0 };
  let saving: Promise<void> | undefined;
  const save = async (): Promise<void> => {
    const run = await saveVerificationProgress(store.db, id, last);
    if (run) announce(run);
  };
  const report = (): void => {
    if (saving) return;
    reportedAt = now();
    saving = save()
      .catch((error: unknown) => log.warn({ error, verification: id }, 'verification progress could not be saved'))
      .finally(() => {
        saving = undefined;
      });
  };
  const heartbeat = setInterval(report, deps.heartbeatMs ?? defaultHeartbeatMs);
  return {
    update: (progress: VerifyProgress): void => {
      last = progress;
      if (now() - reportedAt >= reportEveryMs) report();
    },
    /** Resolves when no more progress can follow. */
    stop: async (): Promise<void> => {
      clearInterval(heartbeat);
      await saving;
    },
  };
}

function logOutcome(log: Log, id: string, { passed, findings, ...counts }: VerifyReport): void {
  if (passed) log.info({ verification: id, ...counts }, 'ledger verified');
  else log.error({ verification: id, ...counts, findings }, 'LEDGER VERIFICATION FAILED: investigate now');
}

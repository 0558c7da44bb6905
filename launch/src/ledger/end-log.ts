import type { Writable } from 'node:stream';
import type { Store } from '@touchline/store/connect';
import { endLog as endStoredLog } from '@touchline/store/transparency';

/** Ends the transparency log, prints its newest checkpoint, and says what is left to do. */
export async function endLog(
  { pool }: Store,
  { reason }: { readonly reason: string },
  { out, report }: { readonly out: Writable; readonly report: (line: string) => void },
): Promise<number> {
  const client = await pool.connect();
  try {
    const { size, note } = await endStoredLog(client, reason);
    out.write(note);
    report(`The log of ${size} entries has ended. Its newest checkpoint is above, and in the audit log.`);
    report('Now set a new LOG_ORIGIN, give the signer an empty SIGNER_FOLDER, and start it again.');
    report(
      'Publish the checkpoint with the new origin: bettors, auditors and witnesses hold checkpoints of the log that ended.',
    );
    return 0;
  } finally {
    client.release();
  }
}

import type { X509Certificate } from 'node:crypto';
import { seconds } from '@touchline/core/instant';
import { readTimeStamping, saveTimeStamp, saveTimeStampProblem } from '@touchline/store/transparency';
import type { Pool } from 'pg';
import type { SignedCheckpoint } from './create-signer.ts';
import { causeOf, post } from './post.ts';
import { checkStamp, stampQuery } from './time-stamp.ts';

export type TimeStampAuthority = {
  readonly url: string;
  /** The roots of which one must have issued its certificate. */
  readonly roots: readonly X509Certificate[];
  /** How often a checkpoint is stamped at most, in milliseconds. */
  readonly everyMs: number;
};

export type TimeStamps = {
  /** Has a checkpoint stamped if one is due and this one has no stamp. Never rejects: an authority that is away holds nothing up. */
  readonly ask: (checkpoint: SignedCheckpoint) => Promise<void>;
};

const answerLimits = { withinMs: seconds(10), mostBytes: 65_536 };
const retryMs = seconds(60);

/** Asks an authority (RFC 3161) to time-stamp checkpoints. `onProblem`: it had answered and stopped doing so. */
export function createTimeStamps(
  pool: Pool,
  { url, roots, everyMs }: TimeStampAuthority,
  onProblem: (problem: string) => void,
  now: () => number = Date.now,
): TimeStamps {
  let dueAt: number | undefined;
  let stamped: number | undefined;
  let isAsked = false;
  let isAway = false;

  /** Returns the problem, if there is one. */
  async function stamp({ size, note }: SignedCheckpoint): Promise<string | undefined> {
    const query = stampQuery(checkpointTextOf(note));
    const contentType = { 'content-type': 'application/timestamp-query' };
    const { status, body: reply } = await post(url, query.bytes, answerLimits, contentType);
    if (status !== 200) return `It answered with status ${status}.`;
    if (!reply) return `Its answer is longer than ${answerLimits.mostBytes} bytes.`;
    const checked = checkStamp(reply, query, roots);
    if (!checked.ok) return checked.refusal;
    const { authority, at } = checked.value;
    await saveTimeStamp(pool, { size, authority, stampedAt: at, reply });
    stamped = size;
    return undefined;
  }

  return {
    ask: async (checkpoint) => {
      if (isAsked) return;
      isAsked = true;
      try {
        if (dueAt === undefined) {
          const newest = (await readTimeStamping(pool))?.newest;
          dueAt = (newest?.stampedAt ?? Number.NEGATIVE_INFINITY) + everyMs;
          stamped = newest?.size;
        }
        if (now() < dueAt || checkpoint.size === stamped) return;
        const problem = await stamp(checkpoint).catch((error: unknown) => `It does not answer: ${causeOf(error)}`);
        dueAt = now() + (problem === undefined ? everyMs : Math.min(retryMs, everyMs));
        if (problem !== undefined) {
          if (!isAway) onProblem(problem);
          await saveTimeStampProblem(pool, problem);
        }
        isAway = problem !== undefined;
      } catch (error) {
        onProblem(`Its answer could not be stored: ${causeOf(error)}`);
      } finally {
        isAsked = false;
      }
    },
  };
}

/** What is stamped: the checkpoint's text, which witnesses cosign too, without signatures. */
const checkpointTextOf = (note: string): string => note.slice(0, note.indexOf('\n\n') + 1);

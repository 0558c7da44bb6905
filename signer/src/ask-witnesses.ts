import { forgetWitnesses, proveConsistency, saveWitnessReport } from '@touchline/store/transparency';
import type { VerifierKey } from '@touchline/tlog/note';
import { addCheckpointBody, readWitnessAnswer } from '@touchline/tlog/witness';
import type { Pool } from 'pg';
import type { SignedCheckpoint } from './create-signer.ts';
import { causeOf, post } from './post.ts';

export type WitnessAddress = { readonly url: string; readonly key: VerifierKey };

export type Witnesses = {
  /**
   * Asks every witness that has not cosigned this checkpoint; one that is being asked about an earlier one is asked next. Never rejects: a
   * witness that is away holds nothing up.
   */
  readonly ask: (checkpoint: SignedCheckpoint) => Promise<void>;
};

const answerLimits = { withinMs: 5_000, mostBytes: 65_536 };

/** Asks witnesses to cosign checkpoints, and stores what they answer; others are forgotten first. `onProblem`: one that had answered stopped doing so. */
export function createWitnesses(
  pool: Pool,
  addresses: readonly WitnessAddress[],
  onProblem: (witness: string, problem: string) => void,
): Witnesses {
  const states = addresses.map((address) => ({ ...address, size: 0, cosigned: 0, isAsked: false, isAway: false }));
  let newest: SignedCheckpoint | undefined;
  let isForgotten = false;

  /** Tries again with the next checkpoint if the database does not answer. */
  async function forgetOthers(): Promise<void> {
    if (isForgotten) return;
    const asked = addresses.map(({ key }) => key.text);
    isForgotten = await forgetWitnesses(pool, asked).then(
      () => true,
      () => false,
    );
  }

  async function cosign(state: (typeof states)[number], { size, note }: SignedCheckpoint): Promise<string | undefined> {
    // The second attempt proves from the size that the witness named.
    for (const isLast of [false, true]) {
      if (state.size > size)
        return `It has cosigned ${state.size} entries, but the log has ${size}: entries were lost.`;
      const proof = await proveConsistency(pool, state.size, size);
      const reply = await post(`${state.url}/add-checkpoint`, addCheckpointBody(state.size, proof, note), answerLimits);
      const body = reply.body?.toString('utf8') ?? '';
      const answer = readWitnessAnswer({ status: reply.status, body }, note, state.key);
      if (answer.kind === 'cosigned') {
        state.size = size;
        await saveWitnessReport(pool, { witness: state.key.text, size, line: answer.line, time: answer.time });
        state.cosigned = size;
        return undefined;
      }
      if (answer.kind === 'refused') return `It refused (${answer.status}): ${answer.sentence}`;
      if (isLast) return `It named two different sizes of the log, ${state.size} and ${answer.size}.`;
      state.size = answer.size;
    }
    return undefined;
  }

  async function askNewest(state: (typeof states)[number]): Promise<void> {
    state.isAsked = true;
    try {
      // A newer checkpoint may have come while it was asked about this one.
      for (let checkpoint = newest; checkpoint && state.cosigned !== checkpoint.size; checkpoint = newest) {
        const problem = await cosign(state, checkpoint).catch(
          (error: unknown) => `It does not answer: ${causeOf(error)}`,
        );
        if (problem !== undefined) {
          if (!state.isAway) onProblem(state.key.name, problem);
          await saveWitnessReport(pool, { witness: state.key.text, size: checkpoint.size, problem });
        }
        state.isAway = problem !== undefined;
        if (problem !== undefined) return;
      }
    } catch (error) {
      onProblem(state.key.name, `Its answer could not be stored: ${causeOf(error)}`);
    } finally {
      state.isAsked = false;
    }
  }

  return {
    ask: async (checkpoint) => {
      newest = checkpoint;
      await forgetOthers();
      await Promise.all(states.filter(({ isAsked }) => !isAsked).map(askNewest));
    },
  };
}

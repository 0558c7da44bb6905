import { cosign, fromBase64, type NoteSigner, openNote, parseCheckpoint, parseSize, type VerifierKey } from './note.ts';
import { emptyRoot, hashBytes, isConsistent, type TreeHead } from './tree.ts';

/** The witness protocol, `POST add-checkpoint` (https://c2sp.org/tlog-witness). */

const mostProofLines = 63;

/** Returns the body of a request to cosign a checkpoint, with the proof that it extends the first `oldSize` leaves. */
export const addCheckpointBody = (oldSize: number, proof: readonly Buffer[], note: string): string =>
  `old ${oldSize}\n${proof.map((hash) => `${hash.toString('base64')}\n`).join('')}\n${note}`;

/** What a witness remembers of a log: the newest checkpoint that it cosigned, with its own and the log's signatures. */
export type CosignedCheckpoint = TreeHead & { readonly note: string };

export type WitnessAnswer = {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422;
  readonly contentType: string;
  readonly body: string;
  /** To be stored durably before the answer leaves: `undefined` if nothing changes. */
  readonly cosigned?: { readonly origin: string; readonly checkpoint: CosignedCheckpoint };
};

export type WitnessRules = {
  readonly signer: NoteSigner;
  /** The keys of the logs that it cosigns for; a log's origin is the name of its key. */
  readonly logs: readonly VerifierKey[];
  /** The newest checkpoint that it cosigned for this origin. */
  readonly newest: (origin: string) => CosignedCheckpoint | undefined;
  /** Seconds since 1970. */
  readonly time: number;
};

/** Decides about a request. The caller runs one at a time and stores what `cosigned` holds before it answers. */
export function answerAddCheckpoint(body: string, { signer, logs, newest, time }: WitnessRules): WitnessAnswer {
  const request = parseRequest(body);
  if (!request) return refusal(400, 'The request is not an old size, a proof and a checkpoint.');
  const { oldSize, proof, note } = request;
  const [origin = ''] = note.split('\n', 1);
  const keys = logs.filter((key) => key.name === origin);
  if (keys.length === 0) return refusal(404, 'This witness does not know the log.');
  const opened = openNote(note, keys);
  if (opened === 'malformed') return refusal(400, 'The checkpoint is not a signed note.');
  if (opened === 'forged' || opened.signatures.length === 0)
    return refusal(403, "The checkpoint lacks the log's signature.");
  const checkpoint = parseCheckpoint(opened.text);
  if (!checkpoint) return refusal(isEmptyWithRoot(opened.text) ? 422 : 400, 'The note is not a checkpoint.');
  if (oldSize > checkpoint.size) return refusal(400, 'The old size is above the size of the checkpoint.');
  const known = newest(origin) ?? { size: 0, root: emptyRoot };
  if (oldSize !== known.size) {
    return { status: 409, contentType: 'text/x.tlog.size', body: `${known.size}\n` };
  }
  if (!isConsistent(known, checkpoint, proof))
    return refusal(422, 'The proof does not lead from the old size to the checkpoint.');
  const line = cosign(opened.text, time, signer);
  const signed = `${opened.text}\n${opened.signatures.map((signature) => signature.line).join('')}${line}`;
  return {
    status: 200,
    contentType: 'text/plain; charset=utf-8',
    body: line,
    cosigned: { origin, checkpoint: { size: checkpoint.size, root: checkpoint.root, note: signed } },
  };
}

const refusal = (status: WitnessAnswer['status'], sentence: string): WitnessAnswer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body: `${sentence}\n`,
});

/** An empty tree has one root only; any other one is a bad checkpoint, not a bad request. */
const isEmptyWithRoot = (text: string): boolean =>
  /^[^\n]+\n0\n/.test(text) && fromBase64(text.split('\n')[2] ?? '')?.length === hashBytes;

function parseRequest(body: string) {
  const end = body.indexOf('\n\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = body.slice(0, end).split('\n');
  const oldSize = first.startsWith('old ') ? parseSize(first.slice(4)) : undefined;
  const proof = lines.map(fromBase64);
  if (oldSize === undefined || proof.length > mostProofLines) return undefined;
  if (!proof.every((hash): hash is Buffer => hash?.length === hashBytes)) return undefined;
  return { oldSize, proof, note: body.slice(end + 2) };
}

/** What a witness's answer means to the log that asked. */
export type Cosignature =
  | { readonly kind: 'cosigned'; readonly line: string; readonly time: number }
  /** The witness knows another size; the log must prove from there. */
  | { readonly kind: 'other-size'; readonly size: number }
  | { readonly kind: 'refused'; readonly status: number; readonly sentence: string };

/** Reads a witness's answer to a checkpoint's note, and checks its signature. */
export function readWitnessAnswer(
  { status, body }: { readonly status: number; readonly body: string },
  note: string,
  witness: VerifierKey,
): Cosignature {
  if (status === 409) {
    const size = parseSize(body.trim());
    if (size !== undefined) return { kind: 'other-size', size };
  }
  const refused = (sentence: string): Cosignature => ({ kind: 'refused', status, sentence });
  if (status !== 200) return refused(body.trim().slice(0, 200));
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
  const opened = openNote(`${text}\n${body}`, [witness]);
  const signature = typeof opened === 'string' ? undefined : opened.signatures[0];
  if (signature?.time === undefined) return refused('The answer lacks a valid signature of the witness.');
  return { kind: 'cosigned', line: signature.line, time: signature.time };
}

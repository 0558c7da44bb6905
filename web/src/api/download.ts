import { ok, type Result, refused } from '@touchline/core/result';
import { type ApiFailure, fetchAsUser, refusalIn } from './client.ts';

/** Where a download goes: to a file as it arrives, else into one blob that the browser saves at the end. */
type Destination = {
  readonly take: (body: ReadableStream<Uint8Array<ArrayBuffer>>) => Promise<void>;
};
export type Download = {
  readonly path: string;
  readonly fileName: string;
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: number) => void;
};
export type Downloaded = Result<'saved' | 'not wanted', ApiFailure>;

/**
 * Fetches a file of any size with the bearer token, and saves it. Where the browser can, the reader is asked for a place first and
 * the bytes go straight to the disk. It must be called while a press is being answered: browsers ask only then.
 */
export async function download({ path, fileName, signal, onBytes }: Download): Promise<Downloaded> {
  try {
    const destination = await askWhere(fileName);
    if (!destination) return ok('not wanted');
    const response = await fetchAsUser(path, () => ({ signal }));
    if (!response.ok) {
      const answer: unknown = await response.json().catch(() => undefined);
      return refused({ kind: 'refused', status: response.status, view: refusalIn(answer) });
    }
    await destination.take((response.body ?? new Blob([]).stream()).pipeThrough(counting(onBytes)));
    return ok('saved');
  } catch {
    return signal.aborted ? ok('not wanted') : refused({ kind: 'network' });
  }
}

type FilePicker = (options: { readonly suggestedName: string }) => Promise<{
  readonly createWritable: () => Promise<WritableStream<Uint8Array>>;
}>;

async function askWhere(fileName: string): Promise<Destination | undefined> {
  const picker: unknown = Reflect.get(globalThis, 'showSaveFilePicker');
  if (!isFilePicker(picker)) return { take: (body) => saveBlob(body, fileName) };
  try {
    const file = await picker({ suggestedName: fileName });
    return { take: async (body) => body.pipeTo(await file.createWritable()) };
  } catch (error) {
    // The reader closed the dialog; anything else means that the browser does not allow it here.
    const isClosed = error instanceof DOMException && error.name === 'AbortError';
    return isClosed ? undefined : { take: (body) => saveBlob(body, fileName) };
  }
}

const isFilePicker = (value: unknown): value is FilePicker => typeof value === 'function';

async function saveBlob(body: ReadableStream<Uint8Array<ArrayBuffer>>, fileName: string): Promise<void> {
  const address = URL.createObjectURL(await new Response(body).blob());
  const link = Object.assign(document.createElement('a'), { href: address, download: fileName });
  link.click();
  // Not at once: the browser may not have begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs);
}

const revokeAfterMs = 60_000;

function counting(onBytes: (bytes: number) => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      onBytes(bytes);
      controller.enqueue(chunk);
    },
  });
}

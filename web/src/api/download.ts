import { CallFailed } from './call.ts';
import { fetchAsUser, refusalIn } from './client.ts';

/** Where a download is saved: streamed to a file, or collected in a blob that the browser saves at the end. */
type Destination = { readonly save: (body: ReadableStream<Uint8Array<ArrayBuffer>>) => Promise<void> };
export type DownloadInput = {
  readonly path: string;
  readonly fileName: string;
  readonly onBytes: (bytes: number) => void;
};

/**
 * Fetches a file of any size with the bearer token and saves it; `canceled` if the user closes the file dialog. Where the browser can,
 * the user chooses a file first and the bytes are streamed to disk. Browsers open that dialog only while they handle a press, so this
 * must be called then. Rejects with `CallFailed`.
 */
export async function download(
  { path, fileName, onBytes }: DownloadInput,
  signal: AbortSignal,
): Promise<'saved' | 'canceled'> {
  const destination = await chooseDestination(fileName);
  if (!destination) return 'canceled';
  try {
    const response = await fetchAsUser(path, () => ({ signal }));
    if (!response.ok) {
      const answer: unknown = await response.json().catch(() => undefined);
      throw new CallFailed({ kind: 'refused', status: response.status, view: refusalIn(answer) });
    }
    await destination.save((response.body ?? new Blob([]).stream()).pipeThrough(counting(onBytes)));
    return 'saved';
  } catch (error) {
    throw error instanceof CallFailed ? error : new CallFailed({ kind: 'network' });
  }
}

type FilePicker = (options: { readonly suggestedName: string }) => Promise<{
  readonly createWritable: () => Promise<WritableStream<Uint8Array>>;
}>;

async function chooseDestination(fileName: string): Promise<Destination | undefined> {
  const picker: unknown = Reflect.get(globalThis, 'showSaveFilePicker');
  if (!isFilePicker(picker)) return { save: (body) => saveBlob(body, fileName) };
  try {
    const file = await picker({ suggestedName: fileName });
    return { save: async (body) => body.pipeTo(await file.createWritable()) };
  } catch (error) {
    // The user closed the dialog; any other error means that the browser does not allow it here.
    const isClosed = error instanceof DOMException && error.name === 'AbortError';
    return isClosed ? undefined : { save: (body) => saveBlob(body, fileName) };
  }
}

const isFilePicker = (value: unknown): value is FilePicker => typeof value === 'function';

async function saveBlob(body: ReadableStream<Uint8Array<ArrayBuffer>>, fileName: string): Promise<void> {
  const address = URL.createObjectURL(await new Response(body).blob());
  const link = Object.assign(document.createElement('a'), { href: address, download: fileName });
  link.click();
  // Not at once: the browser may not have started reading it.
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

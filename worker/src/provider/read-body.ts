/** A league of forty bookmakers is half a megabyte; what is much larger is no answer to our question. */
const mostBytes = 8 * 1024 * 1024;

export class BodyTooLarge extends Error {
  constructor() {
    super(`the answer is larger than ${mostBytes / 1024 / 1024} MB`);
  }
}

/** The body as text, read no further than 8 MB. Rejects with `BodyTooLarge`, and with whatever breaks the line. */
export async function readBody(response: Response): Promise<string> {
  if (Number(response.headers.get('content-length') ?? 0) > mostBytes) {
    await response.body?.cancel();
    throw new BodyTooLarge();
  }
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  // Leaving the loop by an exception ends the connection: nothing more is read.
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > mostBytes) throw new BodyTooLarge();
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

/** A league with forty bookmakers is half a megabyte. */
const maxBytes = 8 * 1024 * 1024;

export class BodyTooLarge extends Error {
  constructor() {
    super(`the response is larger than ${maxBytes / 1024 / 1024} MB`);
  }
}

/** Returns the body as text. Rejects with `BodyTooLarge` after 8 MB, and when the connection breaks. */
export async function readBody(response: Response): Promise<string> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel();
    throw new BodyTooLarge();
  }
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  // An exception in the loop closes the connection.
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) throw new BodyTooLarge();
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

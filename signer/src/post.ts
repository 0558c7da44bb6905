import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

export type Reply = {
  readonly status: number;
  /** `undefined` if it is longer than allowed. */
  readonly body: Buffer | undefined;
};

/** Sends a body to an http(s) URL. Rejects if the complete answer does not arrive in time. The first `fetch` would take 20 MB. */
export async function post(
  url: string,
  body: string | Buffer,
  limits: { readonly withinMs: number; readonly mostBytes: number },
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  // Servers do not keep a connection as long as the pause until the next request.
  const request = send(url, { method: 'POST', headers, agent: false, signal: AbortSignal.timeout(limits.withinMs) });
  // A failure after the first bytes of the answer rejects where the answer is read.
  request.on('error', () => {});
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const status = response.statusCode ?? 0;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limits.mostBytes) return { status, body: undefined };
    chunks.push(chunk);
  }
  return { status, body: Buffer.concat(chunks) };
}

/** Returns why a request failed, in one line. */
export function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  // With several addresses of a host, only the code says what happened.
  return cause.message || String((cause as NodeJS.ErrnoException).code);
}

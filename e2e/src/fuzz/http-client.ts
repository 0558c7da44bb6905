import { Agent, request as askHttp } from 'node:http';
import { connect } from 'node:net';

export type HttpRequest = {
  readonly method: string;
  /** As it stands in the first line of the request. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
};
export type HttpAnswer = { readonly status: number; readonly body: string };

const withinMs = 30_000;
const keptBytes = 64 * 1_024;

/**
 * Sends each request from another client address, so that limits by address do not answer in place of what they protect. An api trusts
 * the proxy, and so the last address in `x-forwarded-for`; the proxy sees the connection, which may come from any address of this
 * machine.
 */
export function createHttpClient(proxy: string, apis: readonly string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let asked = 0;
  return {
    /** @throws when there is no answer */
    send: ({ method, path, headers, body }: HttpRequest): Promise<HttpAnswer> => {
      asked += 1;
      const [high, middle, low] = [(asked >> 16) & 255, (asked >> 8) & 255, asked & 255];
      const isByProxy = asked % 8 === 0;
      const base = new URL(isByProxy ? proxy : (apis[asked % apis.length] ?? proxy));
      const forwarded = headers['x-forwarded-for'];
      const way = isByProxy
        ? { agent: false as const, localAddress: `127.${1 + (high % 250)}.${middle}.${1 + (low % 250)}`, headers }
        : {
            agent,
            headers: {
              ...headers,
              'x-forwarded-for': `${forwarded === undefined ? '' : `${forwarded}, `}10.${high}.${middle}.${low}`,
            },
          };
      return new Promise((resolve, reject) => {
        const asking = askHttp(
          { host: '127.0.0.1', port: base.port, method, path, ...way, signal: AbortSignal.timeout(withinMs) },
          (answer) => {
            let text = '';
            answer.setEncoding('utf8');
            answer.on('data', (chunk: string) => {
              if (text.length < keptBytes) text += chunk;
            });
            answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
            answer.on('error', reject);
          },
        );
        asking.on('error', reject);
        asking.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}
export type HttpClient = ReturnType<typeof createHttpClient>;

/** Writes bytes that need be no HTTP, and resolves with what came back until the connection ended or nothing more came. */
export const sendBytes = (url: string, bytes: Uint8Array, silenceMs: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.setTimeout(silenceMs, () => socket.resetAndDestroy());
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });

import { setTimeout as pause } from 'node:timers/promises';
import type { HttpClient } from './http-client.ts';
import { sendBytes } from './http-client.ts';
import { type Asked, type Asking, brokenBytes, requestsOf, strayRequests } from './requests.ts';

export type Caller = 'guest' | 'bettor' | 'admin' | 'auditor';
export type HttpFigures = {
  operations: number;
  requests: number;
  /** Connections with bytes that are hardly HTTP. */
  broken: number;
  readonly statuses: Map<number, number>;
  /** How many requests of each operation succeeded (2xx). */
  readonly succeeded: Map<string, number>;
  /** 503 by code: a refusal that the API describes. */
  readonly unavailable: Map<string, number>;
  readonly failures: string[];
};
export type HttpFuzz = {
  readonly client: HttpClient;
  readonly urls: readonly string[];
  readonly paths: object;
  readonly known: Parameters<typeof requestsOf>[1];
  readonly seed: number;
  /** The access token of a caller: another one when the one that is named was refused. */
  readonly tokenOf: (caller: Exclude<Caller, 'guest'>, refused?: string) => Promise<string>;
};

const callers: readonly Caller[] = ['guest', 'bettor', 'admin', 'auditor'];
const atOnce = 12;
const brokenCount = 600;
/** How many hostile requests a caller sends to what it may not use anyway. */
const sentInVain = 8;
/** Calls that end sessions, exclude a player or close betting come last, because later ones would be refused. */
const endsMuch = /logout|end-all|sessions|exclusion|limits|password|sign-out|totp|betting|passkey/;
const isLeak =
  /\bat (?:async )?[\w.<>[\] ]*\(?(?:file:|node:|\/)[^\s)]*:\d+:\d+|node_modules|\/src\/[\w/.-]+\.ts\b|postgres(?:ql)?:\/\/|syntax error at or near/;

export async function fuzzHttp(fuzz: HttpFuzz): Promise<HttpFigures> {
  const figures: HttpFigures = {
    operations: 0,
    requests: 0,
    broken: 0,
    statuses: new Map(),
    succeeded: new Map(),
    unavailable: new Map(),
    failures: [],
  };
  const all = requestsOf(fuzz.paths, fuzz.known, fuzz.seed);
  figures.operations = all.length;
  for (const { name } of all) figures.succeeded.set(name, 0);
  const [early, late] = [all.filter(({ name }) => !endsMuch.test(name)), all.filter(({ name }) => endsMuch.test(name))];
  await inParallel(strayRequests(fuzz.seed), atOnce, (asked) => judge(fuzz, 'guest', 'stray', asked, figures));
  await inParallel(early, atOnce, (asking) => askAll(fuzz, asking, figures));
  await inParallel(brokenBytes(fuzz.seed, brokenCount), atOnce, async (bytes) => {
    figures.broken += 1;
    const url = fuzz.urls[figures.broken % fuzz.urls.length] ?? '';
    const answer = await sendBytes(url, bytes, 150);
    if (/^HTTP\/1\.1 5/m.test(answer) || isLeak.test(answer)) {
      const sent = Buffer.from(bytes).toString('latin1');
      figures.failures.push(`bytes ${JSON.stringify(sent.slice(0, 300))}: ${answer.slice(0, 300)}`);
    }
  });
  await inParallel(late.toSorted(endAllLast), 1, (asking) => askAll(fuzz, asking, figures));
  return figures;
}

const endAllLast = (one: Asking, other: Asking): number =>
  Number(one.name.includes('end-all')) - Number(other.name.includes('end-all'));

async function askAll(fuzz: HttpFuzz, { name, plain, hostile }: Asking, figures: HttpFigures): Promise<void> {
  for (const caller of callers) {
    const status = await judge(fuzz, caller, name, plain, figures);
    const isInVain = status === 401 || status === 403;
    for (const asked of isInVain ? hostile.slice(0, sentInVain) : hostile) {
      await judge(fuzz, caller, name, asked, figures);
    }
  }
}

async function judge(
  fuzz: HttpFuzz,
  caller: Caller,
  name: string,
  asked: Asked,
  figures: HttpFigures,
): Promise<number> {
  const token = caller === 'guest' ? undefined : await fuzz.tokenOf(caller);
  const own = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const fail = (why: string): void => {
    const sent = JSON.stringify({ method: asked.method, path: asked.path.slice(0, 300), headers: asked.headers });
    const body = asked.body === undefined ? '' : ` with ${Buffer.from(asked.body).toString('latin1').slice(0, 300)}`;
    figures.failures.push(`${caller}: ${name}, ${asked.what}: ${why}\n    ${sent.slice(0, 600)}${body}`);
  };
  try {
    const answer = await fuzz.client.send({ ...asked, headers: { ...own, ...asked.headers } });
    figures.requests += 1;
    figures.statuses.set(answer.status, (figures.statuses.get(answer.status) ?? 0) + 1);
    const successes = figures.succeeded.get(name);
    if (successes !== undefined && answer.status >= 200 && answer.status < 300) {
      figures.succeeded.set(name, successes + 1);
    }
    const { code } = readCode(answer.body);
    if (answer.status === 503 && isDocumented(name, code)) {
      const reason = code === 'none' ? name : code;
      figures.unavailable.set(reason, (figures.unavailable.get(reason) ?? 0) + 1);
    } else if (answer.status >= 500) fail(`${answer.status} ${answer.body.slice(0, 300)}`);
    if (isLeak.test(answer.body) && !name.includes('/docs')) fail(`a leak: ${answer.body.slice(0, 300)}`);
    const isOwn = caller !== 'guest' && asked.headers['authorization'] === undefined;
    if (isOwn && answer.status === 401 && code.startsWith('session-')) await fuzz.tokenOf(caller, token);
    return answer.status;
  } catch (error) {
    // What is too large is refused before it is read, and a client that still writes may see the connection end instead.
    const isRefused =
      error instanceof Error &&
      /ECONNRESET|EPIPE|socket hang up/.test(`${error.message}${String(Reflect.get(error, 'code'))}`);
    if (!isRefused || (asked.body?.length ?? 0) < 60_000) fail(`no answer: ${error}`);
    await pause(5);
    return 0;
  }
}

/** `/readyz` says what it leans on; the others name a provider, or the signer of the log, that does not answer. */
const isDocumented = (name: string, code: string): boolean =>
  name === 'GET /readyz' || code === 'provider-unavailable' || code === 'signer-away';

function readCode(body: string): { readonly code: string } {
  try {
    const { code } = JSON.parse(body) as { readonly code?: unknown };
    return { code: typeof code === 'string' ? code : 'none' };
  } catch {
    return { code: 'none' };
  }
}

async function inParallel<Item>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: most }, worker));
}

import { createSandbox, type Sandbox, type SandboxOptions } from '../create-sandbox.ts';

const KEY = 'sandbox-odds-key';
const MOLLIE_KEY = 'test_sandbox0000000000000000000000';
/** A Friday afternoon: league rounds are ahead, fast matches are live. */
export const START = Date.UTC(2026, 10, 20, 14, 0, 0);

/** A sandbox whose clock only moves when the test moves it. */
export async function startSandbox(options: SandboxOptions = {}) {
  const clock = { at: START };
  const sandbox: Sandbox = await createSandbox({ ...options, now: () => clock.at });
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${sandbox.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    // Tests read many shapes, and each reads only the fields it knows.
    const value = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
    return { status: response.status, headers: response.headers, value };
  };
  return {
    sandbox,
    clock,
    call,
    odds: (path: string) => call('GET', `/v4/sports${path}${path.includes('?') ? '&' : '?'}apiKey=${KEY}`),
    mollie: (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      call(method, `/v2${path}`, body, { authorization: `Bearer ${MOLLIE_KEY}`, ...headers }),
  };
}

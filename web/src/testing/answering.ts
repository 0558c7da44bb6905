import { afterEach, vi } from 'vitest';
import { rereadPreferences } from '../settings/preferences.ts';

/** The API's reply to a path: an answer, none ever, or a network failure. */
type Reply = { readonly status: number; readonly body: unknown } | 'never' | 'network failure';
type Replies = Readonly<Record<string, Reply | ((query: URLSearchParams) => Reply)>>;
type Asked = { readonly path: string; readonly body: unknown; readonly key: string | null };

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  rereadPreferences();
});

/** Replaces the network: answers each path as configured, by its query where that matters, and records requests. */
export function answering(replies: Replies): readonly Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const [path = '', query = ''] = address.split('?');
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    asked.push({ path, body, key: new Headers(init.headers).get('idempotency-key') });
    const configured = replies[path] ?? 'never';
    const reply = typeof configured === 'function' ? configured(new URLSearchParams(query)) : configured;
    if (reply === 'never') return new Promise<Response>(() => {});
    if (reply === 'network failure') throw new TypeError('Failed to fetch');
    return Response.json(reply.body, { status: reply.status });
  });
  return asked;
}

export const answers = (body: unknown): Reply => ({ status: 200, body });
export const refuses = (status: number, error: string, details?: unknown): Reply => ({
  status,
  body: { code: 'refused', error, ...(details !== undefined && { details }) },
});

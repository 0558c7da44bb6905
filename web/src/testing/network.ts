import { afterEach, beforeEach, vi } from 'vitest';

/** Replaces the network, and answers only when a test says so. */
export const network = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', network);
  network.mockImplementation(() => new Promise(() => {}));
});
afterEach(() => {
  vi.unstubAllGlobals();
  network.mockReset();
  localStorage.clear();
});

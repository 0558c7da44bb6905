import { afterEach, beforeEach, vi } from 'vitest';

/** Replaces the network and answers only what a test provides. */
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

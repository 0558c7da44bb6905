import { afterEach, beforeEach, vi } from 'vitest';

/** Stands where the network is and answers nobody, until a test says what comes next. */
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

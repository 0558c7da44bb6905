import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findNewBuild } from './new-build.ts';

const pageOf = (script: string) =>
  `<!doctype html><head><script src="/theme.js"></script><script type="module" crossorigin src="${script}"></script></head>`;
const network = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal('fetch', network);
  document.head.innerHTML = pageOf('/assets/index-one.js');
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});
const serving = (page: string, status = 200) => network.mockResolvedValueOnce(new Response(page, { status }));

test('another first script is a new build', async () => {
  serving(pageOf('/assets/index-two.js'));
  expect(await findNewBuild()).toBe('/assets/index-two.js');
});

test.each([
  ['the same first script', pageOf('/assets/index-one.js'), 200],
  ['a foreign page', '<html>sign in to the hotel</html>', 200],
  ['a failing server', pageOf('/assets/index-two.js'), 503],
])('%s is not a new build', async (_, page, status) => {
  serving(page, status);
  expect(await findNewBuild()).toBeUndefined();
});

test('a build that this tab was already reloaded for is not new', async () => {
  sessionStorage.setItem('reloaded-for', '/assets/index-two.js');
  serving(pageOf('/assets/index-two.js'));
  expect(await findNewBuild()).toBeUndefined();
});

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

test('another first script on the server is another build', async () => {
  serving(pageOf('/assets/index-two.js'));
  expect(await findNewBuild()).toBe('/assets/index-two.js');
});

test.each([
  ['the same first script', pageOf('/assets/index-one.js'), 200],
  ['a page that is not ours', '<html>sign in to the hotel</html>', 200],
  ['a server that is not well', pageOf('/assets/index-two.js'), 503],
])('%s is no new build', async (_, page, status) => {
  serving(page, status);
  expect(await findNewBuild()).toBeUndefined();
});

test('a build that this tab was reloaded for already is not new again', async () => {
  sessionStorage.setItem('reloaded-for', '/assets/index-two.js');
  serving(pageOf('/assets/index-two.js'));
  expect(await findNewBuild()).toBeUndefined();
});

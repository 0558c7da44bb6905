import { gzipSync } from 'node:zlib';
import type { openBrowser } from '@touchline/e2e/open-browser';

export type Browser = Awaited<ReturnType<typeof openBrowser>>;
export type Page = Awaited<ReturnType<Browser['newPage']>>;

export type Load = {
  readonly where: string;
  /** All scripts that the page requested, each compressed with gzip. */
  readonly gzipBytes: number;
  /** Only those named in the page itself, without which nothing is drawn. */
  readonly firstGzipBytes: number;
  /** The same as transferred, with their headers. */
  readonly travelledBytes: number;
  readonly scripts: readonly string[];
  readonly elsewhere: readonly string[];
  /** Cumulative layout shift (web.dev/cls), without input exclusions, as there is no input. */
  readonly shift: number;
  readonly moved: readonly string[];
  readonly firstCardMs: number;
};
type Network = { readonly latencyMs: number; readonly kbitPerSecond: number };
export type Visit = {
  readonly where: string;
  readonly width: number;
  readonly height: number;
  readonly network?: Network;
  /** Written to the browser's storage before the page opens, to log a user in. */
  readonly stored?: Readonly<Record<string, string>>;
};

const settleMs = 4_000;
const cards = 'main article[data-match]';

const watchShifts = `
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const nodes = sources.map(({ node }) => node?.nodeType === 1 ? node.outerHTML.slice(0, 90) : node?.textContent?.slice(0, 90));
      shifts.push({ value, nodes });
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Opens Home as a first-time visitor and watches until loading ends. */
export async function firstLoad(
  browser: Browser,
  url: string,
  { where, width, height, network, stored }: Visit,
): Promise<Load> {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'no-preference' });
  try {
    const page = await context.newPage();
    const travelled = await travelledScripts(page, network);
    const scripts = new Map<string, Promise<Buffer>>();
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body());
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.addInitScript(watchShifts);
    if (stored) await page.addInitScript(`Object.assign(localStorage, ${JSON.stringify(stored)})`);
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator(cards).first().waitFor();
    const firstCardMs = Math.round(Number(await page.evaluate('performance.now()')));
    await page.waitForTimeout(settleMs);
    const shifts = (await page.evaluate('shifts')) as { readonly value: number; readonly nodes: readonly string[] }[];
    const named = (await page.evaluate(
      `[...document.querySelectorAll('script[src], link[rel=modulepreload]')].map(({ src, href }) => src || href)`,
    )) as readonly string[];
    const gzip = async (codes: Iterable<Promise<Buffer>>): Promise<number> =>
      sum((await Promise.all(codes)).map((code) => gzipSync(code, { level: 9 }).length));
    const elsewhere = asked.filter(
      (address) => /^(https?|wss?):/.test(address) && new URL(address).host !== new URL(url).host,
    );
    return {
      where,
      firstCardMs,
      gzipBytes: await gzip(scripts.values()),
      firstGzipBytes: await gzip(named.flatMap((address) => scripts.get(address) ?? [])),
      travelledBytes: sum([...travelled.values()]),
      scripts: [...scripts.keys()],
      elsewhere,
      shift: shifts.reduce((sum, { value }) => sum + value, 0),
      moved: shifts.flatMap(({ nodes }) => nodes),
    };
  } finally {
    await context.close();
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** The transferred bytes of each script. */
async function travelledScripts(page: Page, network: Network | undefined): Promise<ReadonlyMap<string, number>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  if (network) {
    const bytesPerSecond = (network.kbitPerSecond * 1_000) / 8;
    await devTools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
  }
  const addresses = new Map<string, string>();
  const bytes = new Map<string, number>();
  devTools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') addresses.set(requestId, response.url);
  });
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const address = addresses.get(requestId);
    if (address !== undefined) bytes.set(address, encodedDataLength);
  });
  return bytes;
}

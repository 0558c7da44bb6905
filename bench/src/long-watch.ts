import type { Browser, Page } from './home-page.ts';
import { openCards, type Watched, watchPage } from './long-tasks.ts';

/** What a page holds after garbage collection. */
export type Held = { readonly heapBytes: number; readonly nodes: number; readonly listeners: number };
export type LongWatch = Watched & { readonly start: Held; readonly middle: Held; readonly end: Held };

const windowMs = 20_000;

/** Watches a page for minutes, in windows; collects garbage between them and counts what is left. */
export async function watchLong(browser: Browser, url: string, cards: number, minutes: number): Promise<LongWatch> {
  const page = await openCards(browser, url, cards);
  try {
    const count = await openCounter(page);
    // By then most one-time allocations exist, such as compiled code and the browser's list of long tasks.
    const windows = [await watchPage(browser, page, windowMs), await watchPage(browser, page, windowMs)];
    const held = [await count()];
    for (let rest = Math.max(2, Math.ceil((minutes * 60_000) / windowMs)); rest > 0; rest -= 1) {
      windows.push(await watchPage(browser, page, windowMs));
      held.push(await count());
    }
    const third = Math.ceil(held.length / 3);
    return {
      start: least(held.slice(0, third)),
      middle: least(held.slice(third, -third)),
      end: least(held.slice(-third)),
      tasks: windows.flatMap(({ tasks }) => tasks),
      busy: windows.reduce((sum, { busy }) => sum + busy, 0) / windows.length,
      changes: windows.reduce((sum, { changes }) => sum + changes, 0),
    };
  } finally {
    await page.context().close();
  }
}

/** Takes the minimum of some counts: work in progress comes and goes, but a leak stays. */
const least = (held: readonly Held[]): Held => ({
  heapBytes: Math.min(...held.map(({ heapBytes }) => heapBytes)),
  nodes: Math.min(...held.map(({ nodes }) => nodes)),
  listeners: Math.min(...held.map(({ listeners }) => listeners)),
});

/** Returns the growth in percent. */
export const growth = ({ start, end }: LongWatch, what: keyof Held): number => (end[what] / start[what] - 1) * 100;

async function openCounter(page: Page): Promise<() => Promise<Held>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  await devTools.send('HeapProfiler.enable');
  return async () => {
    // Again, for what the first collection released, such as weak references.
    for (let times = 3; times > 0; times -= 1) await devTools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devTools.send('Performance.getMetrics');
    const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
    return { heapBytes: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') };
  };
}

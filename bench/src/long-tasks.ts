import type { Browser, Page } from './home-page.ts';

export type LongTask = { readonly wallMs: number; readonly cpuMs: number };
export type Watched = {
  /** Main-thread tasks of more than 50 ms wall time. */
  readonly tasks: readonly LongTask[];
  /** The main thread's share of a processor. */
  readonly busy: number;
  /** Texts that changed on screen during the measurement. */
  readonly changes: number;
};

const longMs = 50;
const countChanges = `
  globalThis.changes = 0;
  globalThis.watching = new MutationObserver((list) => { changes += list.filter(({ type }) => type === 'characterData').length });
  watching.observe(document.querySelector('main'), { subtree: true, characterData: true });`;

/** Watches a page for a while, once it shows the given number of cards. */
export async function watchTasks(browser: Browser, url: string, cards: number, forMs: number): Promise<Watched> {
  const page = await openCards(browser, url, cards);
  try {
    return await watchPage(browser, page, forMs);
  } finally {
    await page.context().close();
  }
}

export async function openCards(browser: Browser, url: string, cards: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(url);
  const last = page.locator('main article[data-match]').nth(cards - 1);
  await last.waitFor({ state: 'attached' });
  return page;
}

/**
 * Counts processor time besides wall time: on a busy machine a short task may wait long for the processor, which is not the page's
 * fault.
 */
export async function watchPage(browser: Browser, page: Page, forMs: number): Promise<Watched> {
  await page.evaluate(countChanges);
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await page.waitForTimeout(forMs);
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const tasks = mainThreadTasks(trace.traceEvents);
  return {
    tasks: tasks.filter(({ wallMs }) => wallMs > longMs),
    busy: tasks.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / forMs,
    changes: Number(await page.evaluate('watching.disconnect() ?? changes')),
  };
}

/** An event of Chromium's trace format; times in µs, `tdur` is the time of the thread itself. */
type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};

/** Returns the busiest renderer: a browser keeps a spare one. */
function mainThreadTasks(events: readonly TraceEvent[]): readonly LongTask[] {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const ofEach = mains.map(({ pid, tid }) =>
    events
      .filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X' && event.name.endsWith('RunTask'))
      .map(({ dur = 0, tdur = dur }) => ({ wallMs: dur / 1_000, cpuMs: tdur / 1_000 })),
  );
  return ofEach.reduce<readonly LongTask[]>((most, tasks) => (sum(tasks) > sum(most) ? tasks : most), []);
}

const sum = (tasks: readonly LongTask[]): number => tasks.reduce((total, { cpuMs }) => total + cpuMs, 0);

import { setTimeout as pause } from 'node:timers/promises';
import { openTab, type RawTab } from '@touchline/e2e/raw-tab';
import type { Browser } from './home-page.ts';

export type CaughtUp = {
  /** Visible cards with old prices when the page was first painted again. */
  readonly staleInView: number;
  readonly inView: number;
  /** From becoming visible to that frame, and to the frame in which every card was current. */
  readonly firstFrameMs: number;
  readonly allFreshMs: number;
  /** Cards whose prices changed while the tab was in the background. */
  readonly moved: number;
};
type Prices = Readonly<Record<string, string>>;
type Frame = { readonly ms: number; readonly inView: Prices; readonly all: Prices };

const withinMs = 20_000;
const readPrices = `
  (isWanted) => Object.fromEntries([...document.querySelectorAll('main article[data-match]')].filter(isWanted).map((card) =>
    [card.dataset.match, [...card.querySelectorAll('button')].map((button) => button.querySelector('.sr-only').textContent).join(' | ')]))`;
const allPrices = `(${readPrices})(() => true)`;
/** Recorded in the following frames; a frame's callback reads what that frame paints, or older. */
const recordFrames = `
  globalThis.frames = [];
  const pricesOf = ${readPrices};
  const isInView = (card) => { const { top, bottom } = card.getBoundingClientRect(); return top < innerHeight && bottom > 0 };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    const began = performance.now();
    const record = () => {
      frames.push({ ms: performance.now() - began, inView: pricesOf(isInView), all: pricesOf(() => true) });
      if (frames.length < 60) requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
  });`;

/** Hides a page while all prices change for `hiddenMs`, then shows it again. `settle` stops the changes. */
export async function catchUp(
  browser: Browser,
  url: string,
  cards: number,
  hidden: { readonly moveFor: () => Promise<void> },
): Promise<CaughtUp> {
  const page = await openTab(browser, url);
  try {
    await until(page, `document.querySelectorAll('main article[data-match]').length === ${cards}`);
    await page.read(recordFrames);
    const before = await page.read<Prices>(allPrices);
    const control = await openTab(browser, url);
    await page.hide();
    await until(page, "document.visibilityState === 'hidden'");
    await until(control, `document.querySelectorAll('main article[data-match]').length === ${cards}`);
    await hidden.moveFor();
    const newest = await settled(control);
    await page.show();
    await until(page, 'frames.length === 60');
    await control.close();
    return judged(await page.read<readonly Frame[]>('frames'), before, newest);
  } finally {
    await page.close();
  }
}

function judged(frames: readonly Frame[], before: Prices, newest: Prices): CaughtUp {
  const [first] = frames;
  if (!first) throw new Error('nothing was painted');
  const staleOf = (shown: Prices) => Object.keys(shown).filter((match) => shown[match] !== newest[match]).length;
  const fresh = frames.find(({ all }) => staleOf(all) === 0);
  return {
    staleInView: staleOf(first.inView),
    inView: Object.keys(first.inView).length,
    firstFrameMs: first.ms,
    allFreshMs: fresh?.ms ?? Number.POSITIVE_INFINITY,
    moved: Object.keys(newest).filter((match) => newest[match] !== before[match]).length,
  };
}

/** Returns a page's prices once they have not changed for longer than a tick and its heartbeat take. */
async function settled(page: RawTab): Promise<Prices> {
  const ends = Date.now() + withinMs;
  for (let last = ''; Date.now() < ends; ) {
    const prices = await page.read<Prices>(allPrices);
    const now = JSON.stringify(prices);
    if (now === last) return prices;
    last = now;
    await pause(1_500);
  }
  throw new Error('the prices never stood still');
}

async function until(page: RawTab, condition: string): Promise<void> {
  const ends = Date.now() + withinMs;
  while (!(await page.read<boolean>(condition))) {
    if (Date.now() > ends) throw new Error(`not within ${withinMs} ms: ${condition}`);
    await pause(50);
  }
}

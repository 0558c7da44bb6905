/**
 * Takes a screenshot of every screen and state at three widths in both themes, for review. Without a folder they
 * go to .data/pictures, which git ignores. What could not be reached, is too wide or cut off is listed.
 *
 *   node e2e/src/screenshots.ts [FOLDER] [--only slip,bet] [--width 390] [--theme dark] [--language de] [--zoom 200]
 *
 * `--zoom 200` shows a window of 1440 × 900 as a browser does at 200 %, and 320 CSS px for WCAG 1.4.10.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadTranslations } from '@touchline/core/catalogues';
import type { LoginAnswer } from '@touchline/core/contract';
import { languages, setLanguage } from '@touchline/core/language';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { demoBettor, logIn } from './bettor.ts';
import { newVisitor, startLoggedIn } from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import { openProduct } from './open-product.ts';
import { callAs, demoAdmin, demoAuditor } from './people.ts';
import { playForScreenshots } from './screenshot-fixture.ts';
import { closedStates, type ScreenState, screenStates } from './screenshot-states.ts';

type Device = { readonly options: BrowserContextOptions; readonly sizes: readonly (readonly [number, number])[] };
const devices: readonly Device[] = [
  { options: { isMobile: true, hasTouch: true }, sizes: [[390, 844]] },
  {
    options: {},
    sizes: [
      [1440, 900],
      [820, 1180],
    ],
  },
];
const zoomed: readonly Device[] = [
  { options: { isMobile: true, hasTouch: true }, sizes: [[320, 640]] },
  { options: { deviceScaleFactor: 2 }, sizes: [[720, 450]] },
];
const allThemes = ['dark', 'light'] as const;
/** Of a page that is longer than the window, this much is in the picture. */
const mostHeight = 2_000;
const waitMs = 30_000;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    width: { type: 'string' },
    theme: { type: 'string' },
    zoom: { type: 'string' },
    language: { type: 'string', default: 'en' },
  },
});
/** Nothing moves; and what a service worker keeps would hide that an answer is made to fail. */
const usual: BrowserContextOptions = { reducedMotion: 'reduce', serviceWorkers: 'block', locale: values.language };
const language = languages.find((known) => known === values.language) ?? 'en';
const themes = allThemes.filter((theme) => values.theme === undefined || theme === values.theme);
const [folder = '.data/pictures'] = positionals;
mkdirSync(resolve(folder), { recursive: true });
const isWanted = ({ name }: ScreenState) => values.only.split(',').some((part) => name.includes(part));
const unreached: string[] = [];
/** At once, as a run of all takes long and may be ended early. */
const report = (problem: string): void => {
  unreached.push(problem);
  process.stderr.write(`${problem}\n`);
};
/** A picture has no scroll bar to keep room for, and shows what lies out of sight too. */
const forPictures = 'html { scrollbar-gutter: auto !important } * { content-visibility: visible !important }';

/** The names of controls whose text does not fit into them. Text that may be shortened (`truncate`) is no problem. */
const cutOff = `[...document.querySelectorAll('button, a, [role=tab], label, th, legend')].filter((one) => {
  const { overflowX } = getComputedStyle(one);
  const isShort = [one, ...one.querySelectorAll('*')].some((part) => getComputedStyle(part).textOverflow === 'ellipsis');
  return one.checkVisibility() && one.clientWidth > 8 && one.scrollWidth > one.clientWidth + 1 && !isShort && overflowX !== 'auto';
}).map((one) => one.textContent.trim().slice(0, 60))`;

const env = { ODDS_POLL_SECONDS: '1', TOKEN_MINUTES: '60' };
const [product, browser] = await Promise.all([openProduct({ env }), openBrowser()]);
try {
  await playForScreenshots(product, browser);
  // From here on, actions find controls by their names in this language.
  loadTranslations(language);
  setLanguage(language);
  const [bettor, admin, auditor] = await Promise.all(
    [demoBettor, demoAdmin, demoAuditor].map(async (who) => (await logIn(product.url, who)).session),
  );
  const sessions = { guest: undefined, bettor, admin, auditor };
  const shootAll = (states: readonly ScreenState[]) =>
    Promise.all(
      (values.zoom === '200' ? zoomed : devices).map(async ({ options, sizes }) => {
        const asked = sizes.filter(([width]) => values.width === undefined || String(width) === values.width);
        for (const state of asked.length > 0 ? states : [])
          await shoot(browser, state, sessions[state.who], { options, sizes: asked });
      }),
    );
  await shootAll(screenStates.filter(isWanted));
  const closed = closedStates.filter(isWanted);
  if (admin && closed.length > 0) {
    await callAs(product.url, admin, '/markets/close-betting', { body: { reason: 'The feed shows wrong prices.' } });
    await shootAll(closed);
  }
} finally {
  await browser.close();
  await product.stop();
}
process.stdout.write(unreached.length === 0 ? 'All were reached.\n' : `${unreached.length} problems.\n`);
if (unreached.length > 0) process.exitCode = 1;

/** One state on one device: loaded once, then seen in each size and theme of it. */
async function shoot(
  browser: Browser,
  { name, path, act }: ScreenState,
  session: LoginAnswer | undefined,
  { options, sizes }: Device,
): Promise<void> {
  const [[width = 0, height = 0] = []] = sizes;
  const viewport = { width, height };
  const visitor = await newVisitor(browser, product.url, { ...options, ...usual, viewport, isDrawn: true });
  visitor.setDefaultTimeout(waitMs);
  try {
    if (session) await startLoggedIn(visitor, session);
    const page = await visitor.newPage();
    await page.goto(path);
    await page.waitForLoadState('networkidle').catch(() => {});
    await act?.(page, product);
    // A busy machine takes its time; only states of loading show that.
    if (!/-(loading|checking)$/.test(name))
      await page
        .locator('main .skeleton')
        .first()
        .waitFor({ state: 'hidden' })
        .catch(() => {});
    await page.addStyleTag({ content: forPictures });
    for (const [width, height] of sizes) {
      for (const theme of themes)
        await picture(page, { width, height, theme }, join(folder, `${name}-${width}-${theme}.png`));
      const excess = Number(
        await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
      );
      if (excess > 0) report(`- ${name} at ${width}: ${excess} px too wide`);
      for (const text of await page.evaluate<string[]>(cutOff)) report(`- ${name} at ${width}: cut off: ${text}`);
    }
  } catch (error) {
    report(`- ${name} at ${width}: ${String(error).split('\n').slice(0, 3).join(' ')}`);
  } finally {
    await visitor.close();
  }
}

type Look = { readonly width: number; readonly height: number; readonly theme: (typeof allThemes)[number] };

/** What is docked stays at the edges of a page that is drawn in its whole length. */
async function picture(page: Page, { width, height, theme }: Look, path: string): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(`new Promise((resolve) => {
    document.documentElement.dataset.theme = '${theme}';
    // It is at least as high as the window: the longer one of the picture must not push what is below it out of view.
    // The page of an unexpected error has none.
    const content = document.querySelector('#content');
    if (content) content.parentElement.style.minHeight = '${height}px';
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  })`);
  const whole = Number(await page.evaluate('document.documentElement.scrollHeight'));
  await page.setViewportSize({ width, height: Math.min(Math.max(height, whole), mostHeight) });
  await page.screenshot({ path, animations: 'disabled' });
}

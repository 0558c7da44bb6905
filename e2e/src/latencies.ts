import type { Page } from 'playwright-core';
import { demoBettor, logIn, matchOnOffer, placeWhenConfirmed } from './bettor.ts';
import { newVisitor, startLoggedIn } from './on-screen.ts';
import { openBrowser } from './open-browser.ts';
import type { OpenProduct } from './open-product.ts';
import { until } from './until.ts';

/** Milliseconds from each cause until each of two browsers showed it. */
export type Latencies = {
  /** From the provider's change of a price. */
  readonly prices: readonly number[];
  /** From the provider's goal until the prices of the match were locked. */
  readonly goals: readonly number[];
  /** From the event in the ledger that pays a bet. */
  readonly balances: readonly number[];
};
export type Rounds = { readonly prices: number; readonly goals: number; readonly settlements: number };

type Watching = {
  readonly product: OpenProduct;
  /** Returns when the ledger recorded a bet's settlement, in ms since 1970. */
  readonly settledAt: (betId: string) => Promise<number | undefined>;
  readonly say: (line: string) => void;
};

/**
 * Measures with two browsers of a logged-in bettor, one after the other for each kind of change. An observer in each page records when
 * the document changed, by the clock of the same machine; the next frame shows it.
 */
export async function measureLatencies({ product, settledAt, say }: Watching, rounds: Rounds): Promise<Latencies> {
  const browsers = await Promise.all([openBrowser({ isMeasured: true }), openBrowser({ isMeasured: true })]);
  try {
    const { url, sandbox } = product;
    const bettor = await logIn(url, demoBettor);
    const fixture = await sandbox.create(['Watched City', 'Watched Town']);
    await matchOnOffer(url, fixture.homeTeam);
    const pages = await Promise.all(
      browsers.map(async (browser) => {
        const visitor = await newVisitor(browser, url, { isDrawn: true });
        await startLoggedIn(visitor, bettor.session);
        const page = await visitor.newPage();
        await page.goto('/games?search=Watched');
        return page;
      }),
    );
    const id = (await matchOnOffer(url, fixture.homeTeam)).id;
    await Promise.all(pages.map((page) => watch(page, 'price', `[data-match="${id}"] button .sr-only`)));
    await Promise.all(pages.map((page) => watch(page, 'balance', 'header a[href="/my-wallet"]')));
    const shown = (name: 'price' | 'balance', since: number, isWanted: RegExp) =>
      Promise.all(pages.map(async (page) => (await firstShown(page, name, since, isWanted)) - since));

    say('Prices ...');
    let cents = 200;
    const movePrice = async (): Promise<readonly number[]> => {
      cents += 1;
      const since = Date.now();
      await sandbox.setPrices(fixture, { home: cents / 100, draw: 3.4, away: 3.6 });
      return shown('price', since, open(cents));
    };
    await movePrice();
    const prices: number[] = [];
    for (let round = 0; round < rounds.prices; round += 1) prices.push(...(await movePrice()));

    say('Goals ...');
    await sandbox.kickOff(fixture);
    await movePrice();
    const goals: number[] = [];
    for (let round = 0; round < rounds.goals; round += 1) {
      const since = Date.now();
      await sandbox.goal(fixture, round % 2 === 0 ? 'home' : 'away');
      goals.push(...(await shown('price', since, locked)));
      await movePrice();
    }

    say('Settlements ...');
    const balances: number[] = [];
    for (let round = 0; round < rounds.settlements; round += 1) {
      const next = await sandbox.create([`Settled ${round}`, `Other ${round}`]);
      const { id: matchId } = await matchOnOffer(url, next.homeTeam);
      const matches = [{ matchId, betOutcome: `${next.homeTeam} Win`, odds: 2.1 }];
      const { _id: betId } = await placeWhenConfirmed(
        bettor,
        { stake: 1, matches, oddsPolicy: 'any' },
        `latency-${round}`,
      );
      const { balance } = await bettor.profile();
      await shown('balance', 0, amount(balance));
      await sandbox.kickOff(next);
      await sandbox.finish(next, 1, 0);
      const since = await until('the settlement', () => settledAt(betId));
      balances.push(...(await shown('balance', since, /\d/)));
    }
    return { prices, goals, balances };
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
  }
}

const open = (cents: number): RegExp => new RegExp(`^1, .+ Win, ${(cents / 100).toFixed(2)}$`);
/** An open price has three parts; a locked one says why. */
const locked = /^1, .+ Win, [^,]+, /;
const amount = (dollars: number): RegExp =>
  new RegExp(dollars.toLocaleString('en-US', { minimumFractionDigits: 2 }).replace('.', '\\.'));

/** Records each text of an element, with the time. */
const watch = (page: Page, name: string, selector: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const texts = ((globalThis.watched ??= {})[${JSON.stringify(name)}] = []);
    const look = () => {
      const text = document.querySelector(${JSON.stringify(selector)})?.textContent ?? '';
      if (text !== texts.at(-1)?.text) texts.push({ text, at: Date.now() });
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    look();
  })()`);

const firstShown = (page: Page, name: string, since: number, isWanted: RegExp): Promise<number> =>
  until(`${name} ${isWanted} on screen`, async () => {
    const texts = await page.evaluate<{ text: string; at: number }[]>(`watched[${JSON.stringify(name)}]`);
    return texts.find(({ text, at }) => at >= since && isWanted.test(text))?.at;
  });

import type { Browser } from 'playwright-core';
import { demoBettor, logIn, matchesOf } from './bettor.ts';
import { endCheckout, goToCheckout } from './checkout.ts';
import type { OpenProduct } from './open-product.ts';
import { callAs, demoAdmin, requestWithdrawal, visitorAs } from './people.ts';
import { until } from './until.ts';

const teams = [
  ['Northgate Rangers', 'Harbour Athletic'],
  ['Wolverhampton Wanderers', 'Borussia Mönchengladbach'],
  ['Ost', 'West'],
  ['Lower Milton Rovers', 'Abbey Wood'],
] as const;

const patiently = { withinMs: 120_000, everyMs: 500 };

/** Bets won, lost, open and void, deposits of every ending, a bonus and a withdrawal, so that every list has something to show. */
export async function playForScreenshots(product: OpenProduct, browser: Browser): Promise<void> {
  const { url, sandbox } = product;
  const bettor = await logIn(url, demoBettor);
  const fixtures = await Promise.all(teams.map((pair) => sandbox.create(pair)));
  const onOffer = async () => {
    const all = await matchesOf(url);
    // The calendar of the demo may know one of these clubs too.
    const found = fixtures.flatMap(({ homeTeam, awayTeam }) =>
      all.filter(({ match }) => match.homeTeam === homeTeam && match.awayTeam === awayTeam),
    );
    return found.length === fixtures.length ? found : undefined;
  };
  const rows = await until('the new matches', onOffer, patiently);
  // Requested before the bonus, which it would end.
  await requestWithdrawal(url, bettor.session, 25);
  const visitor = await visitorAs(browser, url, bettor.session);
  const page = await visitor.newPage();
  for (const ending of ['paid', 'failed', 'canceled', 'open'] as const) {
    await goToCheckout(page, '50', 'ideal');
    await endCheckout(page, ending);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  await visitor.close();
  const [won, lost, open, off] = rows.map(({ id, match, odds }) => ({
    matchId: id,
    betOutcome: `${match.homeTeam} Win`,
    odds: Number(odds.homeWin),
  }));
  if (!won || !lost || !open || !off) throw new Error('Four matches are needed.');
  await bettor.place({ stake: 12.5, matches: [won] }, 'screenshot-1');
  await bettor.place({ stake: 5, matches: [won, lost] }, 'screenshot-2');
  await bettor.place({ stake: 20, matches: [won, off, open], oddsPolicy: 'any' }, 'screenshot-3');
  await bettor.place({ stake: 3, matches: [off] }, 'screenshot-5');
  await bettor.place({ stake: 7.77, matches: [open] }, 'screenshot-4');
  const admin = await logIn(url, demoAdmin);
  const order = (verb: string) =>
    callAs(url, admin.session, `/markets/${open.matchId}/${verb}`, {
      body: { market: 'totals', reason: 'A team sheet was wrong.' },
    });
  const now = Date.now();
  const [from, end] = [now - 600_000, now - 540_000].map((at) =>
    new Date(Math.floor(at / 1_000) * 1_000).toISOString(),
  );
  await callAs(url, admin.session, `/markets/${open.matchId}/result`, {
    body: { result: { kind: 'window', market: 'totals', from, until: end }, reason: 'Over and under were swapped.' },
  });
  for (const [amount, cause, reason] of [
    [12.5, 'bet', 'The corner of minute 90 was graded by hand.'],
    [-40, 'payment', 'The refund of November was credited twice.'],
  ])
    await callAs(url, admin.session, `/players/${bettor.session.user.id}/adjustments`, {
      body: { amount, cause, reason },
    });
  await order('suspend');
  await order('open');
  const [first, second, , fourth] = fixtures;
  if (first) await sandbox.finish(first, 3, 1);
  if (second) await sandbox.finish(second, 0, 2);
  if (fourth) await sandbox.cancel(fourth);
  const has = async (status: string) => (await bettor.history()).find((bet) => bet.status.toLowerCase() === status);
  await until('the first winnings', () => has('won'), patiently);
  await until('the first loss', () => has('lost'), patiently);
}

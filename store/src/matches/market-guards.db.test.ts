import { hours, type Instant, instant, minutes } from '@touchline/core/instant';
import type { QuotedMatch } from '@touchline/core/matches';
import { Decimal } from '@touchline/core/money';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { saveScores } from '../settlement/index.ts';
import { createTestDatabase } from '../testing/index.ts';
import {
  listOpenMatches,
  listOpenReviews,
  openMarket,
  readMarketOrders,
  resolveReview,
  saveFixtures,
  savePrices,
  suspendMarket,
} from './index.ts';

const start = instant(Date.parse('2026-11-21T12:00:00Z'));
const later = (ms: number): Instant => instant(start + ms);
const kickoffAt = later(hours(3));
// Every test is a provider of its own, so that it knows only its own matches.
let tests = 0;
let provider = '';
const store = await createTestDatabase();
beforeEach(() => {
  tests += 1;
  provider = `provider ${tests}`;
});
afterAll(() => store.close());

const priced = (home: number, draw: number, away: number) =>
  ({
    state: 'open',
    bookmaker: 'consensus of 5',
    quotedAt: start,
    home: new Decimal(home),
    draw: new Decimal(draw),
    away: new Decimal(away),
  }) as const;
const event = () => `e1 of ${provider}`;
const quote = (but: Partial<QuotedMatch> = {}): QuotedMatch => ({
  providerEventId: event(),
  homeTeam: 'Arsenal',
  awayTeam: 'Chelsea',
  kickoffAt,
  h2h: priced(2, 3.4, 4),
  totals: null,
  ...but,
});
const save = (quotes: readonly QuotedMatch[], at = start) =>
  store.db.transaction().execute((trx) => savePrices(trx, 'soccer_epl', provider, quotes, at));
const records = async () => (await listOpenMatches(store.db)).filter((record) => record.provider === provider);
async function only() {
  const [record] = await records();
  if (!record) throw new Error('there is no match');
  return record.match;
}
const winner = async () => (await only()).markets.h2h;
const scored = (home: number, away: number, at: Instant) =>
  store.db
    .transaction()
    .execute((trx) =>
      saveScores(trx, provider, [{ providerEventId: event(), score: { home, away }, state: 'in-play' }], at),
    );

describe('after a goal', () => {
  const inPlay = later(hours(4));
  const at = (seconds: number) => instant(inPlay + seconds * 1_000);
  const quotedAt = (home: number, seconds: number) => [
    quote({ h2h: { ...priced(home, 3.4, 4), quotedAt: at(seconds) } }),
  ];

  test('the prices from before it are suspended with it, until bookmakers confirm the market', async () => {
    await save(quotedAt(2, 0), at(0));
    await scored(0, 0, at(1));
    expect((await winner())?.state).toBe('open');
    const before = (await only()).markets.h2h?.version ?? 0;
    await scored(1, 0, at(2));
    expect(await winner()).toMatchObject({ state: 'suspended', why: 'score-changed', version: before + 1 });
    // The provider repeats what it had before the goal.
    await save(quotedAt(2, 1), at(3));
    expect(await winner()).toMatchObject({ state: 'suspended', why: 'score-changed' });
    await save(quotedAt(2, 4), at(5));
    expect(await winner()).toMatchObject({ state: 'open' });
    expect((await winner())?.why).toBeUndefined();
    const history = await store.db
      .selectFrom('price_changes')
      .select('state')
      .where('match_id', '=', (await only()).id)
      .orderBy('version')
      .execute();
    expect(history.map(({ state }) => state)).toEqual(['open', 'suspended', 'open']);
  });
  test('an admin who opens the market does not open the prices from before it', async () => {
    await save(quotedAt(2, 0), at(0));
    const { id } = await only();
    const order = { matchId: id, market: 'h2h', actor: 'user:admin', reason: 'rumours' } as const;
    const run = store.db.transaction();
    await run.execute((trx) => suspendMarket(trx, { ...order, status: 'suspended', orderedAt: at(1) }));
    await scored(1, 0, at(2));
    expect(await run.execute((trx) => openMarket(trx, { ...order, orderedAt: at(3) }))).toBe('done');
    expect(await winner()).toMatchObject({ state: 'suspended', why: 'score-changed' });
    await save(quotedAt(1.9, 4), at(5));
    expect((await winner())?.state).toBe('open');
  });
  test('a disallowed goal suspends as well', async () => {
    await save(quotedAt(2, 0), at(0));
    await scored(1, 0, at(2));
    await save(quotedAt(1.5, 3), at(4));
    await save(quotedAt(1.5, 4), at(5));
    expect((await winner())?.state).toBe('open');
    await scored(0, 0, at(6));
    expect(await winner()).toMatchObject({ state: 'suspended', why: 'score-changed' });
  });
});

describe('in play', () => {
  /** After kick-off. */
  const at = (minute: number, seconds = 0) => instant(kickoffAt + minutes(minute) + seconds * 1_000);
  const quoted = (when: Instant, ...prices: Parameters<typeof priced>) => [
    quote({ h2h: { ...priced(...prices), quotedAt: when } }),
  ];

  test('prices that imply a goal suspend their market until the score reports it', async () => {
    await save(quoted(at(100), 1.12, 8, 60), at(100));
    await scored(1, 0, at(101));
    await save(quoted(at(102), 1.12, 8, 60), at(102));
    expect((await winner())?.state).toBe('open');
    await save(quoted(at(103), 15, 1.08, 17), at(103));
    await save(quoted(at(104), 15, 1.08, 17), at(104));
    expect(await winner()).toMatchObject({ state: 'suspended', why: 'score-awaited' });
    await scored(1, 1, at(105));
    await save(quoted(at(106), 15, 1.08, 17), at(106));
    expect((await winner())?.state).toBe('open');
  });

  test('a market that jumps is suspended until it was calm for a while', async () => {
    await save(quoted(at(70, 0), 2, 3.4, 4), at(70, 0));
    await save(quoted(at(70, 2), 1.3, 5, 9), at(70, 2));
    await save(quoted(at(70, 4), 1.3, 5, 9), at(70, 4));
    expect(await winner()).toMatchObject({ state: 'suspended', why: 'price-jump' });
    await save(quoted(at(70, 6), 2, 3.4, 4), at(70, 6));
    await save(quoted(at(70, 10), 2, 3.4, 4), at(70, 10));
    expect(await winner()).toMatchObject({ state: 'suspended', why: 'price-jump' });
    await save(quoted(at(70, 12), 2, 3.4, 4), at(70, 12));
    expect(await winner()).toMatchObject({ state: 'open' });
    expect((await winner())?.jumpedAt).toBeUndefined();
  });

  test('nothing is offered at 1.01 or 101, and again only well inside', async () => {
    const away = async (price: number, second: number) => {
      await save(quoted(at(80, second), 1.02, 15, price), at(80, second));
      return (await winner())?.why ?? (await winner())?.state;
    };
    expect([await away(100, 0), await away(101, 1), await away(95, 2), await away(80, 3)]).toEqual([
      'open',
      'nearly-decided',
      'nearly-decided',
      'nearly-decided',
    ]);
    await save(quoted(at(80, 4), 1.04, 15, 80), at(80, 4));
    expect((await winner())?.state).toBe('open');
    await save(quoted(at(80, 5), 1.01, 15, 80), at(80, 5));
    expect(await winner()).toMatchObject({ state: 'suspended', why: 'nearly-decided' });
  });

  test('a line that the score has passed is not offered, the first time either', async () => {
    const { away: _away, draw: _draw, home: _home, ...half } = priced(1, 1, 1);
    const line = { ...half, point: 1.5, over: new Decimal('1.05'), under: new Decimal(9), quotedAt: at(30) };
    await save([quote()], at(29));
    await scored(1, 1, at(29, 30));
    await save([quote({ h2h: { ...priced(2, 3.4, 4), quotedAt: at(30) }, totals: line })], at(30));
    const { h2h, totals } = (await only()).markets;
    expect([h2h?.state, totals?.state, totals?.why]).toEqual(['open', 'suspended', 'nearly-decided']);
  });
});

const openReviews = async () => {
  const own = (await records()).map(({ match }) => match.id);
  return (await listOpenReviews(store.db)).filter((review) => own.includes(review.matchId));
};

describe('a price that jumps', () => {
  test('suspends its market until two responses agree', async () => {
    await save([quote()]);
    await save([quote({ h2h: priced(1.3, 5, 9) })], later(1));
    expect(await winner()).toMatchObject({ state: 'suspended', why: 'price-jump', version: 2, home: new Decimal(1.3) });
    await save([quote({ h2h: priced(3, 3.4, 2.2) })], later(2));
    expect(await winner()).toMatchObject({ state: 'suspended', why: 'price-jump', version: 3 });
    await save([quote({ h2h: priced(3, 3.4, 2.2) })], later(3));
    expect(await winner()).toEqual({ ...priced(3, 3.4, 2.2), version: 4 });
  });

  test('can be opened by an operator at once, and stays open while the next responses agree', async () => {
    await save([quote()]);
    await save([quote({ h2h: priced(1.3, 5, 9) })], later(1));
    const { id } = await only();
    const order = {
      matchId: id,
      market: 'h2h',
      actor: 'user:1',
      reason: 'seen on television',
      orderedAt: later(2),
    } as const;
    expect(await store.db.transaction().execute((trx) => openMarket(trx, order))).toBe('done');
    expect(await winner()).toEqual({ ...priced(1.3, 5, 9), version: 3 });
    await save([quote({ h2h: priced(1.31, 5, 9) })], later(3));
    expect(await winner()).toMatchObject({ state: 'open', version: 4 });
  });

  test('of a fifth or less is an ordinary change', async () => {
    await save([quote()]);
    await save([quote({ h2h: priced(1.8, 3.6, 4.6) })], later(1));
    expect(await winner()).toEqual({ ...priced(1.8, 3.6, 4.6), version: 2 });
  });
});

describe('an operator’s decision', () => {
  const order = async (status: 'suspended' | 'closed', at = later(1)) => {
    const { id } = await only();
    const said = { matchId: id, market: 'h2h', status, actor: 'user:1', reason: 'a rumour', orderedAt: at } as const;
    return store.db.transaction().execute((trx) => suspendMarket(trx, said));
  };

  test.each(['suspended', 'closed'] as const)(
    'is not undone by the feed: a market stays %s while its prices change',
    async (status) => {
      await save([quote()]);
      expect(await order(status)).toBe('done');
      expect(await winner()).toMatchObject({ state: status, why: 'operator', version: 2 });
      await save([quote({ h2h: priced(2.1, 3.4, 3.8) })], later(2));
      expect(await winner()).toMatchObject({ state: status, why: 'operator', version: 3, home: new Decimal(2.1) });
      await save([], later(3));
      expect(await winner()).toMatchObject({ state: status, why: 'operator' });
    },
  );

  test('is stored with its author and reason, undone by opening, and a row of the price history each time', async () => {
    await save([quote()]);
    await order('suspended');
    const { id } = await only();
    const undo = { matchId: id, market: 'h2h', actor: 'user:2', reason: 'it was none', orderedAt: later(2) } as const;
    await store.db.transaction().execute((trx) => openMarket(trx, undo));
    expect(await winner()).toEqual({ ...priced(2, 3.4, 4), version: 3 });
    expect(await readMarketOrders(store.db, id)).toEqual([{ ...undo, status: 'open' }]);
    const history = store.db.selectFrom('price_changes').select(['version', 'state']).where('match_id', '=', id);
    expect(await history.orderBy('version').execute()).toEqual([
      { version: 1, state: 'open' },
      { version: 2, state: 'suspended' },
      { version: 3, state: 'open' },
    ]);
  });

  test('does not open an unquoted market, and requires a market of an open match', async () => {
    await save([quote()]);
    await save([], later(1));
    const { id } = await only();
    const open = { matchId: id, market: 'h2h', actor: 'user:1', reason: 'please', orderedAt: later(2) } as const;
    const ask = (changes: object) => store.db.transaction().execute((trx) => openMarket(trx, { ...open, ...changes }));
    expect(await ask({})).toBe('done');
    expect(await winner()).toMatchObject({ state: 'suspended', why: 'not-quoted' });
    expect(await ask({ market: 'totals' })).toBe('market-unknown');
    expect(await ask({ matchId: '00000000-0000-4000-8000-000000000000' })).toBe('match-unknown');
  });
});

test('closes a market that is missing for a quarter of an hour, and reopens it when it returns', async () => {
  await save([quote()]);
  await save([], later(minutes(1)));
  await save([], later(minutes(16)));
  expect(await winner()).toMatchObject({ state: 'suspended', why: 'not-quoted', missingSince: later(minutes(1)) });
  await save([], later(minutes(17)));
  expect(await winner()).toMatchObject({ state: 'closed', version: 3 });
  await save([quote()], later(minutes(18)));
  expect(await winner()).toEqual({ ...priced(2, 3.4, 4), version: 4 });
});

test('ignores consensus changes below half a percent more than a day before kick-off, not later', async () => {
  const far = { kickoffAt: later(hours(30)) };
  await save([quote(far)]);
  await save([quote({ ...far, h2h: priced(2, 3.41, 4.01) })], later(1));
  expect(await winner()).toEqual({ ...priced(2, 3.4, 4), version: 1 });
  await save([quote({ ...far, h2h: priced(2.01, 3.41, 4.01) })], later(hours(7)));
  expect(await winner()).toMatchObject({ version: 2, home: new Decimal(2.01) });
  const single = { ...priced(2.015, 3.41, 4.01), bookmaker: 'bet365' };
  await save([quote({ ...far, h2h: single })], later(1));
  expect(await winner()).toMatchObject({ version: 3, home: new Decimal(2.015) });
});

describe('a match that may be a different one', () => {
  test('with home and away swapped is suspended, keeps its teams, and needs an operator’s decision', async () => {
    await save([quote()]);
    const swapped = quote({ homeTeam: 'Chelsea', awayTeam: 'Arsenal', h2h: priced(4, 3.4, 2) });
    expect((await save([swapped], later(1))).reviews.map(({ kind }) => kind)).toEqual(['teams-swapped']);
    expect((await save([swapped], later(2))).reviews).toEqual([]);
    const match = await only();
    expect([match.homeTeam, match.markets.h2h?.state, match.markets.h2h?.why]).toEqual([
      'Arsenal',
      'suspended',
      'under-review',
    ]);
    const [review] = await openReviews();
    expect(review).toMatchObject({ kind: 'teams-swapped', subject: event(), matchId: match.id, createdAt: later(1) });
  });

  const comeback = (days: number) =>
    quote({ providerEventId: `e2 of ${provider}`, kickoffAt: later(hours(24 * days)) });
  const decide = async (resolution: 'same' | 'other', known?: string) => {
    const id = known ?? (await openReviews())[0]?.id ?? '';
    const decision = { id, by: 'user:1', resolution, at: later(hours(1)) };
    return store.db.transaction().execute((trx) => resolveReview(trx, decision));
  };

  test('that returns under another id within 30 days is not offered until an operator has decided', async () => {
    await save([quote()]);
    await save([comeback(20)], later(1));
    expect((await records()).map((record) => record.providerEventId)).toEqual([event()]);
    expect(await openReviews()).toMatchObject([{ kind: 'id-changed', facts: { formerEventId: event() } }]);
  });

  test('continues with its bets when it is the same', async () => {
    await save([quote()]);
    const { id } = await only();
    await save([comeback(1)], later(1));
    const [review] = await openReviews();
    expect(await decide('same')).toBe('resolved');
    await save([comeback(1)], later(2));
    const match = await only();
    expect([match.id, match.kickoffAt, match.markets.h2h?.state]).toEqual([id, comeback(1).kickoffAt, 'open']);
    expect(await decide('same', review?.id)).toBe('decided-before');
  });

  test('becomes a new match when it is different', async () => {
    await save([quote()]);
    await save([comeback(20)], later(1));
    await decide('other');
    await save([comeback(20)], later(2));
    expect((await records()).map((record) => record.match.markets.h2h?.state)).toEqual(['suspended', 'open']);
    expect(await openReviews()).toEqual([]);
  });

  test('is a new match at once if it is later, or while the old one is still listed', async () => {
    await save([quote()]);
    expect((await save([comeback(40)], later(1))).added).toBe(1);
    await save([quote()], later(2));
    const again = quote({ providerEventId: `e3 of ${provider}`, kickoffAt: later(hours(100)) });
    expect((await save([quote(), again, comeback(40)], later(3))).added).toBe(1);
    expect(await openReviews()).toEqual([]);
  });

  test('reports a kick-off that was earlier than known, and keeps the match open', async () => {
    await save([quote()]);
    const earlier = quote({ kickoffAt: later(hours(1)) });
    const { reviews } = await save([earlier], later(hours(1) + minutes(3)));
    expect(reviews.map(({ kind }) => kind)).toEqual(['kicked-off-earlier']);
    expect((await only()).kickoffAt).toBe(earlier.kickoffAt);
  });
});

describe('a match that has a score and is then listed for later', () => {
  const inPlay = later(hours(3) + minutes(20));
  const moved = later(hours(3) + minutes(50));
  const postponed = (at: Instant) => quote({ kickoffAt: moved, h2h: { ...priced(2, 3.4, 4), quotedAt: at } });
  const begin = async (score?: { home: number; away: number }) => {
    await save([quote()]);
    const reports = score ? [{ providerEventId: event(), score, state: 'in-play' } as const] : [];
    await store.db.transaction().execute((trx) => saveScores(trx, provider, reports, later(hours(3) + minutes(15))));
  };

  test('keeps its kick-off, takes no bets and waits for an admin', async () => {
    await begin({ home: 1, away: 0 });
    const { reviews } = await save([postponed(inPlay)], inPlay);
    expect(reviews.map(({ kind, facts }) => [kind, facts])).toEqual([
      [
        'abandoned-possible',
        {
          score: '1-0',
          kickoffAt: new Date(kickoffAt).toISOString(),
          listedFor: new Date(moved).toISOString(),
        },
      ],
    ]);
    const read = async () => {
      const match = await only();
      return [match.kickoffAt, match.markets.h2h?.state, match.markets.h2h?.why];
    };
    expect(await read()).toEqual([kickoffAt, 'suspended', 'under-review']);
    // Neither the old listing nor the new one reopens it before an admin has decided.
    const next = later(hours(3) + minutes(21));
    await save([quote({ h2h: { ...priced(2, 3.4, 4), quotedAt: next } })], next);
    await save([postponed(moved)], moved);
    expect(await read()).toEqual([kickoffAt, 'suspended', 'under-review']);
  });

  test('goes on with its kick-off once an admin has decided so', async () => {
    await begin({ home: 0, away: 0 });
    await save([postponed(inPlay)], inPlay);
    const review = (await openReviews()).at(-1);
    const decision = { id: review?.id ?? '', by: 'user:1', resolution: 'noted', at: inPlay } as const;
    await store.db.transaction().execute((trx) => resolveReview(trx, decision));
    const next = later(hours(3) + minutes(21));
    expect((await save([postponed(next)], next)).reviews).toEqual([]);
    const match = await only();
    expect([match.kickoffAt, match.markets.h2h?.state, match.seenAt?.h2h]).toEqual([kickoffAt, 'open', next]);
  });

  test('is only delayed while no score is known', async () => {
    await begin();
    expect((await save([postponed(inPlay)], inPlay)).reviews).toEqual([]);
    expect((await only()).kickoffAt).toBe(moved);
  });
});

test('a match that was moved by more than 48 hours takes no bets, whatever an admin opens, unless it is moved back', async () => {
  const moved = (ms: number, at: Instant) => [
    quote({ kickoffAt: instant(kickoffAt + ms), h2h: { ...priced(2, 3.4, 4), quotedAt: at } }),
  ];
  await save([quote()]);
  await save(moved(hours(49), later(1)), later(1));
  const closed = { state: 'suspended', why: 'under-review' };
  expect(await winner()).toMatchObject(closed);
  await save(moved(hours(49), later(2)), later(2));
  expect(await winner()).toMatchObject(closed);
  const order = { matchId: (await only()).id, market: 'h2h', actor: 'user:1', reason: 'looks right' } as const;
  await store.db.transaction().execute((trx) => openMarket(trx, { ...order, orderedAt: later(3) }));
  expect(await winner()).toMatchObject(closed);
  await save(moved(hours(48), later(4)), later(4));
  await save(moved(hours(48), later(5)), later(5));
  expect(await winner()).toMatchObject({ state: 'open' });
});

test('updates kick-offs from fixtures, except for matches that have begun', async () => {
  await save([quote()]);
  const fixture = { providerEventId: event(), kickoffAt: later(hours(5)) };
  const take = (at: Instant) => store.db.transaction().execute((trx) => saveFixtures(trx, provider, [fixture], at));
  expect([await take(later(hours(4))), await take(start), await take(start)]).toEqual([0, 1, 0]);
  expect((await only()).kickoffAt).toBe(fixture.kickoffAt);
});

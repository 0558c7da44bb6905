import {
  type BetView,
  type BookedSlip,
  type CashOutView,
  type PlaceTicketsAnswer,
  type ProfileView,
  placeTicketsAnswer,
  type RefusalView,
  refusalView,
} from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { afterAll, describe, expect, test } from 'vitest';
import { buildTestApp, openBettor, quote, requestAs } from '../testing/test-app.ts';

const api = await buildTestApp();
const ids = await quote(api.database, [
  { name: 'Red', home: '2.1' },
  { name: 'Blue', home: '1.5' },
  { name: 'Green', home: '3' },
]);
const [red, blue, green] = ids as [MatchId, MatchId, MatchId];
afterAll(() => api.close());

const place = (token: string, tickets: readonly object[], key?: string) =>
  requestAs(api.app, token, 'POST', '/bets', { tickets }, key);
const read = async <T>(url: string, token: string) => (await requestAs(api.app, token, 'GET', url)).json<T>();
const balanceOf = async (token: string) => (await read<ProfileView>('/auth/me', token)).balance;
const betsOf = async (token: string) => (await read<BetView[]>('/bet/history', token)).length;

const onRed = { matchId: '', betOutcome: 'Red United Win', odds: 2.1 };
const onBlue = { matchId: '', betOutcome: 'Blue United Win', odds: 1.5 };
const onGreen = { matchId: '', betOutcome: 'Green United Win', odds: 3 };
const single = (unitStake: number, odds = 2.1) => ({
  type: 'single',
  unitStake,
  selections: [{ ...onRed, matchId: red, odds }],
});
const double = (unitStake: number) => ({
  type: 'accumulator',
  unitStake,
  selections: [
    { ...onRed, matchId: red },
    { ...onBlue, matchId: blue },
  ],
});

const system = (unitStake: number, sizes: readonly number[], bankers: readonly number[] = []) => ({
  type: 'system',
  unitStake,
  sizes,
  selections: [
    { ...onRed, matchId: red },
    { ...onBlue, matchId: blue },
    { ...onGreen, matchId: green },
  ].map((selection, at) => (bankers.includes(at) ? { ...selection, banker: true } : selection)),
});

describe('a system', () => {
  test('stakes the same on each line, and every line can win', async () => {
    const { token } = await openBettor(api, 'nia@example.com', 100);
    const answer = await place(token, [system(2.5, [3, 2])]);
    expect(answer.statusCode, answer.body).toBe(201);
    const named = { name: 'Trixie', sizes: [2, 3], bankers: [], lines: 4, unitStake: 2.5 };
    // 2.1 × 1.5 + 2.1 × 3 + 1.5 × 3 + 2.1 × 1.5 × 3 = 23.4
    const bet = { stake: 10, system: named, totalOdds: 5.85, potentialPayout: 58.5, status: 'pending' };
    expect(answer.json<PlaceTicketsAnswer>()).toMatchObject({
      tickets: [{ type: 'system', lines: 4, stake: 10, potentialPayout: 58.5, bet }],
      wallet: { balance: 90, staked: 10 },
    });
    expect(await read<BetView[]>('/bet/history', token)).toMatchObject([bet]);
    const [placed] = answer.json<PlaceTicketsAnswer>().tickets;
    const quote = await read<CashOutView>(`/bet/${placed?.bet._id}/cash-out`, token);
    expect(quote).toMatchObject({ stake: 10, maximum: 58.5, amount: expect.any(Number) });
  });

  test('has its bankers in every line', async () => {
    const { token } = await openBettor(api, 'ola@example.com', 100);
    const answer = await place(token, [system(5, [1], [2])]);
    // 3 × 2.1 + 3 × 1.5 = 10.8
    expect(answer.json<PlaceTicketsAnswer>().tickets).toMatchObject([
      {
        lines: 2,
        stake: 10,
        potentialPayout: 54,
        bet: { system: { name: 'System 1 of 2 with 1 banker', bankers: [2] } },
      },
    ]);
  });

  test.each([
    ['without sizes', () => ({ ...single(1), type: 'system' })],
    ['of one line', () => ({ ...double(1), type: 'system', sizes: [2] })],
    ['of more than it has', () => ({ ...double(1), type: 'system', sizes: [1, 3] })],
  ])('%s is refused with its rule', async (what, ticket) => {
    const { token } = await openBettor(api, `${what.replaceAll(' ', '-')}@example.com`, 10);
    const answer = await place(token, [ticket()]);
    expect([answer.statusCode, answer.json<RefusalView>()]).toMatchObject([
      409,
      {
        code: 'tickets-refused',
        error:
          'A system has 2 to 1,023 lines; each size is at most the number of selections that are not bankers. Nothing was staked.',
        details: { tickets: [{ code: 'selections-mismatch' }] },
      },
    ]);
    expect(await balanceOf(token)).toBe(10);
  });

  test('the stake on all lines counts for limits and the balance', async () => {
    const { token } = await openBettor(api, 'pia@example.com', 9);
    const answer = await place(token, [system(2.5, [2, 3])]);
    expect(answer.json<RefusalView>()).toMatchObject({
      error: 'Your balance of $9.00 is $1.00 short of this stake. Nothing was staked.',
    });
  });
});

describe('several tickets in one request', () => {
  test('become one bet each, in their order, and the wallet pays for all of them', async () => {
    const { token } = await openBettor(api, 'ada@example.com', 100);
    const answer = await place(token, [single(10), double(5.05)]);
    expect(answer.statusCode).toBe(201);
    expect(answer.json<PlaceTicketsAnswer>()).toMatchObject({
      tickets: [
        { type: 'single', lines: 1, stake: 10, potentialPayout: 21, bet: { status: 'pending' } },
        { type: 'accumulator', lines: 1, stake: 5.05, potentialPayout: 15.9, bet: { totalOdds: 3.15 } },
      ],
      wallet: { version: 3, balance: 84.95, staked: 15.05 },
    });
    expect(await betsOf(token)).toBe(2);
  });

  test('are answered with the fields of the contract and no others, placed or refused', async () => {
    const { token } = await openBettor(api, 'own-form@example.com', 100);
    const placed = (await place(token, [single(10), double(5), system(2.5, [2, 3])])).json<PlaceTicketsAnswer>();
    const refused = (await place(token, [single(10), single(10, 2.2)])).json<RefusalView>();
    expect(placeTicketsAnswer.parse(placed)).toEqual(placed);
    expect(refusalView.parse(refused)).toEqual(refused);
  });

  test('are placed once under one key, even by ten requests at once', async () => {
    const { token } = await openBettor(api, 'bea@example.com', 100);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => place(token, [single(10), double(10)], 'slip-1')),
    );
    const ids = answers.map((answer) =>
      answer
        .json<PlaceTicketsAnswer>()
        .tickets.map(({ bet }) => bet._id)
        .join(),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await balanceOf(token)).toBe(80);
  });

  test.each([
    ['fewer', [10]],
    ['more', [10, 10, 10]],
    ['other', [10, 11]],
  ])('are refused under a used key when they are %s', async (name, stakes) => {
    const { token } = await openBettor(api, `cy-${name}@example.com`, 100);
    await place(token, [single(10), single(10)], 'slip-1');
    const answer = await place(
      token,
      stakes.map((stake) => single(stake)),
      'slip-1',
    );
    expect(answer.statusCode).toBe(409);
    expect(await balanceOf(token)).toBe(80);
  });
});

describe('one refused ticket', () => {
  const refusal = async (token: string, tickets: readonly object[]) => {
    const answer = await place(token, tickets);
    expect(await betsOf(token)).toBe(0);
    const { code, error, details } = answer.json<RefusalView>();
    const codes = (details?.['tickets'] as readonly RefusalView[] | undefined)?.map((ticket) => ticket.code);
    return [answer.statusCode, code, error, codes];
  };

  test('means that none is placed, and names its reason', async () => {
    const { token } = await openBettor(api, 'dan@example.com', 100);
    expect(await refusal(token, [single(10), single(10, 2.2), double(10)])).toEqual([
      409,
      'tickets-refused',
      'The odds of Red United Win moved from 2.20 to 2.10. Nothing was staked.',
      ['others-refused', 'legs-refused', 'others-refused'],
    ]);
    expect(await balanceOf(token)).toBe(100);
  });

  test('is one that the money for the tickets before it does not leave enough for', async () => {
    const { token } = await openBettor(api, 'eve@example.com', 15);
    expect(await refusal(token, [single(10), double(10)])).toEqual([
      409,
      'tickets-refused',
      'Your balance of $5.00 is $5.00 short of this stake. Nothing was staked.',
      ['others-refused', 'balance-too-low'],
    ]);
  });

  test('is a single of two selections, or an accumulator of one', async () => {
    const { token } = await openBettor(api, 'fay@example.com', 100);
    const mistyped = [
      { ...double(10), type: 'single' },
      { ...single(10), type: 'accumulator' },
    ];
    expect(await refusal(token, mistyped)).toEqual([
      409,
      'tickets-refused',
      '2 tickets cannot be taken now. Nothing was staked.',
      ['selections-mismatch', 'selections-mismatch'],
    ]);
  });

  test('leaves the bets of others alone that arrive at the same moment', async () => {
    const [{ token: gus }, { token: hal }] = await Promise.all([
      openBettor(api, 'gus@example.com', 15),
      openBettor(api, 'hal@example.com', 100),
    ]);
    const answers = await Promise.all([
      place(gus, [single(10), single(10)]),
      place(hal, [single(10), single(10)]),
      place(hal, [single(10)]),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 201, 201]);
    expect([await balanceOf(gus), await balanceOf(hal)]).toEqual([15, 70]);
  });
});

test('refuses more tickets than are placed together, with the reason in the language of the screen', async () => {
  const { token } = await openBettor(api, 'many@example.com', 100);
  const many = await api.app.inject({
    method: 'POST',
    url: '/bets',
    payload: { tickets: Array(21).fill(single(1)) },
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'de' },
  });
  expect([many.statusCode, many.json<RefusalView>().error]).toEqual([400, 'Platziere höchstens 20 Wetten auf einmal.']);
});

test('refuses a request without tickets', async () => {
  const { token } = await openBettor(api, 'ivy@example.com', 10);
  expect((await place(token, [])).json()).toEqual({ code: 'slip-empty', error: 'Your bet slip is empty' });
});

describe('a booked slip', () => {
  const book = (payload: object) => api.app.inject({ method: 'POST', url: '/slips', payload });
  const load = (code: string) => api.app.inject({ method: 'GET', url: `/slips/${code}` });

  test('is loaded by its code, in either case, at the odds of now', async () => {
    const selections = [
      { matchId: red, betOutcome: 'Red United Win' },
      { matchId: blue, betOutcome: 'Blue United Win' },
      { matchId: green, betOutcome: 'Green United Win by a mile' },
    ];
    const booked = await book({ kind: 'system', sizes: [2], bankers: [1], selections });
    expect(booked.statusCode, booked.body).toBe(201);
    const { code } = booked.json<{ code: string }>();
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{7}$/);
    const loaded = await load(code.toLowerCase());
    expect(loaded.json<BookedSlip>()).toEqual({
      kind: 'system',
      sizes: [2],
      bankers: [1],
      selections: [
        { ...selections[0], matchName: expect.stringContaining('Red United vs'), odds: 2.1 },
        { ...selections[1], matchName: expect.stringContaining('Blue United vs'), odds: 1.5 },
        // No longer on offer.
        { ...selections[2], matchName: expect.stringContaining('Green United vs') },
      ],
    });
  });

  test('needs a selection, and a code that was given out', async () => {
    const empty = await book({ kind: 'accumulator', selections: [] });
    expect([empty.statusCode, empty.json<RefusalView>().code]).toEqual([422, 'slip-empty']);
    const unknown = await load('AAAAAAA');
    expect([unknown.statusCode, unknown.json<RefusalView>()]).toEqual([
      404,
      { code: 'slip-unknown', error: 'There is no bet slip under this code. Codes expire after 30 days.' },
    ]);
  });
});

import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadTranslations } from '@touchline/core/catalogues';
import { setLanguage } from '@touchline/core/language';
import { useState } from 'react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openTimeline, settledTimeline } from '../screens/bet/samples.ts';
import { answering, answers, refuses } from '../testing/answering.ts';
import { withModalDialogs } from '../testing/modal-dialogs.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { CashOut } from './cash-out.tsx';
import { partOf } from './cash-out-part.ts';

withModalDialogs();
beforeEach(() => sessionStorage.clear());
const { bet } = openTimeline;
const path = `/bet/${bet._id}/cash-out`;
const quote = {
  version: 7,
  betVersion: bet.version,
  expiresAt: '2026-11-23T12:00:20.000Z',
  stake: 10,
  amount: 9.27,
  maximum: 21,
  margin: 0.05,
  legs: [{ betOutcome: bet.matches[0]?.betOutcome ?? '', odds: 2.1, chance: 0.4646 }],
};
const show = () => renderScreen(<CashOut bet={bet} onChange={() => {}} />, { rows: [] });

test('shows the value, and how it is computed', async () => {
  answering({ [path]: answers(quote) });
  show();
  await screen.findByRole('button', { name: 'Cash out $9.27' });
  expect(screen.getByText('2.10 · 46.5%')).toBeTruthy();
  expect(screen.getByText(/less 5\.0% margin/)).toBeTruthy();
});

test('two selections with the same label are named with their matches', async () => {
  const legOf = (matchName: string) => ({ ...bet.matches[0], matchId: matchName, matchName, betOutcome: 'Draw' });
  const double = { ...bet, matches: ['Arsenal vs Chelsea', 'Inter vs Milan'].map(legOf) } as typeof bet;
  const legs = double.matches.map(() => ({ betOutcome: 'Draw', odds: 3.4, chance: 0.28 }));
  answering({ [path]: answers({ ...quote, legs }) });
  renderScreen(<CashOut bet={double} onChange={() => {}} />, { rows: [] });
  await screen.findByRole('button', { name: 'Cash out $9.27' });
  for (const text of ['Arsenal vs Chelsea: Draw', 'Inter vs Milan: Draw']) expect(screen.getByText(text)).toBeTruthy();
});

test('a part is asked for with its share, and says what stays in the bet', async () => {
  answering({ [path]: answers(quote) });
  show();
  await userEvent.click(await screen.findByRole('button', { name: '25%' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cash out $2.31' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(
    dialog.getByText('You get at least $2.31 now for $2.50 of the stake. The other $7.50 stays in the bet.'),
  ).toBeTruthy();
  const paid = {
    amount: 2.31,
    bet: { ...bet, version: 9 },
    wallet: { version: 9, balance: 92, held: 0, bonus: 0, staked: 7.5 },
  };
  const asked = answering({ [path]: answers(paid) });
  await userEvent.click(dialog.getByRole('button', { name: 'Cash out $2.31' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked[0]).toMatchObject({ body: { amount: 2.31, stake: 2.5 }, key: expect.any(String) });
});

test('a refusal says why, and the dialog offers the value that there is now', async () => {
  answering({ [path]: answers(quote) });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Cash out $9.27' }));
  answering({ [path]: refuses(409, 'The value fell from $9.27 to $8.10. Nothing was cashed out.') });
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cash out $9.27' }));
  await screen.findByText('The value fell from $9.27 to $8.10. Nothing was cashed out.');
});

test('a fall while the dialog is open is said, and a press that meant the value before does nothing', async () => {
  const asked = answering({ [path]: answers(quote) });
  const { live } = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Cash out $9.27' }));
  const dialog = within(screen.getByRole('dialog'));
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  onTestFinished(() => now.mockRestore());
  act(() => live.send({ type: 'quote pushed', quote: { ...quote, id: bet._id, version: 8, amount: 8.1 } }));
  expect(dialog.getByText('The value fell from $9.27 to $8.10.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Cash out $8.10' }));
  expect(asked.filter(({ body }) => body !== undefined)).toEqual([]);
  now.mockReturnValue(Date.now() + 1_000);
  await userEvent.click(dialog.getByRole('button', { name: 'Cash out $8.10' }));
  expect(asked.find(({ body }) => body !== undefined)?.body).toMatchObject({ amount: 8.1 });
});

describe('a cash-out without an answer', () => {
  const half = { amount: 4.63, stake: 5 };
  const paid = {
    amount: half.amount,
    bet: { ...bet, version: bet.version + 1 },
    wallet: { version: 9, balance: 92, held: 0, bonus: 0, staked: 5 },
  };
  const rest = { ...quote, betVersion: bet.version + 1, stake: 5, amount: 4.63 };
  const failures = {
    'network failure': 'network failure',
    'no gateway': { status: 502, body: 'Bad Gateway' },
  } as const;

  async function cashOutHalf() {
    await userEvent.click(await screen.findByRole('button', { name: '50%' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cash out $4.63' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cash out $4.63' }));
  }
  const passRetryDelaysUntil = (find: () => HTMLElement) =>
    vi.waitFor(async () => {
      await act(() => vi.advanceTimersByTimeAsync(2_000));
      return find();
    }, 30_000);
  const cashOutsIn = (asked: ReturnType<typeof answering>) => asked.filter(({ body }) => body !== undefined);
  function withFakeTime() {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
  }

  test.each(Object.entries(failures))(
    '(%s) is sent again unchanged, and blocks another one until it is decided',
    async (_, lost) => {
      withFakeTime();
      answering({ [path]: answers(quote) });
      show();
      await screen.findByRole('button', { name: '50%' });
      const unanswered = answering({ [path]: lost });
      await cashOutHalf();
      await screen.findByText('The answer is missing. Your bet and your balance show whether it was cashed out.');
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.queryByRole('button', { name: /^Cash out \$/ })).toBeNull();
      const checkAgain = await passRetryDelaysUntil(() => screen.getByRole('button', { name: 'Check again' }));
      const answered = answering({ [path]: answers(paid) });
      await userEvent.click(checkAgain);
      await vi.waitFor(() => expect(screen.queryByText(/The answer is missing/)).toBeNull());
      const sent = [unanswered, answered].flatMap(cashOutsIn);
      expect(sent.map(({ body }) => body)).toEqual([half, half, half, half]);
      expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    },
  );

  test('that turns out to be refused says so, and can be made again', async () => {
    withFakeTime();
    answering({ [path]: answers(quote) });
    show();
    await screen.findByRole('button', { name: '50%' });
    const unanswered = answering({ [path]: 'network failure' });
    await cashOutHalf();
    await screen.findByText(/The answer is missing/);
    answering({ [path]: refuses(409, 'The value fell from $4.63 to $4.10. Nothing was cashed out.') });
    await passRetryDelaysUntil(() => screen.getByText('The value fell from $4.63 to $4.10. Nothing was cashed out.'));
    const again = answering({ [path]: answers(paid) });
    await cashOutHalf();
    await vi.waitFor(() => expect(cashOutsIn(again)).toHaveLength(1));
    expect(cashOutsIn(again)[0]?.key).not.toBe(cashOutsIn(unanswered)[0]?.key);
  });

  test('keeps its key when the screen is opened again, until the bet has changed', async () => {
    answering({ [path]: answers(quote) });
    const { unmount } = show();
    await screen.findByRole('button', { name: '50%' });
    const unanswered = answering({ [path]: 'network failure' });
    await cashOutHalf();
    await screen.findByText(/The answer is missing/);
    unmount();
    answering({ [path]: answers(quote) });
    const reopened = show();
    await screen.findByRole('button', { name: '50%' });
    const repeated = answering({ [path]: 'never' });
    await cashOutHalf();
    await vi.waitFor(() => expect(cashOutsIn(repeated)).toHaveLength(1));
    expect(cashOutsIn(repeated)).toEqual(cashOutsIn(unanswered));
    reopened.unmount();
    answering({ [path]: answers(rest) });
    show();
    await screen.findByRole('button', { name: 'Cash out $4.63' });
    const other = answering({ [path]: 'never' });
    await userEvent.click(screen.getByRole('button', { name: 'Cash out $4.63' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cash out $4.63' }));
    await vi.waitFor(() => expect(cashOutsIn(other)).toHaveLength(1));
    expect(cashOutsIn(other)[0]).toMatchObject({ body: half });
    expect(cashOutsIn(other)[0]?.key).not.toBe(cashOutsIn(unanswered)[0]?.key);
  });
});

test('while a value in play is confirmed, the cash-out is sent again with its key', async () => {
  answering({ [path]: answers(quote) });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Cash out $9.27' }));
  const paid = {
    amount: 9.3,
    bet: { ...bet, version: 9 },
    wallet: { version: 9, balance: 92, held: 0, bonus: 0, staked: 0 },
  };
  const replies = [
    { status: 409, body: { code: 'cash-out-waits', error: 'The value is being confirmed.' } },
    answers(paid),
  ];
  const asked = answering({ [path]: () => replies.shift() ?? 'never' });
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cash out $9.27' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [first, second] = asked.filter(({ body }) => body !== undefined);
  expect(first?.key).toBeTruthy();
  expect(second).toEqual(first);
});

test('a value that could not be fetched again is fetched until it can', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  answering({ [path]: answers(quote) });
  show();
  await screen.findByRole('button', { name: 'Cash out $9.27' });
  const failed = answering({ [path]: 'network failure' });
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(failed).toHaveLength(1);
  answering({ [path]: answers({ ...quote, version: 8, amount: 8.1 }) });
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  await screen.findByRole('button', { name: 'Cash out $8.10' });
});

test('without a value it says why', async () => {
  const reason = { code: 'suspended', error: 'Arsenal Win is suspended for now.' };
  answering({ [path]: answers({ ...quote, amount: undefined, reason, legs: [] }) });
  show();
  await screen.findByText('Not available now. Arsenal Win is suspended for now.');
  expect(screen.queryByRole('button', { name: /^Cash out \$/ })).toBeNull();
});

test('under a limit it offers the parts that can be cashed out, up to the largest', async () => {
  const reason = { code: 'cash-out-limit', error: 'At most $5.00 can be cashed out for now, for $5.42 of the stake.' };
  answering({ [path]: answers({ ...quote, most: { stake: 5.42, amount: 5 }, reason, rule: { target: 9 } }) });
  show();
  await screen.findByText(`${reason.error} Automatic cash-out waits until all of it can be cashed out.`);
  const offered = within(screen.getByRole('group', { name: 'How much of the bet to cash out' })).getAllByRole('button');
  expect(offered.map(({ textContent }) => textContent)).toEqual(['25%', '50%', 'Maximum', 'Other']);
  await userEvent.click(screen.getByRole('button', { name: 'Cash out $5.00' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Cash out a part of this bet?' }));
  const asked = answering({ [path]: refuses(409, reason.error) });
  await userEvent.click(dialog.getByRole('button', { name: 'Cash out $5.00' }));
  await dialog.findByText(reason.error);
  expect(asked.find(({ body }) => body !== undefined)?.body).toEqual({ amount: 5, stake: 5.42 });
});

test('an amount of the stake is cashed out; more than is open is refused before it is sent', async () => {
  answering({ [path]: answers(quote) });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Other' }));
  const field = screen.getByLabelText('Part of the stake to cash out');
  await userEvent.type(field, '10.01');
  expect(screen.getByText('Enter up to $10.00.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cash out' }).disabled).toBe(true);
  await userEvent.clear(field);
  await userEvent.type(field, '3.33');
  // A third of $9.27, rounded down.
  await userEvent.click(screen.getByRole('button', { name: 'Cash out $3.08' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Cash out a part of this bet?' }));
  expect(dialog.getByText(/for \$3\.33 of the stake\. The other \$6\.67 stays in the bet\./)).toBeTruthy();
});

test('an automatic cash-out is set, shown and removed', async () => {
  answering({ [path]: answers(quote) });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Cash out automatically…' }));
  await userEvent.type(screen.getByLabelText('Cash out once it is worth'), '15');
  const asked = answering({ [path]: answers({ ...quote, rule: { target: 15 } }), [`${path}/rule`]: answers(quote) });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Cashes out automatically once it is worth $15.00.');
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(asked.filter((one) => one.path.endsWith('/rule')).map(({ body }) => body)).toEqual([
    { target: 15 },
    { target: null },
  ]);
});

test('in German a text that is no amount does not remove the automatic cash-out', async () => {
  const asked = answering({ [path]: answers({ ...quote, rule: { target: 15.5 } }) });
  loadTranslations('de');
  setLanguage('de');
  onTestFinished(() => setLanguage('en'));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Ändern' }));
  const target = screen.getByRole<HTMLInputElement>('textbox');
  expect(target.value).toBe('15,5');
  await userEvent.clear(target);
  await userEvent.type(target, '1,000.5{Enter}');
  expect(asked.filter((one) => one.path.endsWith('/rule'))).toEqual([]);
  expect(screen.getByText('Bitte gib einen gültigen Betrag ein')).toBeTruthy();
  await userEvent.clear(target);
  await userEvent.type(target, '1.000{Enter}');
  expect(asked.find((one) => one.path.endsWith('/rule'))?.body).toEqual({ target: 1_000 });
});

test('a target that cannot be reached is refused beside its field', async () => {
  answering({ [path]: answers(quote), [`${path}/rule`]: refuses(422, 'This bet can pay at most $21.00.') });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Cash out automatically…' }));
  await userEvent.type(screen.getByLabelText('Cash out once it is worth'), '99');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('This bet can pay at most $21.00.');
});

test('a settled bet has none', () => {
  answering({});
  renderScreen(<CashOut bet={settledTimeline.bet} onChange={() => {}} />, { rows: [] });
  expect(screen.queryByText('Cash out')).toBeNull();
});

test('parts are rounded down, and a part has at least a cent of the stake', () => {
  expect(partOf({ stake: 10, amount: 9.27 }, 0.75)).toEqual({ stake: 7.5, amount: 6.95 });
  expect(partOf({ stake: 0.01, amount: 0.01 }, 0.25)).toEqual({ stake: 0.01, amount: 0.01 });
  expect(partOf({ stake: 10, amount: 9.27 }, 1)).toEqual({ stake: 10, amount: 9.27 });
});

/** A bet that gets another version. */
function Changing() {
  const [shown, setShown] = useState(bet);
  return (
    <>
      <button type="button" onClick={() => setShown({ ...bet, version: bet.version + 1 })}>
        Settle a leg
      </button>
      <CashOut bet={shown} onChange={() => {}} />
    </>
  );
}

test('an amount for the automatic cash-out stays typed while the bet changes', async () => {
  answering({ [path]: answers(quote) });
  renderScreen(<Changing />, { rows: [] });
  await userEvent.click(await screen.findByRole('button', { name: 'Cash out automatically…' }));
  const field = screen.getByLabelText<HTMLInputElement>('Cash out once it is worth');
  await userEvent.type(field, '12.5');
  answering({ [path]: answers({ ...quote, betVersion: bet.version + 1, amount: 9.5 }) });
  fireEvent.click(screen.getByRole('button', { name: 'Settle a leg' }));
  await screen.findByRole('button', { name: 'Cash out $9.50' });
  expect(screen.getByLabelText<HTMLInputElement>('Cash out once it is worth').value).toBe('12.5');
  expect(document.activeElement).toBe(field);
});

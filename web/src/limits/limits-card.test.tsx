import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadTranslations } from '@touchline/core/catalogues';
import type { LimitsView } from '@touchline/core/contract';
import { setLanguage } from '@touchline/core/language';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answering, answers, refuses } from '../testing/answering.ts';
import { withModalDialogs } from '../testing/modal-dialogs.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { LimitsCard } from './limits-card.tsx';
import { noLimits } from './samples.ts';

withModalDialogs();
const user = { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' } as const;
const wallet = { version: 1, balance: 0, held: 0, bonus: 0, staked: 0 };
const profile = { ...user, balance: 0, emailVerified: true, createdAt: '2026-03-04T12:00:00Z', wallet };
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const withStake = (amount: number | null, next: LimitsView['limits'][number]['next'] = null): LimitsView => ({
  ...noLimits,
  limits: noLimits.limits.map((limit) =>
    limit.kind === 'stake' && limit.period === 'day' ? { ...limit, amount, next } : limit,
  ),
});

test('loading, then all nine limits with the used amounts', async () => {
  answering({ '/limits': answers(withStake(50)) });
  renderScreen(<LimitsCard />);
  expect(screen.getByText('Loading your limits...')).toBeTruthy();
  const stakes = await screen.findByRole('region', { name: 'Stakes' });
  expect(within(stakes).getByText('$20.00 of $50.00')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^(Set|Change) (a|the) limit/ })).toHaveLength(9);
});
test('limits that cannot be loaded still apply, and can be loaded again', async () => {
  answering({ '/limits': 'network failure' });
  renderScreen(<LimitsCard />);
  expect(await screen.findByText('Your limits could not be loaded.')).toBeTruthy();
  expect(screen.getByText(/They still apply\./)).toBeTruthy();
});
test('a limit is set as typed; an invalid amount is an error and is not sent', async () => {
  const asked = answering({ '/limits': answers(noLimits) });
  renderScreen(<LimitsCard />);
  await press('Set a limit: Deposits in 7 days');
  await press('Save');
  expect(screen.getByText('Please enter a valid amount')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Limit'), '100.5');
  await press('Save');
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({
      path: '/limits',
      body: { kind: 'deposit', period: 'week', amount: 100.5 },
      key: null,
    }),
  );
  await waitFor(() => expect(screen.queryByLabelText('Limit')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Set a limit: Deposits in 7 days' }));
});
test.each(['de', 'es'] as const)(
  'in "%s" a limit of "1.000" is a thousand dollars, and is edited as typed',
  async (language) => {
    const asked = answering({ '/limits': answers(withStake(1_000.5)) });
    loadTranslations(language);
    setLanguage(language);
    onTestFinished(() => setLanguage('en'));
    renderScreen(<LimitsCard />);
    await press(language === 'de' ? /^Limit ändern: / : /^Cambiar el límite: /);
    const field = screen.getByLabelText<HTMLInputElement>(language === 'de' ? 'Limit' : 'Límite');
    expect(field.value).toBe('1000,5');
    await userEvent.clear(field);
    await userEvent.type(field, '1.000');
    expect(field.value).toBe('1.000');
    await press(language === 'de' ? 'Speichern' : 'Guardar');
    await waitFor(() => expect(asked.at(-1)?.body).toEqual({ kind: 'stake', period: 'day', amount: 1_000 }));
  },
);
test('a removed limit shows when it ends', async () => {
  const asked = answering({ '/limits': answers(withStake(50, { amount: null, from: '2026-11-21T14:05:00Z' })) });
  renderScreen(<LimitsCard />);
  expect(await screen.findByText(/^No limit from November 21, 2026/)).toBeTruthy();
  await press('Change the limit: Stakes in 24 hours');
  await press('Remove');
  await waitFor(() => expect(asked.at(-1)?.body).toEqual({ kind: 'stake', period: 'day', amount: null }));
});
test('a removal that was ignored while another change is saved does not look like one', async () => {
  const { promise: isAnswering, resolve: answer } = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/limits/reality-check') await isAnswering;
    return Response.json(withStake(50));
  });
  renderScreen(<LimitsCard />);
  await press('Change the limit: Stakes in 24 hours');
  await userEvent.selectOptions(screen.getByLabelText('Reality check', { selector: 'select' }), 'Every hour');
  await press('Remove');
  answer();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Remove' }).ariaDisabled).toBeNull());
  expect(screen.getByLabelText('Limit')).toBeTruthy();
});
test('a break is confirmed before it begins', async () => {
  const asked = answering({
    '/limits': answers(noLimits),
    '/limits/exclusion': answers({
      ...noLimits,
      exclusion: { kind: 'self-exclusion', since: '2026-11-20T12:00:00Z', until: null },
    }),
  });
  renderScreen(<LimitsCard />);
  await userEvent.selectOptions(await screen.findByLabelText('How long'), 'For good');
  await press('Exclude myself');
  expect(screen.getByRole('dialog', { name: 'Exclude yourself for good?' })).toBeTruthy();
  expect(asked.map(({ path }) => path)).toEqual(['/limits']);
  await press('Start now');
  expect(await screen.findByText('You have excluded yourself for good.')).toBeTruthy();
  expect(asked.at(-1)?.body).toEqual({ kind: 'self-exclusion', days: null });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByLabelText('How long')).toBeNull();
});
test('a break that begins is fetched with the profile, for the other screens', async () => {
  answering({ '/limits': answers(noLimits), '/limits/exclusion': answers(noLimits) });
  const { session } = renderScreen(<LimitsCard />, { session: { accessToken: 't', user }, profile });
  await waitFor(() => expect(session.getSnapshot().matches({ member: 'loaded' })).toBe(true));
  let loads = 0;
  session.subscribe((snapshot) => {
    if (snapshot.matches({ member: 'loading' })) loads += 1;
  });
  await press('Take a time-out');
  expect(loads).toBe(0);
  await press('Start now');
  await waitFor(() => expect(loads).toBe(1));
});
test('a refused break shows the reason and does not begin', async () => {
  answering({ '/limits': answers(noLimits), '/limits/exclusion': refuses(409, 'You are excluded already.') });
  renderScreen(<LimitsCard />);
  await press('Take a time-out');
  await press('Start now');
  expect((await screen.findByRole('alert')).textContent).toContain('You are excluded already.');
});
test('the reality check can be set', async () => {
  const asked = answering({
    '/limits': answers(noLimits),
    '/limits/reality-check': answers({ ...noLimits, realityCheckMinutes: 30 }),
  });
  renderScreen(<LimitsCard />);
  await userEvent.selectOptions(
    await screen.findByLabelText('Reality check', { selector: 'select' }),
    'Every 30 minutes',
  );
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({ path: '/limits/reality-check', body: { minutes: 30 }, key: null }),
  );
});

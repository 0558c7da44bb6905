import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PeriodReportView } from '@touchline/core/contract';
import { describe, expect, test } from 'vitest';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { addsUp } from './balance-tables.tsx';
import { figureHref } from './event-links.ts';
import { presetsAt, queryFromSearch } from './report-period.ts';
import { ReportsScreen } from './reports-screen.tsx';

const figures = { stakes: 30, payouts: 21, ggr: 9, bonusCost: 2, ngr: 7, refunds: 5 };
const report: PeriodReportView = {
  from: '2026-11-20T00:00:00.000000Z',
  to: '2026-11-22T00:00:00.000000Z',
  by: 'day',
  unit: 'day',
  opening: { 'player:cash': 100, 'provider:clearing': -100 },
  movements: [
    { kind: 'DepositCredited', amounts: { 'player:cash': 50, 'provider:clearing': -50 } },
    { kind: 'StakeTaken', amounts: { 'player:cash': -30.1, 'player:staked': 30.1 } },
  ],
  closing: { 'player:cash': 119.9, 'player:staked': 30.1, 'provider:clearing': -150 },
  total: figures,
  groups: [{ group: '2026-11-20', figures }],
};
const path = '/reports?from=2026-11-20T00%3A00%3A00Z&to=2026-11-22T00%3A00%3A00Z&by=day';

function show(role: 'auditor' | 'admin' | 'bettor') {
  const user = { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role, hasSecondFactor: true } as const;
  return renderScreen(<ReportsScreen />, { path, session: { accessToken: 'token', user } as never });
}
const linkOf = (table: string, row: string, column: string) =>
  within(screen.getByRole('region', { name: table })).getByRole('link', {
    name: new RegExp(`^${row}, ${column}: ?[-$]`),
  });

describe('reports', () => {
  test('loading: shows a placeholder', () => {
    answering({});
    show('auditor');
    expect(screen.getByText('Loading the report...')).toBeTruthy();
  });

  test('shown: each figure opens its events', async () => {
    answering({ '/reports/period': answers(report) });
    show('auditor');
    await screen.findByText('Opening balances and movements add up to the closing balances');
    const query = (link: HTMLElement) =>
      Object.fromEntries(new URL(link.getAttribute('href') ?? '', 'http://x').searchParams);
    expect(query(linkOf('Revenue by day', '2026-11-20', 'GGR'))).toEqual({
      type: 'CashedOut,WinningsPaid,StakeLost,SettlementRolledBack/WinningsPaid,SettlementRolledBack/StakeLost',
      account: 'house:result',
      from: '2026-11-20T00:00:00.000Z',
      to: '2026-11-20T23:59:59.999999Z',
    });
    expect(query(linkOf('Owed to players', 'Opening balance', 'All players'))).toEqual({
      account: 'player:cash,player:held,player:bonus,player:staked',
      to: '2026-11-19T23:59:59.999999Z',
    });
    expect(query(linkOf('Owed to players', 'Deposit credited', 'Cash'))).toMatchObject({
      type: 'DepositCredited',
      account: 'player:cash',
      from: report.from,
    });
  });

  test('shown: admins see the figures without the events', async () => {
    answering({ '/reports/period': answers(report) });
    show('admin');
    await screen.findByRole('region', { name: 'Revenue by day' });
    expect(screen.queryAllByRole('link')).toEqual([]);
  });

  test('shown: what cash-outs cost and saved; what they paid opens its events', async () => {
    const totals = { count: 1_204, stakes: 50, paid: 41.2, worth: 43.4, margin: 2.2, decided: 7, saved: -3.5 };
    const { from, to, by, unit } = report;
    const cashOuts = { from, to, by, unit, total: totals, groups: [{ group: '2026-11-20', figures: totals }] };
    answering({ '/reports/period': answers(report), '/reports/cash-outs': answers(cashOuts) });
    show('auditor');
    const table = await screen.findByRole('region', { name: 'Cash-outs by day' });
    const cells = within(table)
      .getAllByRole('row')
      .map((row) => within(row).queryAllByRole('cell'));
    expect(cells.at(-1)?.map(({ textContent }) => textContent)).toEqual([
      ...['1,204', '$50.00', 'Total, Paid: $41.20', '$43.40', '$2.20', '7', '-$3.50'],
    ]);
    const link = linkOf('Cash-outs by day', '2026-11-20', 'Paid').getAttribute('href') ?? '';
    expect(new URL(link, 'http://x').searchParams.get('type')).toBe('CashedOut');
  });

  test('shown: without cash-outs, and after they failed to load, the rest of the report is there', async () => {
    const none = { count: 0, stakes: 0, paid: 0, worth: 0, margin: 0, decided: 0, saved: 0 };
    const { from, to, by, unit } = report;
    let isBroken = true;
    answering({
      '/reports/period': answers(report),
      '/reports/cash-outs': () =>
        isBroken ? refuses(400, 'The period is too long.') : answers({ from, to, by, unit, total: none, groups: [] }),
    });
    show('auditor');
    expect((await screen.findByText('The period is too long.')).getAttribute('role')).toBe('alert');
    await screen.findByRole('region', { name: 'Revenue by day' });
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('No bets were cashed out in this period.');
  });

  test('shown: another period is requested and in the address', async () => {
    const asked: string[] = [];
    answering({
      '/reports/period': (query) => {
        asked.push(`${query.get('by')}`);
        const by = query.get('by');
        return answers(by === 'day' ? report : { ...report, by, groups: [{ group: 'several', figures }] });
      },
    });
    const { history } = show('auditor');
    await userEvent.selectOptions(await screen.findByLabelText('Divide the revenue'), 'By league');
    await screen.findByText('Several leagues');
    expect([asked, history.at(-1)]).toEqual([['day', 'league'], path.replace('by=day', 'by=league')]);
  });

  test('failed: shows the reason and can be retried', async () => {
    let isBroken = true;
    answering({ '/reports/period': () => (isBroken ? refuses(503, 'Reports are being prepared.') : answers(report)) });
    show('auditor');
    await screen.findByText('Reports are being prepared.');
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByRole('region', { name: 'Revenue by day' });
  });

  test('explains to a bettor that the page is for staff', () => {
    answering({});
    show('bettor');
    expect(screen.getByText('This page is for admins and auditors.')).toBeTruthy();
  });
});

test('sees balances that do not add up', () => {
  expect(addsUp(report)).toBe(true);
  expect(addsUp({ ...report, closing: { ...report.closing, 'player:cash': 119.91 } })).toBe(false);
  expect(addsUp({ ...report, closing: { ...report.closing, 'house:result': 0.01 } })).toBe(false);
});

test('links a month of a long period to the part that is in the period', () => {
  const period = { from: '2025-01-15T00:00:00.000000Z', to: '2026-12-01T00:00:00.000000Z' };
  const hrefOf = (group: string) =>
    new URL(
      figureHref({ kinds: ['StakeLost'], accounts: ['house:result'] }, period, { by: 'day', unit: 'month', group }),
      'http://x',
    );
  const range = (group: string) => ['from', 'to'].map((name) => hrefOf(group).searchParams.get(name));
  expect(range('2025-01')).toEqual(['2025-01-15T00:00:00.000Z', '2025-01-31T23:59:59.999999Z']);
  expect(range('2025-12')).toEqual(['2025-12-01T00:00:00.000Z', '2025-12-31T23:59:59.999999Z']);
});

test('offers periods in UTC and shows this month by default', () => {
  const now = new Date('2026-01-01T00:30:00Z');
  expect(presetsAt(now).map(({ from, to }) => [from.slice(0, 10), to.slice(0, 10)])).toEqual([
    ['2026-01-01', '2026-01-02'],
    ['2025-12-31', '2026-01-01'],
    ['2026-01-01', '2026-02-01'],
    ['2025-12-01', '2026-01-01'],
    ['2026-01-01', '2027-01-01'],
  ]);
  expect(queryFromSearch('by=moon&from=never', now)).toEqual({
    from: '2026-01-01T00:00:00Z',
    to: '2026-02-01T00:00:00Z',
    by: 'day',
  });
});

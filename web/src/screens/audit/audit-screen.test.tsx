import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '@touchline/core/account';
import type { AccessLook, AuditedAction } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { AuditScreen } from './audit-screen.tsx';

const boId = '01937f8a-0000-7000-8000-0000000000b0';
const entered: AuditedAction = {
  id: 9,
  at: '2026-11-20T14:00:00.123456Z',
  actor: { userId: boId, role: 'admin', name: 'Bo', email: 'bo@touchline.test' },
  action: 'result-entered',
  subject: 'match:01937f8a-1111-7000-8000-000000000001',
  reason: 'the referee said so',
  before: { status: 'open' },
  after: { decision: { kind: 'score', home: 1, away: 0 } },
  requestId: 'r-1',
};
const look: AccessLook = {
  id: 4,
  at: '2026-11-20T13:00:00.000000Z',
  userId: 'u9',
  name: 'Aud',
  email: 'aud@touchline.test',
  role: 'auditor',
  action: 'wallet',
  walletId: '01937f8a-2222-7000-8000-000000000002',
  request: 'GET /ledger/wallets/01937f8a',
};
const show = (role: Role, path = '/audit') =>
  renderScreen(<AuditScreen />, {
    path,
    session: { accessToken: 't', user: { id: 'a1', name: 'Bo', email: 'bo@touchline.test', role } },
  });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

test('bettors are told that it is not for them, and nothing is asked', () => {
  const asked = answering({});
  show('bettor');
  expect(screen.getByText('This page is for admins and auditors.')).toBeTruthy();
  expect(asked).toEqual([]);
});

test('an action tells who, what and why, and opens to how it stood before and after', async () => {
  answering({ '/audit': answers({ actions: [entered], next: null }) });
  show('admin');
  expect(await screen.findByText('the referee said so')).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: 'Audit log' })).toBeNull();
  await press(/^Show the details of result entered/);
  expect(within(screen.getByRole('region', { name: 'Before' })).getByText('open')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'After' })).getByText('decision, home')).toBeTruthy();
});

test('it is narrowed to a person or a subject; the filters are in the address and in what is asked', async () => {
  const queries: string[] = [];
  answering({
    '/audit': (query) => {
      queries.push(query.toString());
      return answers({ actions: [entered], next: null });
    },
  });
  const { history } = show('admin', '/audit?action=result-entered&actor=nobody');
  await screen.findByText('the referee said so');
  await press(/^Show the details/);
  await press('Only this person');
  await expect.poll(() => history.at(-1)).toBe(`/audit?actor=${boId}&action=result-entered`);
  await expect
    .poll(() => queries)
    .toEqual(['action=result-entered&limit=50', `actor=${boId}&action=result-entered&limit=50`]);
  await press('Clear filters');
  expect(history.at(-1)).toBe('/audit');
});

test('more is loaded below, from where the page ended', async () => {
  answering({
    '/audit': (query) =>
      query.get('before') === '9'
        ? answers({
            actions: [{ ...entered, id: 8, reason: 'a line-up leaked', action: 'market-suspended' }],
            next: null,
          })
        : answers({ actions: [entered], next: 9 }),
  });
  show('admin');
  await screen.findByText('the referee said so');
  await press('Load more');
  expect(await screen.findByText('a line-up leaked')).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('nothing fits, or it failed: both say so and what to do', async () => {
  answering({ '/audit': refuses(500, 'The database is away.') });
  show('admin', '/audit?subject=match:');
  expect(await screen.findByText('The database is away.')).toBeTruthy();
  answering({ '/audit': answers({ actions: [], next: null }) });
  await press('Try Again');
  expect(await screen.findByText('No matching actions')).toBeTruthy();
});

test('auditors also see who looked at whose money', async () => {
  answering({ '/ledger/access-log': answers({ looks: [look], next: null }) });
  show('auditor', '/audit?view=access');
  expect(await screen.findByText('Viewed a wallet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Wallet' }).getAttribute('href')).toBe(`/ledger/wallets/${look.walletId}`);
});

test('the access log is not for admins: they see the actions', async () => {
  const asked = answering({ '/audit': answers({ actions: [], next: null }) });
  show('admin', '/audit?view=access');
  expect(await screen.findByText('No actions yet')).toBeTruthy();
  expect(asked.map(({ path }) => path)).toEqual(['/audit']);
});

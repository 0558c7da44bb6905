import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '@touchline/core/account';
import type { AuditedAction, RecordedAccess } from '@touchline/core/contract';
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
const access: RecordedAccess = {
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

test('explains to bettors that it is for staff, without a request', () => {
  const asked = answering({});
  show('bettor');
  expect(screen.getByText('This page is for admins and auditors.')).toBeTruthy();
  expect(asked).toEqual([]);
});

test('an action shows who, what and why, and opens to the state before and after', async () => {
  answering({ '/audit': answers({ actions: [entered], next: null }) });
  show('admin');
  expect(await screen.findByText('the referee said so')).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: 'Audit log' })).toBeNull();
  await press(/^Show the details of result entered/);
  const textOf = (name: string) => screen.getByRole('region', { name }).textContent;
  expect([textOf('Before'), textOf('After')]).toEqual([
    'BeforeStatusOpen',
    'AfterDecisionKindScoreHome goals1Away goals0',
  ]);
});

test('what an action changed stands out, also where nothing stood before', async () => {
  const before = { version: 1, reference: null };
  answering({
    '/audit': answers({ actions: [{ ...entered, before, after: { version: 1, reference: 'PO-1' } }], next: null }),
  });
  show('admin');
  await screen.findByText('the referee said so');
  await press(/^Show the details of result entered/);
  const after = within(screen.getByRole('region', { name: 'After' }));
  expect(['1', 'PO-1'].map((text) => after.getByText(text).className)).toEqual(['', 'font-strong']);
});

test('names a known match by its teams and its kick-off, and keeps its id at hand', async () => {
  const match = { homeTeam: 'Arsenal', awayTeam: 'Chelsea', commenceTime: '2026-11-20T15:00:00Z' };
  answering({ '/audit': answers({ actions: [{ ...entered, match }], next: null }) });
  show('admin');
  const name = await screen.findByText(/^Arsenal vs Chelsea, Nov 20, 2026/);
  expect(name.title).toBe(entered.subject);
  await press(/^Show the details of result entered/);
  expect(screen.getByRole('button', { name: "Copy the subject's id" })).toBeTruthy();
});

test('filters by person or subject, in the URL and in the request', async () => {
  const queries: string[] = [];
  answering({
    '/audit': (query) => {
      queries.push(query.toString());
      return answers({ actions: [entered], next: null });
    },
  });
  const { history } = show('admin', '/audit?action=result-entered&actor=unknown');
  await screen.findByText('the referee said so');
  await press(/^Show the details/);
  await press('Filter by this person');
  await expect.poll(() => history.at(-1)).toBe(`/audit?actor=${boId}&action=result-entered`);
  await expect
    .poll(() => queries)
    .toEqual(['action=result-entered&limit=50', `actor=${boId}&action=result-entered&limit=50`]);
  await press('Clear filters');
  expect(history.at(-1)).toBe('/audit');
});

test('loads the next page below', async () => {
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

test('shows the empty and the failed state', async () => {
  answering({ '/audit': refuses(500, 'The database is away.') });
  show('admin', '/audit?subject=match:');
  expect(await screen.findByText('The database is away.')).toBeTruthy();
  answering({ '/audit': answers({ actions: [], next: null }) });
  await press('Try Again');
  expect(await screen.findByText('No matching actions')).toBeTruthy();
});

test('auditors also see who viewed which wallet', async () => {
  answering({ '/ledger/access-log': answers({ looks: [access], next: null }) });
  show('auditor', '/audit?view=access');
  expect(await screen.findByText('Viewed a wallet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Wallet' }).getAttribute('href')).toBe(`/ledger/wallets/${access.walletId}`);
});

test('auditors read names beside the ids of players; admins do not ask for them', async () => {
  const excluded = { ...entered, action: 'player-excluded', subject: `user:${boId}` };
  const replies = {
    '/audit': answers({ actions: [excluded], next: null }),
    '/ledger/names': answers([{ id: boId, name: 'Bea Smit' }]),
  };
  answering(replies);
  const auditor = show('auditor');
  expect(await screen.findByText('Bea Smit')).toBeTruthy();
  auditor.unmount();
  const asked = answering(replies);
  show('admin');
  expect(await screen.findByText('user 01937f8a')).toBeTruthy();
  expect(asked.map(({ path }) => path)).toEqual(['/audit']);
});

test('exports the actions that the filter finds', async () => {
  answering({ '/audit': answers({ actions: [entered], next: null }) });
  show('auditor', '/audit?action=result-entered');
  expect(await screen.findByRole('button', { name: 'Export actions' })).toBeTruthy();
});

test('admins see actions, but not the access log', async () => {
  const asked = answering({ '/audit': answers({ actions: [], next: null }) });
  show('admin', '/audit?view=access');
  expect(await screen.findByText('No actions yet')).toBeTruthy();
  expect(asked.map(({ path }) => path)).toEqual(['/audit']);
});

import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CaseFile, LoginAnswer } from '@touchline/core/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Route } from 'wouter';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { filterFromSearch } from '../transactions/transaction-filter.ts';
import { CaseScreen } from './case-screen.tsx';
import { CasesScreen } from './cases-screen.tsx';

const at = '2026-11-20T14:00:00.123456Z';
const finding: CaseFile = {
  id: 7,
  kind: 'verification',
  title: 'event 12 is not what was logged',
  state: 'open',
  owner: null,
  openedAt: at,
  changedAt: at,
  facts: { kind: 'record-altered', seq: 12 },
  entries: [{ id: 1, at, by: null, act: 'opened', text: 'verification r1', subject: 'event:12' }],
};
const session = {
  accessToken: 't',
  user: { id: 'a1', name: 'Aud', email: 'aud@touchline.test', role: 'auditor' },
} as const satisfies LoginAnswer;
const showList = (path = '/cases') => renderScreen(<CasesScreen />, { path, session });
const showCase = (as: LoginAnswer = session) =>
  renderScreen(
    <Route path="/cases/:id">
      <CaseScreen />
    </Route>,
    { path: '/cases/7', session: as },
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('lists open cases first, and keeps the filter in the URL and the request', async () => {
  const queries: string[] = [];
  answering({
    '/cases': (query) => {
      queries.push(query.toString());
      return answers({ cases: query.get('state') === 'open' ? [finding] : [], open: 1, next: null });
    },
  });
  showList();
  expect((await screen.findByRole('link', { name: /event 12 is not what was logged/i })).getAttribute('href')).toBe(
    '/cases/7',
  );
  expect(queries).toEqual(['state=open']);
});

test('explains that it is for staff', () => {
  const asked = answering({});
  renderScreen(<CasesScreen />, { session: { ...session, user: { ...session.user, role: 'bettor' } } });
  expect(screen.getByText('This page is for admins and auditors.')).toBeTruthy();
  expect(asked).toEqual([]);
});

test('a case shows its event, is explained with a reason, and empties the field', async () => {
  const explained: CaseFile = {
    ...finding,
    state: 'explained',
    owner: { userId: 'a1', name: 'Aud' },
    entries: [
      ...finding.entries,
      { id: 2, at, by: { userId: 'a1', name: 'Aud' }, act: 'explained', text: 'A restored backup.', subject: null },
    ],
  };
  let server = finding;
  const asked = answering({
    '/cases/7': () => answers(server),
    '/cases/7/entries': () => {
      server = explained;
      return answers(explained);
    },
  });
  showCase();
  expect((await screen.findByRole('link', { name: 'Event 12' })).getAttribute('href')).toBe('/ledger?cause=event:12');
  expect(screen.getByRole('button', { name: 'Explain' }).hasAttribute('disabled')).toBe(true);
  await userEvent.type(screen.getByLabelText('Note or reason'), ' A restored backup. ');
  await press('Explain');
  expect(await screen.findByText('A restored backup.')).toBeTruthy();
  expect(asked.find(({ path }) => path === '/cases/7/entries')).toMatchObject({
    body: { act: 'explain', text: 'A restored backup.' },
  });
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('');
  expect(screen.getByRole('button', { name: 'Reopen' })).toBeTruthy();
});

test("a case about a payment leads an admin to the payment's row", async () => {
  const id = '01a219e4-0000-7000-8000-000000000001';
  const difference: CaseFile = {
    ...finding,
    kind: 'reconciliation',
    entries: [{ id: 1, at, by: null, act: 'opened', text: 'comparison c1', subject: `transaction:${id}` }],
  };
  answering({ '/cases/7': answers(difference) });
  showCase({ ...session, user: { ...session.user, role: 'admin' } });
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /^Transaction/ });
  expect(filterFromSearch(link.search)).toEqual({ user: id });
});

describe('what a colleague does', () => {
  const bo = { userId: 'a2', name: 'Bo' };
  const resolved: CaseFile = {
    ...finding,
    state: 'resolved',
    owner: bo,
    entries: [...finding.entries, { id: 2, at, by: bo, act: 'resolved', text: 'Corrected.', subject: null }],
  };
  let server: CaseFile = finding;
  const replies = {
    '/cases/7': () => answers(server),
    '/cases': () => answers({ cases: server.state === 'open' ? [server] : [], open: 1, next: null }),
  };
  const pass = async () => {
    for (const ms of [3_000, 0, 0]) await act(() => vi.advanceTimersByTimeAsync(ms));
  };
  afterEach(() => {
    vi.useRealTimers();
    server = finding;
  });

  test('shows on an open case without losing what is being written', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answering(replies);
    showCase();
    await screen.findByRole('link', { name: 'Event 12' });
    await userEvent.type(screen.getByLabelText('Note or reason'), 'I found');
    server = resolved;
    await pass();
    expect(screen.getByText('Corrected.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Resolve' })).toBeNull();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('I found');
  });

  test('removes a case that is no longer open from the list of open ones', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answering(replies);
    showList();
    await screen.findByRole('link', { name: /event 12 is not what was logged/i });
    server = resolved;
    await pass();
    expect(screen.getByText('No open cases')).toBeTruthy();
  });
});

test('a refused step keeps what was written', async () => {
  answering({ '/cases/7': answers(finding), '/cases/7/entries': refuses(409, 'This case has already ended.') });
  showCase();
  await screen.findByRole('link', { name: 'Event 12' });
  await userEvent.type(screen.getByLabelText('Note or reason'), 'late');
  await press('Resolve');
  expect((await screen.findByRole('alert')).textContent).toBe('This case has already ended.');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('late');
});

import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadTranslations } from '@touchline/core/catalogues';
import type { LoginAnswer, ReconciliationView } from '@touchline/core/contract';
import { setLanguage } from '@touchline/core/language';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { pends } from '../../testing/remote-actors.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { reconciliationMachine } from './reconciliation-machine.ts';
import { ReconciliationScreen } from './reconciliation-screen.tsx';

const running: ReconciliationView = {
  id: 'r1',
  kind: 'provider',
  state: 'running',
  requestedAt: '2026-11-20T14:00:00.000Z',
  finishedAt: null,
  counts: {},
  differences: null,
  problem: null,
};
const done: ReconciliationView = { ...running, state: 'done', counts: { payments: 12 }, differences: 0 };
const bank: ReconciliationView = { ...done, id: 'r2', kind: 'bank', counts: { matched: 3 }, differences: 1 };
const listOf = (...runs: readonly ReconciliationView[]) => ({ runs, openDifferences: 0 });

const never = reconciliationMachine.provide({
  actors: { list: pends(), request: pends(), upload: pends() },
});
const reached = reachableStates(never, {
  samples: [
    { type: 'upload', file: new File(['<Document/>'], 'statement.xml') },
    ...['firstRuns', 'laterRuns'].flatMap((list) => [
      { type: `xstate.done.actor.${list}`, output: listOf(running) },
      { type: `xstate.error.actor.${list}`, error: new Error('broken') },
    ]),
    ...['request', 'upload'].map((command) => ({ type: `xstate.done.actor.${command}`, output: bank })),
  ],
});
test.each(allStates(reconciliationMachine))('can reach "%s"', (state) => expect(reached).toContain(state));

type Reply = () => Promise<unknown>;
const replies = new Map<string, Reply>();
const requests: string[] = [];
const answersWith =
  (body: unknown): Reply =>
  async () =>
    body;
const staysOpen: Reply = () => new Promise(() => {});
const breaks: Reply = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  requests.length = 0;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit) => {
    requests.push(`${method} ${path}`);
    return Response.json(await (replies.get(`${method} ${path}`) ?? staysOpen)(), {
      status: method === 'GET' ? 200 : path.endsWith('/bank') ? 201 : 202,
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const session = {
  accessToken: 't',
  user: { id: 'a1', name: 'Aud', email: 'aud@touchline.test', role: 'auditor' },
} as const satisfies LoginAnswer;

/** Opens the screen; three seconds later it asks for the comparisons again, and gets `again`. */
async function openAndPoll(again: Reply) {
  replies.set('GET /reconciliations', answersWith(listOf(running)));
  renderScreen(<ReconciliationScreen />, { path: '/reconciliation', session });
  await screen.findByText('Running');
  replies.set('GET /reconciliations', again);
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  await expect.poll(() => requests).toEqual(['GET /reconciliations', 'GET /reconciliations']);
}

test('a bank statement is sent also while the comparisons are fetched again', async () => {
  await openAndPoll(staysOpen);
  replies.set('POST /reconciliations/bank', answersWith(bank));
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTimeAsync(ms) });
  await user.upload(
    screen.getByLabelText(/^Bank statement/),
    new File(['<Document/>'], 'statement.xml', { type: 'text/xml' }),
  );
  await expect.poll(() => requests).toContain('POST /reconciliations/bank');
  replies.set('GET /reconciliations', answersWith(listOf(bank, done)));
  expect(await screen.findByText('3 payouts found on the statement, 1 difference.')).toBeTruthy();
});

test('a statement that cannot be read says so, and the next one is sent', async () => {
  replies.set('GET /reconciliations', answersWith(listOf()));
  replies.set('POST /reconciliations/bank', answersWith(bank));
  renderScreen(<ReconciliationScreen />, { path: '/reconciliation', session });
  const input = await screen.findByLabelText(/^Bank statement/);
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTimeAsync(ms) });
  const unreadable = new File(['<Document/>'], 'moved.xml', { type: 'text/xml' });
  unreadable.text = () => Promise.reject(new DOMException('The file was moved.', 'NotReadableError'));
  await user.upload(input, unreadable);
  expect((await screen.findByRole('alert')).textContent).toBe('The file could not be read. Choose it again.');
  expect(requests).toEqual(['GET /reconciliations']);
  await user.upload(input, new File(['<Document/>'], 'statement.xml', { type: 'text/xml' }));
  expect(await screen.findByText('3 payouts found on the statement, 1 difference.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['en', '1 payment · 2 refunds · 0 chargebacks · 1,200 deposits · 3 movements · 1 settlement', '4 debits · 3 matched'],
  [
    'de',
    '1 Zahlung · 2 Erstattungen · 0 Rückbuchungen · 1.200 Einzahlungen · 3 Bewegungen · 1 Abrechnung',
    '4 Abbuchungen · 3 zugeordnet',
  ],
  [
    'es',
    '1 pago · 2 reembolsos · 0 contracargos · 1200 depósitos · 3 movimientos · 1 liquidación',
    '4 cargos · 3 emparejados',
  ],
] as const)('in "%s" what was compared is counted in that language', async (language, provider, statement) => {
  loadTranslations(language);
  setLanguage(language);
  onTestFinished(() => setLanguage('en'));
  const counts = { payments: 1, refunds: 2, chargebacks: 0, deposits: 1_200, movements: 3, settlements: 1 };
  const runs = [
    { ...done, counts },
    { ...bank, counts: { debits: 4, matched: 3 } },
  ];
  replies.set('GET /reconciliations', answersWith(listOf(...runs)));
  renderScreen(<ReconciliationScreen />, { path: '/reconciliation', session });
  expect(await screen.findByText(provider)).toBeTruthy();
  expect(screen.getByText(statement)).toBeTruthy();
});

test('a failed poll keeps the comparisons with a warning, and is repeated', async () => {
  await openAndPoll(breaks);
  expect((await screen.findByRole('alert')).textContent).toContain('may be out of date');
  expect(screen.getByText('Running')).toBeTruthy();
  replies.set('GET /reconciliations', answersWith(listOf(done)));
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(await screen.findByText('Done')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a requested comparison appears at once', async () => {
  replies.set('GET /reconciliations', answersWith(listOf()));
  replies.set('POST /reconciliations', answersWith(running));
  renderScreen(<ReconciliationScreen />, { path: '/reconciliation', session });
  const compare = await screen.findByRole('button', { name: 'Compare with the provider' });
  replies.set('GET /reconciliations', answersWith(listOf(running)));
  await act(async () => compare.click());
  expect(await screen.findByText('Running')).toBeTruthy();
});

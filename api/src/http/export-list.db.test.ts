import type { AuditedAction, CaseView } from '@touchline/core/contract';
import { recordAction } from '@touchline/store/audit';
import { afterAll, expect, test } from 'vitest';
import { buildTestApp, logIn, openAccount, openBettor, requestAs } from '../testing/test-app.ts';

const api = await buildTestApp();
const { id: userId } = await openAccount(api, 'boss@example.com', 'admin');
await openAccount(api, 'audit@example.com', 'auditor');
const [boss, auditor] = [await logIn(api.app, 'boss@example.com'), await logIn(api.app, 'audit@example.com')];
await openBettor(api, 'ada@example.com', 500);
// More than one page of an export.
await api.database.db.transaction().execute(async (trx) => {
  for (let at = 0; at < 620; at += 1) {
    const subject = `match:${crypto.randomUUID()}` as const;
    const reason = at === 7 ? '=HYPERLINK("http://evil.test")' : 'a reason, with a comma';
    const change = { before: null, after: { at }, requestId: 'r' };
    await recordAction(trx, {
      actor: { userId, role: 'admin' },
      action: 'market-suspended',
      subject,
      reason,
      ...change,
    });
  }
});
afterAll(() => api.close());

const get = (url: string, token = auditor) => requestAs(api.app, token, 'GET', url);
const linesOf = (text: string) => text.trimEnd().split('\n');

test('exports every row that the filter of the list finds, in both formats', async () => {
  const list = (await get('/audit?action=market-suspended&limit=500')).json<{ actions: AuditedAction[] }>();
  expect(list.actions).toHaveLength(500);
  const ndjson = await get('/audit/export?action=market-suspended&format=ndjson');
  expect(ndjson.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  expect(ndjson.headers['content-disposition']).toMatch(
    /^attachment; filename="touchline-audit-\d{8}T\d{6}Z\.ndjson"$/,
  );
  const rows = linesOf(ndjson.body).map((line) => JSON.parse(line) as { id: number; after: unknown; actor: string });
  expect(rows).toHaveLength(620);
  expect(rows.slice(0, 500).map(({ id }) => id)).toEqual(list.actions.map(({ id }) => id));
  expect(rows[0]).toMatchObject({ after: { at: 619 }, actor: 'Ada Bell', reason: 'a reason, with a comma' });
  const csv = linesOf((await get('/audit/export?action=market-suspended')).body);
  expect(csv).toHaveLength(621);
  expect(csv[0]).toBe('id,at,actor_id,actor,role,action,subject,reason,before,after,request');
  expect(csv[1]).toMatch(/,market-suspended,match:[\da-f-]{36},"a reason, with a comma",,"\{""at"": ?619\}",r$/);
});

test('no cell of a CSV begins like a formula', async () => {
  const { body } = await get('/audit/export?action=market-suspended');
  expect(body).toContain(`,"'=HYPERLINK(""http://evil.test"")",`);
  expect(body).not.toMatch(/(^|,)"?[=+@]/m);
});

test('each list has its rows, and an empty one its columns', async () => {
  await requestAs(api.app, boss, 'POST', '/cases', { title: 'Two accounts of one person' });
  const cases = (await get('/cases?kind=investigation')).json<{ cases: CaseView[] }>().cases;
  expect(linesOf((await get('/cases/export?kind=investigation')).body)).toEqual([
    'id,kind,state,title,owner_id,owner,opened_at,changed_at',
    expect.stringMatching(`^${cases[0]?.id},investigation,open,Two accounts of one person,.*,Ada Bell,`),
  ]);
  expect(linesOf((await get('/cases/export?kind=reconciliation')).body)).toHaveLength(1);
  expect((await get('/cases/export?kind=reconciliation&format=ndjson')).body).toBe('');
  const balances = linesOf((await get('/ledger/trial-balance/export')).body);
  expect(balances[0]).toBe('at,time,account,entries,balance');
  expect(balances).toContain(',recorded,player:cash,1,500');
  expect(linesOf((await get('/ledger/verifications/export')).body)).toHaveLength(1);
  expect(linesOf((await get('/reconciliations/export')).body)).toHaveLength(1);
});

test('an invalid period is refused as by the report itself', async () => {
  const answer = await get('/reports/period/export?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z');
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'period-invalid']);
});

test('each export is in the access log, which can be exported too', async () => {
  await get('/cases/export?state=resolved');
  const { body } = await get('/ledger/access-log/export?format=ndjson');
  const accesses = linesOf(body).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(accesses[0]).toMatchObject({
    action: 'export',
    role: 'auditor',
    request: 'GET /ledger/access-log/export?format=ndjson',
  });
  expect(accesses[1]).toMatchObject({ action: 'export', request: 'GET /cases/export?state=resolved' });
});

import type { CaseFile, RefusalView } from '@touchline/core/contract';
import { createTestSigner } from '@touchline/signer/testing';
import { listActions } from '@touchline/store/audit';
import { countOpenCases, reportCases } from '@touchline/store/cases';
import { verifyAlone } from '@touchline/store/testing';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { buildTestApp, logIn, openAccount, openBettor, requestAs } from '../testing/test-app.ts';

const api = await buildTestApp();
const signer = createTestSigner(api.database);
await openAccount(api, 'audit@example.com', 'auditor');
await openAccount(api, 'boss@example.com', 'admin');
const auditor = await logIn(api.app, 'audit@example.com');
const admin = await logIn(api.app, 'boss@example.com');
afterAll(async () => {
  await signer.close();
  await api.close();
});

const ask = (method: 'GET' | 'POST', url: string, payload?: object, token = auditor) =>
  requestAs(api.app, token, method, url, payload);
const opened = async (payload: object = { title: 'Why did two wallets win together?' }) =>
  (await ask('POST', '/cases', payload)).json<CaseFile>();
const changed = (id: number, change: object, token?: string) => ask('POST', `/cases/${id}/entries`, change, token);

const report = (found: readonly string[], isAll = true) =>
  api.database.db.transaction().execute((trx) =>
    reportCases(
      trx,
      'reconciliation',
      found.map((key) => ({ key: `test:${key}`, title: `${key} differs`, facts: { key }, subject: undefined })),
      { foundBy: 'a run', prefix: 'test:', isAll },
    ),
  );
const stateOf = async (key: string) => {
  const { rows } = await api.database.pool.query<{ state: string }>('select state from cases where key = $1', [
    `test:${key}`,
  ]);
  return rows.map(({ state }) => state);
};

describe('a case', () => {
  test('keeps who did what, and every step is an action in the audit log', async () => {
    const { id } = await opened();
    await changed(id, { act: 'note', text: 'Both accounts log in from one network.' });
    await changed(id, { act: 'take' }, admin);
    const ended = (
      await changed(id, { act: 'resolve', text: 'Two flatmates, different bets.' }, admin)
    ).json<CaseFile>();
    expect(ended).toMatchObject({ id, kind: 'investigation', state: 'resolved', owner: { name: expect.any(String) } });
    expect(ended.entries.map(({ act, text }) => [act, text])).toEqual([
      ['opened', ''],
      ['noted', 'Both accounts log in from one network.'],
      ['assigned', ''],
      ['resolved', 'Two flatmates, different bets.'],
    ]);
    const { actions } = await listActions(api.database.db, { subject: `case:${id}`, limit: 10 });
    expect(actions.map(({ action, actor }) => [action, actor.email])).toEqual([
      ['case-resolved', 'boss@example.com'],
      ['case-assigned', 'boss@example.com'],
      ['case-noted', 'audit@example.com'],
      ['case-opened', 'audit@example.com'],
    ]);
    await expect(api.database.pool.query('delete from case_entries')).rejects.toThrow(/append-only|permission denied/);
  });

  test('ends once, and can be opened again with a reason', async () => {
    const { id } = await opened();
    await changed(id, { act: 'explain', text: 'A known test account.' });
    const again = await changed(id, { act: 'resolve', text: 'twice' });
    expect([again.statusCode, again.json<RefusalView>().code]).toEqual([409, 'case-ended']);
    expect((await changed(id, { act: 'reopen', text: 'There is a third one.' })).json()).toMatchObject({
      state: 'open',
    });
    expect((await changed(id, { act: 'reopen', text: 'again' })).json()).toMatchObject({ code: 'case-open' });
    expect((await changed(id, { act: 'resolve', text: ' ' })).statusCode).toBe(400);
    expect((await changed(999_999, { act: 'take' })).json()).toMatchObject({ code: 'case-unknown' });
  });

  test('is found by kind, state and owner, in pages', async () => {
    const mine = await opened({ title: 'mine' });
    const list = async (query: string) =>
      (await ask('GET', `/cases?${query}`)).json<{ cases: CaseFile[]; next: number | null }>();
    expect((await list('mine=true&state=open&limit=1')).cases.map(({ id }) => id)).toEqual([mine.id]);
    const first = await list('kind=investigation&limit=1');
    expect(first.next).toBe(mine.id);
    const rest = await list(`kind=investigation&before=${first.next}`);
    expect(rest.cases.every(({ id }) => id < mine.id)).toBe(true);
    expect((await ask('GET', '/cases?kind=gossip')).statusCode).toBe(400);
  });

  test('is exported with the events attached to it and their proofs in the signed log', async () => {
    await openBettor(api, 'ada@example.com', 100);
    await signer.sealAndSign();
    const { rows } = await api.database.pool.query<{ seq: number }>('select max(seq) as seq from ledger_events');
    const { id } = await opened({ title: 'A deposit', subject: `event:${rows[0]?.seq}` });
    const answer = await ask('GET', `/cases/${id}/archive`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
    const files = unzipSync(new Uint8Array(answer.rawPayload));
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    expect(Object.keys(files)).toEqual(['case.json', 'notes.txt', 'events.ndjson', 'checkpoint.note', 'README.txt']);
    expect(JSON.parse(text('events.ndjson'))).toMatchObject({
      event: { seq: rows[0]?.seq, type: 'DepositCredited' },
      index: expect.any(Number),
      path: expect.any(Array),
    });
    expect(text('checkpoint.note')).toContain('touchline.test/ledger\n');
    expect(text('notes.txt')).toContain('A deposit');

    // As the file beside it says, and not with another amount.
    const verify = (events: string) => {
      const files = {
        'events.ndjson': events,
        'checkpoint.note': text('checkpoint.note'),
        'operator.pem': signer.publicPem,
      };
      const [, command = ''] = /^ {2}node verify-ledger\.mjs (.+)$/m.exec(text('README.txt')) ?? [];
      return verifyAlone(files, ...command.split(' '));
    };
    expect(await verify(text('events.ndjson'))).toMatchObject({
      code: 0,
      text: expect.stringContaining('Proved: 1 events are in the log touchline.test/ledger, as signed.'),
    });
    const forged = text('events.ndjson').replace('"amount":10000', '"amount":90000');
    expect(await verify(forged)).toMatchObject({ code: 1, text: expect.stringContaining('event-altered: event 1 of') });
    const moved = text('events.ndjson').replace('"index":0', '"index":1');
    expect(await verify(moved)).toMatchObject({ code: 1, text: expect.stringContaining('log-differs: event 1 of') });
  });

  test('about a wallet is exported with the proof of that wallet', async () => {
    const {
      user: { walletId },
    } = await openBettor(api, 'bea@example.com', 25);
    await signer.sealAndSign();
    const { id } = await opened({ title: 'A wallet', subject: `wallet:${walletId}` });
    const files = unzipSync(new Uint8Array((await ask('GET', `/cases/${id}/archive`)).rawPayload));
    const proof = strFromU8(files[`wallet-${walletId}.json`] ?? new Uint8Array());
    const verify = (wallet: string) => {
      const files = { 'operator.pem': signer.publicPem, 'wallet.json': wallet };
      return verifyAlone(files, 'wallet.json', '--key', 'operator.pem');
    };
    expect(await verify(proof)).toMatchObject({
      code: 0,
      text: expect.stringContaining('Proved: 1 events are in the log'),
    });
    const richer = proof.replace('"cash":2500', '"cash":250000');
    expect(await verify(richer)).toMatchObject({ code: 1, text: expect.stringContaining('wallet-differs') });
    expect((await ask('GET', `/cases/${id}/archive`, undefined, admin)).statusCode).toBe(403);
  });
});

describe('what a run finds', () => {
  test('is one case however often it is found, and resolved when it is gone', async () => {
    expect(await report(['a', 'b', 'a'])).toBe(2);
    expect(await report(['a', 'b'])).toBe(0);
    await report(['b']);
    expect([await stateOf('a'), await stateOf('b')]).toEqual([['resolved'], ['open']]);
    expect(await report(['a', 'b'])).toBe(1);
    expect(await stateOf('a')).toEqual(['open']);
  });

  test('stays explained once a person explained it, while new findings are open', async () => {
    await report(['known']);
    const { rows } = await api.database.pool.query<{ id: number }>(`select id from cases where key = 'test:known'`);
    await changed(rows[0]?.id ?? 0, { act: 'explain', text: 'A test of the provider.' });
    const before = await countOpenCases(api.database.db, 'reconciliation');
    await report(['known', 'new'], false);
    expect([await stateOf('known'), await stateOf('new')]).toEqual([['explained'], ['open']]);
    expect(await countOpenCases(api.database.db, 'reconciliation')).toBe(before + 1);
  });

  test('is not resolved by a run that saw only a part', async () => {
    await report(['part']);
    await report([], false);
    expect(await stateOf('part')).toEqual(['open']);
  });
});

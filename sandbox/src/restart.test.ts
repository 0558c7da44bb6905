import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readCommandLine } from './command-line.ts';
import { createSandbox } from './create-sandbox.ts';
import { readEnvironment } from './env.ts';
import { START, startSandbox } from './testing/start.ts';

function stateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-state-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a restart keeps matches, console changes, payments, credits and emails', async () => {
  const folder = stateFolder();
  const first = await startSandbox({ stateFolder: folder });
  const fixture = { sportKey: 'soccer_epl', homeTeam: 'Alpha', awayTeam: 'Beta', kickoffAt: START - 60_000 };
  const { value: made } = await first.call('POST', '/desk/api/fixtures', fixture);
  await first.call('POST', `/desk/api/matches/${made.match.id}/goal`, { side: 'home' });
  const order = {
    amount: { currency: 'EUR', value: '10.00' },
    description: 'Deposit',
    redirectUrl: 'http://localhost/',
  };
  const { value: payment } = await first.mollie('POST', '/payments', order, { 'idempotency-key': 'k' });
  const odds = await first.odds('/soccer_epl/odds?regions=eu&markets=h2h,totals');
  await first.sandbox.close();

  const second = await startSandbox({ stateFolder: folder });
  onTestFinished(() => second.sandbox.close());
  const again = await second.odds('/soccer_epl/odds?regions=eu&markets=h2h,totals');
  expect(again.value).toEqual(odds.value);
  expect(again.headers.get('x-requests-used')).toBe('4');
  const { value: seen } = await second.call('GET', `/desk/api/matches/${made.match.id}`);
  expect(seen.match).toEqual({ ...made.match, score: { home: 1, away: 0 } });
  expect((await second.mollie('POST', '/payments', order, { 'idempotency-key': 'k' })).value.id).toBe(payment.id);
});

test('the calendar continues while the sandbox is stopped, also for matches that end during it', async () => {
  const folder = stateFolder();
  const first = await startSandbox({ stateFolder: folder });
  const live = (await first.call('GET', '/desk/api/matches')).value.matches.filter(
    (match: { phase: string }) => match.phase === 'live',
  );
  await first.sandbox.close();
  const second = await startSandbox({ stateFolder: folder });
  onTestFinished(() => second.sandbox.close());
  second.clock.at = START + 3_600_000;
  for (const { id } of live)
    expect((await second.call('GET', `/desk/api/matches/${id}`)).value.match.phase).toBe('finished');
});

test('a different seed or speed gives a different calendar', async () => {
  const folder = stateFolder();
  const ids = async (seed: string, matchSpeed: number) => {
    const { sandbox, odds } = await startSandbox({
      stateFolder: folder,
      programme: { kind: 'calendar', seed, matchSpeed },
    });
    const { value } = await odds('/soccer_epl/events');
    await sandbox.close();
    return value.map((event: { id: string }) => event.id).join();
  };
  const all = [await ids('one', 12), await ids('two', 12), await ids('two', 24)];
  expect(new Set(all).size).toBe(3);
});

test('sets aside an unreadable state file and starts', async () => {
  const folder = stateFolder();
  writeFileSync(join(folder, 'payments.json'), '[{"id":');
  const { sandbox, mollie } = await startSandbox({ stateFolder: folder });
  onTestFinished(() => sandbox.close());
  expect((await mollie('GET', '/payments')).value.count).toBe(0);
  expect(readdirSync(folder)).toContain('payments.json.unreadable');
});

test('distinguishes a port in use from other failures, and closes everything', async () => {
  const { sandbox } = await startSandbox();
  onTestFinished(() => sandbox.close());
  await expect(createSandbox({ port: Number(new URL(sandbox.url).port) })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  await expect(createSandbox({ smtpPort: Number(new URL(sandbox.smtpUrl).port) })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});

test('every setting has a default, and the mail port follows the main one', () => {
  expect(readEnvironment({})).toEqual({
    ok: true,
    settings: {
      authenticator: [],
      port: 4010,
      smtpPort: 4025,
      host: 'localhost',
      stateFolder: join('.data', 'sandbox'),
      oddsApiKey: 'sandbox-odds-key',
      mollieApiKey: 'test_sandbox0000000000000000000000',
      footballDataToken: 'sandbox-football-token',
      seed: 'touchline',
      matchSpeed: 12,
      rareEvents: 0,
      daysAhead: 14,
      timelineEveryMs: null,
      webhookScale: 1 / 60,
    },
  });
  expect(readEnvironment({ SANDBOX_PORT: '5000' })).toMatchObject({ settings: { smtpPort: 5015 } });
});

test('reports all invalid settings at once', () => {
  expect(readEnvironment({ SANDBOX_PORT: 'x', SANDBOX_MATCH_SPEED: '0' })).toEqual({
    ok: false,
    wrong: [
      'SANDBOX_PORT has to be a number from 0 to 65535, not "x"',
      'SANDBOX_MATCH_SPEED has to be a number from 1 to 600, not "0"',
    ],
  });
});

test('parses replay files and the first day in UK time', () => {
  expect(
    readCommandLine(['--replay', 'a.csv', '--replay', 'b.csv', '--from', '2025-05-10', '--speed', '3600']),
  ).toEqual({
    ok: true,
    programme: {
      replay: ['a.csv', 'b.csv'],
      timeline: [],
      serve: [],
      from: Date.UTC(2025, 4, 9, 23),
      speed: 3600,
      leadMs: 60_000,
      everyMs: null,
    },
  });
});

test('recognizes a timeline by its extension, even when given as a replay', () => {
  const timeline = {
    replay: [],
    timeline: ['a.jsonl', 'b.jsonl.gz'],
    serve: [],
    from: null,
    speed: 12,
    leadMs: 60_000,
  };
  expect(readCommandLine(['--timeline', 'a.jsonl', '--replay', 'b.jsonl.gz', '--speed', '12', '--every', '0'])).toEqual(
    {
      ok: true,
      programme: { ...timeline, everyMs: 0 },
    },
  );
});

test.each([
  [['--from', '2025-05-10'], '--from, --speed and --lead go with --replay or --timeline'],
  [['--replay', 'a.csv', '--every', '5'], '--every goes with --timeline'],
  [['--replay', 'a.csv', '--from', 'May'], '--from has to be a day such as 2025-05-10, not "May"'],
  [['--replay', 'a.csv', '--speed', '0'], '--speed has to be a number of at least 0.001, not "0"'],
  [['--replay', 'a.csv', '--serve', 'b.json'], '--replay, --timeline and --serve cannot be used together'],
])('refuses %j with a message', (args, sentence) => {
  expect(readCommandLine(args)).toEqual({ ok: false, wrong: [sentence] });
});

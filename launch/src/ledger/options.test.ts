import { expect, test } from 'vitest';
import { help, readLedgerOptions } from './options.ts';

const read = (line: string) => readLedgerOptions(line.split(' ').filter(Boolean), '/home/ann');
const verbs = 'verify, replay, rebuild, post-adjustments, end-log, export, prove, public-key';
const wallet = '01a1f987-d205-7f2b-a2e9-1279336fcec1';

test.each([
  ['verify', { verb: 'verify' }],
  ['rebuild', { verb: 'rebuild' }],
  ['verify --checkpoint kept.note', { verb: 'verify', checkpoint: '/home/ann/kept.note' }],
  ['post-adjustments', { verb: 'post-adjustments', only: undefined }],
  ['public-key', { verb: 'public-key' }],
  ['export', { verb: 'export', format: 'ndjson', out: undefined }],
  ['export --format csv --out x.csv', { verb: 'export', format: 'csv', out: '/home/ann/x.csv' }],
  ['prove --wallet ann@x.test --out /tmp/p', { verb: 'prove', wallet: 'ann@x.test', out: '/tmp/p' }],
  [`replay --wallet ${wallet}`, { verb: 'replay', wallet, time: 'recorded', at: undefined }],
  [
    `replay --wallet=${wallet} --at 2026-11-20T14:00:00Z --time effective`,
    { verb: 'replay', wallet, time: 'effective', at: '2026-11-20T14:00:00Z' },
  ],
  ['--help', 'help'],
  ['verify -h', 'help'],
])('accepts "%s"', (line, value) => {
  expect(readLedgerOptions(line.split(' '), '/home/ann')).toEqual({ ok: true, value });
});

test.each([
  ['', `Name one of: ${verbs}.`],
  ['frobnicate', `There is no "frobnicate". Name one of: ${verbs}.`],
  ['verify now', 'verify does not take "now".'],
  ['verify --out x', '--out does not belong to verify.'],
  ['replay', 'replay needs --wallet: the id of a wallet, or the address of a player.'],
  ['prove', 'prove needs --wallet: the id of a wallet, or the address of a player.'],
  ['replay --wallet x --at yesterday', '--at is a moment with a zone, such as 2026-11-20T14:00:00Z.'],
  ['replay --wallet x --at 2026-11-20T14:00:00', '--at is a moment with a zone, such as 2026-11-20T14:00:00Z.'],
  ['replay --wallet x --time local', '--time is recorded or effective.'],
  ['end-log', 'end-log needs --reason: why the log cannot go on, for the audit log.'],
  ['export --format xml', '--format is one of ndjson, csv.'],
])('refuses "%s" with a message', (line, problem) => {
  expect(read(line)).toEqual({ ok: false, problem });
});

test('refuses an unknown option', () => {
  expect(read('verify --fast')).toMatchObject({ ok: false });
});

test('the help lists every verb', () => {
  for (const verb of verbs.split(', ')) {
    expect(help).toMatch(new RegExp(`^  ${verb}\\b`, 'm'));
  }
});

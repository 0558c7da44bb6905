import { expect, test } from 'vitest';
import { readCommandLine } from './command-line.ts';

const verbs = { list: {}, invite: { operands: ['EMAIL'], options: ['role'], flags: ['print'] } };
const read = (line: string) => readCommandLine(line.split(' ').filter(Boolean), verbs);

test('parses a verb with operands, options and flags in any order', () => {
  const invited = { verb: 'invite', operands: ['a@b.test'], options: { role: 'admin' } };
  expect(read('invite a@b.test --role admin')).toEqual({ ok: true, value: { ...invited, flags: new Set() } });
  expect(read('--print invite --role=admin a@b.test')).toEqual({
    ok: true,
    value: { ...invited, flags: new Set(['print']) },
  });
  expect(read('list')).toMatchObject({ ok: true, value: { verb: 'list', operands: [] } });
});

test.each(['--help', '-h', 'help', 'invite -h'])('"%s" shows the help', (line) => {
  expect(read(line)).toEqual({ ok: true, value: 'help' });
});

test.each([
  ['', 'Name one of: list, invite.'],
  ['constructor', 'There is no "constructor". Name one of: list, invite.'],
  ['invite --role admin', 'invite needs EMAIL.'],
  ['list all of them', 'list does not take "all of them".'],
  ['invite a@b.test c@d.test', 'invite does not take "c@d.test".'],
  ['list --role admin', '--role does not belong to list.'],
])('refuses "%s" with the reason', (line, problem) => {
  expect(read(line)).toEqual({ ok: false, problem });
});

test.each(['list --fast', 'invite a@b.test --role', 'list --print=yes'])('refuses "%s"', (line) => {
  expect(read(line)).toMatchObject({ ok: false });
});

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createTestDatabase } from '@touchline/store/testing';
import { afterAll, expect, test } from 'vitest';

const database = await createTestDatabase();
afterAll(() => database.close());

/** What `npm run staff -- …` prints, with which exit code. */
function staff(line: string, environment: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'staff.ts'), ...line.split(' ')],
    {
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'] ?? '',
        DATABASE_URL: database.url,
        MIGRATION_DATABASE_URL: database.ownerUrl,
        PUBLIC_URL: 'https://t.example',
        ...environment,
      },
    },
  );
  return { status, stdout, stderr };
}

const emailsLeft = async () => {
  const text = `select u.email, l.job ->> 'kind' as kind from letters l join users u on u.id::text = l.job ->> 'userId'
    where handed_at < now() - interval '1 day' order by l.id`;
  return (await database.pool.query<{ email: string; kind: string }>(text)).rows.map(({ email, kind }) => [
    email,
    kind,
  ]);
};
const link = /^https:\/\/t\.example\/reset-password\?token=[\w-]{43}$/m;

test('emails an invitation; prints the link only for the first staff account or with --print', async () => {
  const first = staff('invite first@example.com --role admin');
  expect(first).toMatchObject({ status: 0, stdout: expect.stringMatching(link) });
  const second = staff('invite second@example.com --role auditor');
  expect(second).toMatchObject({ status: 0, stdout: expect.not.stringMatching(link) });
  const third = staff('invite third@example.com --role admin --print');
  expect(third).toMatchObject({ status: 0, stdout: expect.stringMatching(link) });
  const listed = staff('list');
  expect([listed.status, listed.stdout.match(/\S+@\S+/g)]).toEqual([
    0,
    ['first@example.com', 'second@example.com', 'third@example.com'],
  ]);
  expect(await emailsLeft()).toEqual([
    ['first@example.com', 'staff-invited'],
    ['second@example.com', 'staff-invited'],
    ['third@example.com', 'staff-invited'],
  ]);
});

test("refuses the product's own login and names the one that is needed", () => {
  const refused = staff('invite sly@example.com --role admin', { MIGRATION_DATABASE_URL: '' });
  expect(refused).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('MIGRATION_DATABASE_URL') });
  expect(staff('list').stdout).not.toContain('sly@example.com');
});

test.each([
  ['invite a@example.com', 'invite needs --role admin or --role auditor.'],
  ['invite a@example.com --role bettor', 'invite needs --role admin or --role auditor.'],
  ['role a@example.com', 'role needs a role: bettor, admin or auditor.'],
  ['role a@example.com king', '"king" is not a role: bettor, admin or auditor.'],
  ['dismiss a@example.com', 'There is no "dismiss".'],
])('refuses "%s" with the reason and the usage', (line, problem) => {
  const asked = staff(line);
  expect(asked).toMatchObject({ status: 2, stdout: '' });
  expect(asked.stderr).toContain(problem);
  expect(asked.stderr).toContain('npm run staff -- VERB');
});

import { spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { platform, userInfo } from 'node:os';
import { StartRefused } from '../refusal.ts';

/** The account PostgreSQL runs as: empty for our own, or `postgres` if we are root, because PostgreSQL refuses root. */
export type RunAs = { readonly uid?: number; readonly gid?: number };

/** Finds the account, and creates it if we are root and it is missing. */
export function findAccount(): RunAs {
  if (platform() === 'win32' || userInfo().uid !== 0) return {};
  const account = readAccount() ?? createAccount();
  if (account !== undefined) return account;
  throw new StartRefused(
    'PostgreSQL refuses to run as root and the account "postgres" could not be created.\n' +
      'Start as an ordinary user, or create the account (useradd --system postgres) and start again.',
  );
}

/** Gives a file or folder to the account. */
export function giveTo(path: string, { uid, gid }: RunAs): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

function createAccount(): RunAs | undefined {
  spawnSync('groupadd', ['--system', 'postgres']);
  spawnSync('useradd', ['--system', '--no-create-home', '-g', 'postgres', 'postgres']);
  return readAccount() ?? createWithBusybox();
}

function createWithBusybox(): RunAs | undefined {
  spawnSync('addgroup', ['-S', 'postgres']);
  spawnSync('adduser', ['-S', '-D', '-H', '-G', 'postgres', 'postgres']);
  return readAccount();
}

function readAccount(): { uid: number; gid: number } | undefined {
  const uid = readId('-u');
  const gid = readId('-g');
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

function readId(which: '-u' | '-g'): number | undefined {
  const answer = spawnSync('id', [which, 'postgres'], { encoding: 'utf8' });
  return answer.status === 0 ? Number.parseInt(answer.stdout, 10) : undefined;
}

import { isEmail, normalEmail, type Role, roles } from '@touchline/core/account';
import { instant } from '@touchline/core/instant';
import { changeRole, inviteStaff, listStaff, readUserByEmail, resetSecondFactor } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { storeEmailForWorker } from '@touchline/store/emails';
import { readCommandLine, runCommand } from './command-line.ts';
import { openLedger } from './ledger/connection.ts';
import { loadLedgerEnv } from './ledger/env.ts';
import { StartRefused } from './refusal.ts';

const help = `npm run staff -- VERB

  list                                       every admin and auditor, and whether they have a second factor
  invite EMAIL --role admin|auditor          opens an account and emails a link to choose a password; works once, for 48 hours
      [--print]                                prints a link as well, as it always does for the first account of staff
  role EMAIL bettor|admin|auditor            changes the role of an account; its sessions end at once
  reset-second-factor EMAIL                  removes a lost second factor and passkeys; its sessions end, and the next login sets up a new app

Only the database's owner may change roles of staff: MIGRATION_DATABASE_URL, or DATABASE_URL where that is not set, or the
embedded database. The audit log has every change, as done by operator:cli. Exit code 0: done. 2: wrong usage, or not possible.`;

type Say = (line: string) => void;
type Work = (db: Db, print: Say) => Promise<void>;

runCommand<Work>({
  help,
  read: ({ args }) => readWork(args),
  run: async (work, { print, report, undo }) => {
    const { db } = await openLedger(loadLedgerEnv(), 'owner', { report, undo });
    await work(db, print);
    return 0;
  },
});

type ReadWork = { readonly ok: true; readonly value: Work | 'help' } | { readonly ok: false; readonly problem: string };

function readWork(args: readonly string[]): ReadWork {
  const read = readCommandLine(args, {
    list: {},
    invite: { operands: ['EMAIL'], options: ['role'], flags: ['print'] },
    role: { operands: ['EMAIL', 'a role: bettor, admin or auditor'] },
    'reset-second-factor': { operands: ['EMAIL'] },
  });
  if (!read.ok) return read;
  if (read.value === 'help') return { ok: true, value: 'help' };
  const { verb, operands, options, flags } = read.value;
  const [email = '', word] = operands;
  const does = (value: Work): ReadWork => ({ ok: true, value });
  switch (verb) {
    case 'list':
      return does(list);
    case 'invite': {
      const { role } = options;
      if (role !== 'admin' && role !== 'auditor')
        return { ok: false, problem: 'invite needs --role admin or --role auditor.' };
      return does((db, print) => invite(db, print, { text: email, role, isPrinted: flags.has('print') }));
    }
    case 'role': {
      const role = roles.find((known) => known === word);
      if (!role) return { ok: false, problem: `"${word}" is not a role: bettor, admin or auditor.` };
      return does((db, print) => setRole(db, print, email, role));
    }
    case 'reset-second-factor':
      return does((db, print) => reset(db, print, email));
  }
}

async function list(db: Db, print: Say): Promise<void> {
  const staff = await listStaff(db);
  if (staff.length === 0) print('No admins or auditors yet. Invite one: npm run staff -- invite EMAIL --role admin');
  for (const { email, role, name, secondFactorSince } of staff) {
    print(
      `${role.padEnd(8)} ${email}  ${name}  ${secondFactorSince === null ? 'no second factor yet' : 'second factor on'}`,
    );
  }
}

type Invited = { readonly text: string; readonly role: Exclude<Role, 'bettor'>; readonly isPrinted: boolean };

async function invite(db: Db, print: Say, { text, role, isPrinted }: Invited): Promise<void> {
  if (!isEmail(text.trim())) throw new StartRefused(`"${text}" is not an email address.`);
  const email = normalEmail(text);
  const [name = email] = email.split('@');
  const isFirst = (await listStaff(db)).length === 0;
  const invited = await inviteStaff(db, { email, name, role }, instant(Date.now()));
  if (!invited.ok) {
    throw new StartRefused(
      `There is an account with this address. Change its role: npm run staff -- role ${email} ${role}`,
    );
  }
  print(`${email} is invited as ${role}. The email with the link goes out within a minute while the product runs.`);
  if (!isFirst && !isPrinted) return;
  const publicUrl = process.env['PUBLIC_URL']?.trim() || `http://localhost:${process.env['PORT']?.trim() || 4000}`;
  print('This link does the same. It works once, for 48 hours; the first login sets up the second factor:');
  print(new URL(`/reset-password?token=${encodeURIComponent(invited.value.secret)}`, publicUrl).href);
}
async function setRole(db: Db, print: Say, email: string, role: Role): Promise<void> {
  const user = await findUser(db, email);
  const ended = await changeRole(db, user.id, role, instant(Date.now()));
  if (!ended) return print(`${user.email} is already ${role}.`);
  print(`${user.email} is now ${role}. Its sessions have ended.`);
  const { approvals, proposals, adjustments } = ended;
  if (approvals + proposals + adjustments > 0) {
    print(`First approvals of withdrawals removed: ${approvals}. Result proposals withdrawn: ${proposals}.`);
    print(`Requests of adjustments declined: ${adjustments}.`);
  }
}

async function reset(db: Db, print: Say, email: string): Promise<void> {
  const user = await findUser(db, email);
  if (user.secondFactorSince === null) throw new StartRefused(`${user.email} has no second factor.`);
  await resetSecondFactor(db, user.id, instant(Date.now()));
  await storeEmailForWorker(db, { kind: 'second-factor-disabled', userId: user.id });
  print(`${user.email} no longer has a second factor. Its sessions have ended.`);
}

async function findUser(db: Db, email: string) {
  const user = await readUserByEmail(db, normalEmail(email));
  if (!user) throw new StartRefused(`There is no account with the address ${email}.`);
  return user;
}

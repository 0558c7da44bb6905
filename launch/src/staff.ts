import { isEmail, normalEmail, type Role, roles } from '@touchline/core/account';
import { instant } from '@touchline/core/instant';
import { changeRole, inviteStaff, listStaff, readUserByEmail, resetSecondFactor } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { leaveLetter } from '@touchline/store/letters';
import { openLedger, spokenError } from './ledger/connection.ts';
import { loadLedgerEnv } from './ledger/env.ts';
import { runAsProgram } from './program.ts';
import { StartRefused } from './refusal.ts';
import { createUndo } from './undo.ts';

const help = `npm run staff -- VERB

  list                                       every admin and auditor, and whether they have a second factor
  invite EMAIL --role admin|auditor          opens an account and prints a link to choose a password; works once, for 48 hours
  role EMAIL bettor|admin|auditor            changes the role of an account; its sessions end at once
  reset-second-factor EMAIL                  takes off a lost second factor and passkeys; its sessions end, the next log-in sets up a new app

The audit log has every change, as done by operator:cli. Exit code 0: done. 2: asked the wrong way, or not possible.`;

type Say = (line: string) => void;

runAsProgram(async ({ args, stopRequested }) => {
  const tell: Say = (line) => void process.stderr.write(`${line}\n`);
  const say: Say = (line) => void process.stdout.write(`${line}\n`);
  if (args[0] === '--help' || args[0] === 'help') {
    say(help);
    return 0;
  }
  const undo = createUndo();
  const run = async (): Promise<number> => {
    const work = readWork(args);
    if (!work) {
      tell(help);
      return 2;
    }
    const { db } = await openLedger(loadLedgerEnv(), 'product', { tell, undo });
    await work(db, say);
    return 0;
  };
  try {
    const outcome = await Promise.race([run(), stopRequested]);
    return outcome === 'stop' ? 130 : outcome;
  } catch (error) {
    tell(spokenError(error));
    return 2;
  } finally {
    await undo.run();
  }
});

type Work = (db: Db, say: Say) => Promise<void>;

function readWork(args: readonly string[]): Work | undefined {
  const [verb, email = '', ...more] = args;
  const [first, second] = more;
  const role = roles.find((each) => each === (verb === 'invite' ? second : first));
  if (verb === 'list' && args.length === 1) return list;
  if (verb === 'invite' && first === '--role' && more.length === 2 && role && role !== 'bettor') {
    return (db, say) => invite(db, say, email, role);
  }
  if (verb === 'role' && more.length === 1 && role) return (db, say) => setRole(db, say, email, role);
  if (verb === 'reset-second-factor' && email && more.length === 0) return (db, say) => reset(db, say, email);
  return undefined;
}

const list: Work = async (db, say) => {
  const staff = await listStaff(db);
  if (staff.length === 0) say('No admins or auditors yet. Invite one: npm run staff -- invite EMAIL --role admin');
  for (const { email, role, name, secondFactorSince } of staff) {
    say(
      `${role.padEnd(8)} ${email}  ${name}  ${secondFactorSince === null ? 'no second factor yet' : 'second factor on'}`,
    );
  }
};

async function invite(db: Db, say: Say, text: string, role: Exclude<Role, 'bettor'>): Promise<void> {
  if (!isEmail(text.trim())) throw new StartRefused(`"${text}" is not an email address.`);
  const email = normalEmail(text);
  const [name = email] = email.split('@');
  const invited = await inviteStaff(db, { email, name, role }, instant(Date.now()));
  if (!invited.ok) {
    throw new StartRefused(
      `There is an account with this address. Change its role: npm run staff -- role ${email} ${role}`,
    );
  }
  const publicUrl = process.env['PUBLIC_URL']?.trim() || `http://localhost:${process.env['PORT']?.trim() || 4000}`;
  say(`Send this link to ${email}. It works once, for 48 hours; the first log-in sets up the second factor:`);
  say(new URL(`/reset-password?token=${encodeURIComponent(invited.value.secret)}`, publicUrl).href);
}

async function setRole(db: Db, say: Say, email: string, role: Role): Promise<void> {
  const user = await findUser(db, email);
  const isChanged = await changeRole(db, user.id, role, instant(Date.now()));
  say(isChanged ? `${user.email} is now ${role}. Its sessions have ended.` : `${user.email} is ${role} already.`);
}

async function reset(db: Db, say: Say, email: string): Promise<void> {
  const user = await findUser(db, email);
  if (user.secondFactorSince === null) throw new StartRefused(`${user.email} has no second factor.`);
  await resetSecondFactor(db, user.id, instant(Date.now()));
  await leaveLetter(db, { kind: 'second-factor-disabled', userId: user.id });
  say(`${user.email} has no second factor any more. Its sessions have ended.`);
}

async function findUser(db: Db, email: string) {
  const user = await readUserByEmail(db, normalEmail(email));
  if (!user) throw new StartRefused(`There is no account with the address ${email}.`);
  return user;
}

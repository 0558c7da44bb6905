import { randomUUID } from 'node:crypto';
import { normalEmail } from '@touchline/core/account';
import { accountRefusalView } from '@touchline/core/contract';
import { instant, years } from '@touchline/core/instant';
import { readUserByEmail } from '@touchline/store/accounts';
import { closeAccount, closeProblem } from '@touchline/store/privacy';
import { readCommandLine, runCommand } from './command-line.ts';
import { operatorDataKey } from './keys/data-key.ts';
import { openLedger } from './ledger/connection.ts';
import { loadLedgerEnv } from './ledger/env.ts';
import { StartRefused } from './refusal.ts';

const help = `npm run privacy -- VERB EMAIL

  status EMAIL   says whether the account can be closed, and what is left to do first
  erase EMAIL    closes the account for good and erases the person; what the law asks for is kept sealed

DATA_KEY is needed for the sealed identity, and IDENTITY_KEPT_YEARS (5) says for how long. Exit code 0: done. 1: not possible yet.
2: wrong usage, or the database cannot be reached.`;

const verbs = { status: { operands: ['EMAIL'] }, erase: { operands: ['EMAIL'] } };

runCommand({
  help,
  read: ({ args }) => readCommandLine(args, verbs),
  run: async ({ verb, operands: [email = ''] }, { print, report, undo }) => {
    const env = loadLedgerEnv();
    const yearsKept = Number(process.env['IDENTITY_KEPT_YEARS']?.trim() || 5);
    if (!Number.isInteger(yearsKept) || yearsKept < 0 || yearsKept > 50) {
      throw new StartRefused('IDENTITY_KEPT_YEARS is not a number of years (0 to 50).');
    }
    const { db } = await openLedger(env, 'api', { report, undo });
    const user = await readUserByEmail(db, normalEmail(email));
    if (!user) throw new StartRefused(`There is no account with the address ${email}.`);
    if (verb === 'status') {
      const problem = await closeProblem(db, user.id);
      print(problem ? accountRefusalView(problem).error : 'The account can be closed.');
      return problem ? 1 : 0;
    }
    const key = operatorDataKey(env.dataDir);
    const closing = {
      userId: user.id,
      by: 'operator',
      keepMs: years(yearsKept),
      requestId: randomUUID(),
    } as const;
    const closed = await closeAccount(db, key, closing, instant(Date.now()));
    if (!closed.ok) {
      print(accountRefusalView(closed.refusal).error);
      return 1;
    }
    const until = new Date(closed.value.keepUntil).toISOString().slice(0, 10);
    print(`Account ${user.id} is closed and the person erased. The sealed identity is kept until ${until}.`);
    return 0;
  },
});

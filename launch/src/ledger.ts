import { runCommand } from './command-line.ts';
import { help, type LedgerOptions, readLedgerOptions } from './ledger/options.ts';
import { runVerb } from './ledger/verbs.ts';

// 0: fine. 1: something in the ledger does not add up. 2: asked the wrong way, or the ledger is out of reach.
runCommand<LedgerOptions>({
  help,
  read: ({ args, callerFolder }) => readLedgerOptions(args, callerFolder),
  run: (asked, { tell, undo }) => runVerb(asked, { out: process.stdout, tell, undo }),
});

import { runCommand } from './command-line.ts';
import { help, type LedgerOptions, readLedgerOptions } from './ledger/options.ts';
import { runVerb } from './ledger/verbs.ts';

// 0: no findings. 1: the ledger does not add up. 2: wrong usage, or the ledger cannot be reached.
runCommand<LedgerOptions>({
  help,
  read: ({ args, callerFolder }) => readLedgerOptions(args, callerFolder),
  run: (asked, { report, undo }) => runVerb(asked, { out: process.stdout, report, undo }),
});

import { spokenError } from './ledger/connection.ts';
import { help, readLedgerOptions } from './ledger/options.ts';
import { runVerb } from './ledger/verbs.ts';
import { runAsProgram } from './program.ts';
import { createUndo } from './undo.ts';

// 0: fine. 1: something in the ledger does not add up. 2: asked the wrong way, or the ledger is out of reach.
runAsProgram(async ({ args, callerFolder, stopRequested }) => {
  const tell = (line: string): void => void process.stderr.write(`${line}\n`);
  const read = readLedgerOptions(args, callerFolder);
  if (!read.ok) {
    tell(`${read.problem}\nHelp: npm run ledger -- --help`);
    return 2;
  }
  if (read.value === 'help') {
    process.stdout.write(`${help}\n`);
    return 0;
  }
  const undo = createUndo();
  try {
    const ended = runVerb(read.value, { out: process.stdout, tell, undo });
    const outcome = await Promise.race([ended, stopRequested]);
    return outcome === 'stop' ? 130 : outcome;
  } catch (error) {
    tell(spokenError(error));
    return 2;
  } finally {
    await undo.run();
  }
});

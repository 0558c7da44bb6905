import { join } from 'node:path';
import { runAsProgram } from './program.ts';
import { ROOT } from './root.ts';
import { runScript } from './run-script.ts';

/** Adds new texts to the catalogues, and removes unused ones. */
runAsProgram(({ stopRequested }) =>
  runScript(join(ROOT, 'web', 'build', 'texts', 'check-texts.ts'), ['--write'], stopRequested),
);

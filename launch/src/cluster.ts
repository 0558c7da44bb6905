import { join } from 'node:path';
import { runAsProgram } from './program.ts';
import { ROOT } from './root.ts';
import { runScript } from './run-script.ts';

runAsProgram(({ args, stopRequested }) => runScript(join(ROOT, 'e2e', 'src', 'cluster.ts'), args, stopRequested));

import { nodePrograms } from './node-programs.ts';
import { runAsProgram } from './program.ts';
import { runNode, type TaskRun } from './turbo.ts';

type Check = { readonly what: string; readonly run: () => Promise<TaskRun> };

const checks: readonly Check[] = [
  { what: 'types (tsc)', run: () => checkTypes(['.', 'web', 'web/src/offline']) },
  { what: 'lint, format and import rules (biome)', run: () => runNode([nodePrograms.biome, 'check', '.']) },
  { what: 'texts in every language', run: () => runNode(['web/build/texts/check-texts.ts']) },
  { what: 'unused files, exports and dependencies (knip)', run: () => runNode([nodePrograms.knip, '--no-progress']) },
];

/** What Node runs is one program, as its workspaces import each other's sources; what a browser runs has other types. */
async function checkTypes(programs: readonly string[]): Promise<TaskRun> {
  const runs = await Promise.all(programs.map((program) => runNode([nodePrograms.tsc, '--project', program])));
  return { ok: runs.every(({ ok }) => ok), output: runs.map(({ output }) => output).join('\n') };
}

runAsProgram(async ({ print, stopRequested }) => {
  const failed: { what: string; output: string }[] = [];
  for (const { what, run } of checks) {
    const began = Date.now();
    const result = await Promise.race([run(), stopRequested]);
    if (result === 'stop') return 130;
    print(`${result.ok ? 'ok    ' : 'FAILED'}  ${what}, ${((Date.now() - began) / 1000).toFixed(1)} s`);
    if (!result.ok) failed.push({ what, output: result.output });
  }
  for (const { what, output } of failed) print(`\n--- ${what}\n${output}`);
  print(`\n${checks.length - failed.length} of ${checks.length} checks passed`);
  return failed.length === 0 ? 0 : 1;
});

import { runAsProgram } from './program.ts';
import { runTask } from './turbo.ts';

runAsProgram(async ({ say }) => {
  const built = await runTask('build');
  say(built.ok ? 'The screens are built in web/dist.' : built.output);
  return built.ok ? 0 : 1;
});

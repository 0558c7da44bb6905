import { buildScreens } from './build-screens.ts';
import { runAsProgram } from './program.ts';

runAsProgram(async ({ print }) => {
  const built = await buildScreens();
  print(built.ok ? 'The screens are built in web/dist.' : built.output);
  return built.ok ? 0 : 1;
});

import { join } from 'node:path';
import { ROOT } from './root.ts';

const installed = (file: string): string => join(ROOT, 'node_modules', file);

/** The file of each program that we install and start with Node. On Windows, those in `node_modules/.bin` would need a shell. */
export const nodePrograms = {
  biome: installed('@biomejs/biome/bin/biome'),
  knip: installed('knip/bin/knip.js'),
  tsc: installed('typescript/bin/tsc'),
  turbo: installed('turbo/bin/turbo'),
  vite: installed('vite/bin/vite.js'),
  vitest: installed('vitest/vitest.mjs'),
};

import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

/** The most JavaScript that Home may load, in kB with gzip: 130 less the theme script, which is not bundled (decision 0013). */
const mostKb = 130;

/** Fails a build whose Home loads too much code: the first script and its static imports. */
export const firstLoad = (): Plugin => ({
  name: 'touchline:first-load',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const kb = firstLoadKb(bundle);
      if (kb > mostKb)
        this.error(`Home would load ${kb.toFixed(2)} kB of JavaScript with gzip; it may load ${mostKb} kB.`);
    },
  },
});

/** Returns the size of all scripts that Home needs before it renders, in kB with gzip. */
export function firstLoadKb(bundle: Bundle): number {
  const first = new Set(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' && file.isEntry ? [file.fileName] : [])),
  );
  for (const name of first) {
    const file = bundle[name];
    if (file?.type === 'chunk') for (const other of file.imports) first.add(other);
  }
  const codes = [...first].map((name) => bundle[name]).map((file) => (file?.type === 'chunk' ? file.code : ''));
  return codes.reduce((sum, code) => sum + gzipSync(code, { level: 9 }).length, 0) / 1_000;
}

import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

/** The most JavaScript that Home may load, in kB with gzip: 130 less the theme script, which is not bundled (decision 0013). */
const mostKb = 129.5;

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
  const files = [...firstLoadFiles(bundle)].map((name) => bundle[name]);
  const codes = files.map((file) => (file?.type === 'chunk' ? file.code : ''));
  return codes.reduce((sum, code) => sum + gzipSync(code, { level: 9 }).length, 0) / 1_000;
}

/** Returns the first script and its static imports. */
export function firstLoadFiles(bundle: Bundle): ReadonlySet<string> {
  const first = new Set(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' && file.isEntry ? [file.fileName] : [])),
  );
  for (const name of first) {
    const file = bundle[name];
    if (file?.type === 'chunk') for (const other of file.imports) first.add(other);
  }
  return first;
}
